import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { SecurityNotices } from '../../infrastructure/history/security-notices';
import { TEXTS } from '../../locales/texts';
import { SecurityNoticeDue } from './history.messages';
import { factsOf } from './security-facts';
import { toldTypeOf } from './told-security-events';
import { OwnerMails } from '../mails/owner-mails';

/** Mails security events to the owner of the account. */
@Handles(SecurityNoticeDue.type, 'mail')
export class SecurityNoticeMailHandler implements OutboxHandler {
  constructor(
    private readonly notices: SecurityNotices,
    private readonly mails: OwnerMails,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    const notice = await this.notices.find(message.tenantId, String(message.data['event_id']));
    const told = notice && toldTypeOf(notice);
    if (!told) return;
    await this.mails.send(message, ({ timeZone }, locale) => ({
      texts: TEXTS[locale].mails.securityEvents[told],
      facts: factsOf(notice, timeZone, locale),
    }));
  }
}
