import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { AdministratorMails } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

/** Has those who look after an endpoint told that the service has disabled it by itself. */
@Handles('webhook.endpoint_disabled')
export class DisabledEndpointsHandler implements OutboxHandler {
  constructor(private readonly mails: AdministratorMails) {}

  async handle({ id, tenantId, data }: OutboxMessage): Promise<void> {
    const [reason, host] = [data['reason'] === 'gone' ? 'gone' : 'failing', String(data['host'])] as const;
    await this.mails.tell({
      tenantId,
      appId: null,
      causeId: id,
      to: { maker: String(data['created_by']) },
      body: (locale) => ({
        texts: TEXTS[locale].disabledMails[reason],
        facts: [{ label: TEXTS[locale].labels.host, value: host }],
      }),
    });
  }
}
