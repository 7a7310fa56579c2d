import type { DomainEvent, SupportedLocale } from '@libs/kernel';
import type { Channel } from '../../domain/accounts/login-identifier';
import type { AccountChangeNotice } from '../../infrastructure/history/account-change-notice-store';
import type { AppScope } from '../accounts/app-scope';

/** The type of outbox message that notifies the owner of an account of a security event. It names the event. */
export const SECURITY_NOTICE = 'iam.security_notice';

/**
 * The type of outbox message that puts a security event into the owner's inbox. Apart from the mail about it: a mail
 * server that hangs delays no inbox.
 */
export const SECURITY_INBOX = 'iam.security_inbox';

/** The types of outbox message that notify one identifier of a change. They name the notice. */
export const ACCOUNT_CHANGE_MESSAGES: Readonly<Record<Channel, string>> = {
  email: 'iam.account_change_mail',
  sms: 'iam.account_change_sms',
};

export class SecurityNoticeDue implements DomainEvent {
  readonly type = SECURITY_NOTICE;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param locale of the mail if the user has saved none. */
  constructor({ tenantId, appId, userId }: AppScope & { userId: string }, eventId: string, locale: SupportedLocale) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { event_id: eventId, user_id: userId, locale };
  }
}

export class SecurityInboxDue implements DomainEvent {
  readonly type = SECURITY_INBOX;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param account with the App in which it happened; null for the administration. */
  constructor(
    account: { readonly tenantId: string; readonly appId: string | null; readonly userId: string },
    eventId: string,
  ) {
    this.tenantId = account.tenantId;
    this.appId = account.appId;
    this.data = { event_id: eventId, user_id: account.userId };
  }
}

export class AccountChangeNoticeDue implements DomainEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, id, appId, channel }: Pick<AccountChangeNotice, 'tenantId' | 'id' | 'appId' | 'channel'>) {
    this.type = ACCOUNT_CHANGE_MESSAGES[channel];
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { notice_id: id };
  }
}
