import type { DomainEvent, SupportedLocale } from '@libs/kernel';

/** A tenant began, or ceased, to require a second factor of its administrators. */
export class AdminMfaRequirementChanged implements DomainEvent {
  readonly type = 'setting.admin_mfa_requirement_changed';
  readonly appId = null;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param locale of the request that changed it. */
  constructor(
    readonly tenantId: string,
    change: { readonly isRequired: boolean; readonly at: Date; readonly locale: SupportedLocale },
  ) {
    this.data = { required: change.isRequired, at: change.at.toISOString(), locale: change.locale };
  }
}
