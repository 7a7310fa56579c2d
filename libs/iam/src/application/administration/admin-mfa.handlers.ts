import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { ResponsibleUsers } from '../../infrastructure/administration/responsible-users';
import { ToldEvents } from '../../infrastructure/administration/told-events';
import { TEXTS } from '../../locales/texts';
import { momentText } from '../mails/mail-template';
import { OwnerMails } from '../mails/owner-mails';
import { ADMIN_MFA_MAIL, AdminMfaMailDue } from './administration.messages';

/**
 * Has the owners of a tenant told that it began, or ceased, to require a second factor of its administrators. Each gets a
 * message of its own: a mailbox that refuses the mail has nobody else mailed twice, or not at all.
 */
@Handles('setting.admin_mfa_requirement_changed')
export class AdminMfaRequirementHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly responsible: ResponsibleUsers,
    private readonly told: ToldEvents,
  ) {}

  async handle({ id: eventId, tenantId, data }: OutboxMessage): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      if (await this.told.areTold(tenantId, ADMIN_MFA_MAIL, eventId)) return;
      for (const userId of await this.responsible.owners(tenantId)) {
        await this.outbox.add(new AdminMfaMailDue(tenantId, { eventId, userId }, data));
      }
    });
  }
}

@Handles(ADMIN_MFA_MAIL, 'mail')
export class AdminMfaMailHandler implements OutboxHandler {
  constructor(private readonly mails: OwnerMails) {}

  async handle(message: OutboxMessage): Promise<void> {
    const { required, at } = message.data;
    await this.mails.send(message, ({ timeZone }, locale) => {
      const { mails, labels } = TEXTS[locale];
      return {
        texts: required === true ? mails.adminMfaRequired : mails.adminMfaNotRequired,
        facts: [{ label: labels.time, value: momentText(new Date(String(at)), locale, timeZone) }],
      };
    });
  }
}
