import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { derivedId } from '@libs/kernel';
import { ResponsibleUsers } from '../../infrastructure/administration/responsible-users';
import { TEXTS } from '../../locales/texts';
import { OwnerMails } from '../mails/owner-mails';

/** Mails those who look after a webhook endpoint that the service has disabled by itself. */
@Handles('webhook.endpoint_disabled', 'mail')
export class DisabledWebhooksHandler implements OutboxHandler {
  constructor(
    private readonly responsible: ResponsibleUsers,
    private readonly mails: OwnerMails,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    const { id, tenantId, data } = message;
    const mail = data['reason'] === 'gone' ? 'webhookGone' : 'webhookFailing';
    const host = String(data['host']);
    for (const userId of await this.responsible.find(tenantId, String(data['created_by']))) {
      // Each mail has an id of its own, the same whenever it is sent again.
      const toOne = { ...message, id: derivedId(id, userId), data: { user_id: userId } };
      await this.mails.send(toOne, (_owner, locale) => ({
        texts: TEXTS[locale].mails[mail],
        facts: [{ label: TEXTS[locale].labels.host, value: host }],
      }));
    }
  }
}
