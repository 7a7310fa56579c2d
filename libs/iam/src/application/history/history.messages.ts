import { domainEvent, type SupportedLocale } from '@libs/kernel';
import type { AccountChangeNotice } from '../../infrastructure/history/account-change-notice-store';
import type { AppScope } from '../accounts/app-scope';

type NoticeRef = Pick<AccountChangeNotice, 'tenantId' | 'appId' | 'id'>;

/** An account, with the App in which something happened; null for the administration. */
interface Account {
  readonly tenantId: string;
  readonly appId: string | null;
  readonly userId: string;
}

/** Mails the owner of an account a security event; in the given locale if the user has saved none. */
export class SecurityNoticeDue extends domainEvent(
  'iam.security_notice',
  ({ userId }: AppScope & Account, eventId: string, locale: SupportedLocale) => ({
    event_id: eventId,
    user_id: userId,
    locale,
  }),
) {}

/**
 * Puts a security event into the owner's inbox. Apart from the mail about it: a mail server that hangs delays no inbox.
 */
export class SecurityInboxDue extends domainEvent('iam.security_inbox', ({ userId }: Account, eventId: string) => ({
  event_id: eventId,
  user_id: userId,
})) {}

/** Mails one address of an account that it was changed. */
export class AccountChangeMailDue extends domainEvent('iam.account_change_mail', ({ id }: NoticeRef) => ({
  notice_id: id,
})) {}

/** The same by SMS. */
export class AccountChangeSmsDue extends domainEvent('iam.account_change_sms', ({ id }: NoticeRef) => ({
  notice_id: id,
})) {}

export const ACCOUNT_CHANGE_MESSAGES = { email: AccountChangeMailDue, sms: AccountChangeSmsDue } as const;
