import type { DomainEvent, SupportedLocale } from '@libs/kernel';
import type { AccountLink } from '../../domain/passwords/account-link';

/** The type of outbox message that mails a link. */
export const ACCOUNT_LINK_MAIL = 'iam.account_link_mail';

export class AccountLinkMailDue implements DomainEvent {
  readonly type = ACCOUNT_LINK_MAIL;
  readonly tenantId: string;
  readonly appId = null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly lane?: string;

  /** @param locale of the mail if the user has saved none. */
  constructor({ tenantId, id, purpose }: AccountLink, locale: SupportedLocale | undefined) {
    this.tenantId = tenantId;
    this.data = { link_id: id, ...(locale ? { locale } : {}) };
    // A user who forgot a password waits for the mail at a screen, as for a code.
    if (purpose === 'password_reset') this.lane = 'codes.mail';
  }
}
