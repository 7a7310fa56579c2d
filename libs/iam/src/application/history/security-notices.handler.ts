import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import type { SecurityEventType } from '../../infrastructure/history/security-events';
import { SecurityNotices } from '../../infrastructure/history/security-notices';
import { SECURITY_NOTICE } from './history.messages';
import { factsOf } from './security-facts';
import { NEW_DEVICE_LOGIN, REFRESH_TOKEN_REUSED } from './security-mail-texts';
import { OwnerMails } from '../mails/owner-mails';

/** Otherwise anyone who knows the password could fill the owner's mailbox by signing in with ever new device keys. */
const MAX_PER_HOUR = 10;

const TEXTS: Partial<Record<SecurityEventType, typeof NEW_DEVICE_LOGIN>> = {
  new_device_login: NEW_DEVICE_LOGIN,
  refresh_token_reused: REFRESH_TOKEN_REUSED,
};

/** Mails security events to the owner of the account. */
@Injectable()
export class SecurityNoticeMailHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly notices: SecurityNotices,
    private readonly mails: OwnerMails,
  ) {}

  onModuleInit(): void {
    this.handlers.register(SECURITY_NOTICE, this, 'mail');
  }

  async handle(message: OutboxMessage): Promise<void> {
    const notice = await this.notices.find(message.tenantId, String(message.data['event_id']));
    const texts = notice && TEXTS[notice.type];
    if (!texts || notice.inHour > MAX_PER_HOUR) return;
    await this.mails.send(message, texts, ({ timeZone }, locale) => ({ facts: factsOf(notice, timeZone, locale) }));
  }
}
