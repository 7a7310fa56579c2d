import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import type { DomainEvent, SupportedLocale } from '@libs/kernel';
import type { SecurityEventType } from '../../infrastructure/history/security-events';
import { type SecurityNotice, SecurityNotices } from '../../infrastructure/history/security-notices';
import type { AppScope } from '../accounts/app-scope';
import { momentText } from '../mails/mail-template';
import { OwnerMails } from '../mails/owner-mails';
import { FACT_LABELS, NEW_DEVICE_LOGIN, REFRESH_TOKEN_REUSED } from './security-mail-texts';

/** The type of outbox message that has the owner of an account told of a security event. It names the event. */
const SECURITY_NOTICE = 'iam.security_notice';

/** Whoever knows a password could otherwise fill the owner's mailbox by signing in under ever new device keys. */
const MAX_PER_HOUR = 10;

const TEXTS: Partial<Record<SecurityEventType, typeof NEW_DEVICE_LOGIN>> = {
  new_device_login: NEW_DEVICE_LOGIN,
  refresh_token_reused: REFRESH_TOKEN_REUSED,
};

/** @param locale of the mail where the user has saved none. */
export function securityNotice(
  { tenantId, appId, userId }: AppScope & { userId: string },
  eventId: string,
  locale: SupportedLocale,
): DomainEvent {
  return { type: SECURITY_NOTICE, tenantId, appId, data: { event_id: eventId, user_id: userId, locale } };
}

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

/** When, from what and from where; what is not known is left out. */
export function factsOf(
  { occurredAt, ip, platform, model }: SecurityNotice,
  timeZone: string | null,
  locale: SupportedLocale,
) {
  const labels = FACT_LABELS[locale];
  const device = [model, platform].filter((part) => part !== null).join(', ');
  return [
    { label: labels.time, value: momentText(occurredAt, locale, timeZone) },
    { label: labels.device, value: device },
    { label: labels.address, value: ip ?? '' },
  ].filter(({ value }) => value !== '');
}
