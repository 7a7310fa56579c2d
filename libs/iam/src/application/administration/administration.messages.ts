import type { AdministratorMail, DomainEvent, MailBody, SupportedLocale } from '@libs/kernel';

/** The type of outbox message that mails one administrator what it says. */
export const ADMINISTRATOR_MAIL = 'iam.administrator_mail';

/** Those of the previous version, to one reader each: what is said follows from the event that they repeat. */
export const ADMIN_MFA_MAIL = 'iam.admin_mfa_mail';

export class AdministratorMailDue implements DomainEvent {
  readonly type = ADMINISTRATOR_MAIL;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param locale of the body. */
  constructor(
    { tenantId, appId, causeId }: Pick<AdministratorMail, 'tenantId' | 'appId' | 'causeId'>,
    userId: string,
    locale: SupportedLocale,
    { texts, facts }: MailBody,
  ) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { event_id: causeId, user_id: userId, locale, texts, facts };
  }
}
