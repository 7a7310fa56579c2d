import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { AdministratorMails, isSupportedLocale } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';
import { momentText } from '../mails/mail-template';
import { ADMIN_MFA_MAIL } from './administration.messages';

/** Has the owners of a tenant told that it began, or ceased, to require a second factor of its administrators. */
@Handles(['setting.admin_mfa_requirement_changed', ADMIN_MFA_MAIL])
export class AdminMfaRequirementHandler implements OutboxHandler {
  constructor(private readonly mails: AdministratorMails) {}

  async handle({ id, type, tenantId, data }: OutboxMessage): Promise<void> {
    await this.mails.tell({
      tenantId,
      appId: null,
      causeId: id,
      to: type === ADMIN_MFA_MAIL ? { user: String(data['user_id']) } : 'owners',
      ...(isSupportedLocale(data['locale']) && { locale: data['locale'] }),
      body: (locale, timeZone) => {
        const { mails, labels } = TEXTS[locale];
        return {
          texts: data['required'] === true ? mails.adminMfaRequired : mails.adminMfaNotRequired,
          facts: [{ label: labels.time, value: momentText(new Date(String(data['at'])), locale, timeZone) }],
        };
      },
    });
  }
}
