import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { SecurityNotices } from '../../infrastructure/history/security-notices';
import { SECURITY_NOTICE } from './history.messages';
import { factsOf } from './security-facts';
import { MAX_NOTICES_PER_HOUR, SECURITY_MAIL_TEXTS } from './security-mail-texts';
import { OwnerMails } from '../mails/owner-mails';

/** Mails security events to the owner of the account. */
@Handles(SECURITY_NOTICE, 'mail')
export class SecurityNoticeMailHandler implements OutboxHandler {
  constructor(
    private readonly notices: SecurityNotices,
    private readonly mails: OwnerMails,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    const notice = await this.notices.find(message.tenantId, String(message.data['event_id']));
    const texts = notice && SECURITY_MAIL_TEXTS[notice.type];
    if (!texts || notice.inHour > MAX_NOTICES_PER_HOUR) return;
    await this.mails.send(message, texts, ({ timeZone }, locale) => ({ facts: factsOf(notice, timeZone, locale) }));
  }
}
