import { type SupportedLocale, tenantEvent } from '@libs/kernel';

/** A tenant began, or ceased, to require a second factor of its administrators. */
export class AdminMfaRequirementChanged extends tenantEvent(
  'setting.admin_mfa_requirement_changed',
  (
    _tenant: { readonly tenantId: string },
    change: {
      readonly isRequired: boolean;
      readonly at: Date;
      /** Of the request. */ readonly locale: SupportedLocale;
    },
  ) => ({ required: change.isRequired, at: change.at.toISOString(), locale: change.locale }),
) {}
