import { type AdministratorMail, domainEvent, type MailBody, type SupportedLocale } from '@libs/kernel';

/** One of the previous version, which mails one owner. It repeats what of the event is told. */
export const ADMIN_MFA_MAIL = 'iam.admin_mfa_mail';

/** Mails one administrator what it says, in the locale of the body. */
export class AdministratorMailDue extends domainEvent(
  'iam.administrator_mail',
  (
    { causeId }: Pick<AdministratorMail, 'tenantId' | 'appId' | 'causeId'>,
    userId: string,
    locale: SupportedLocale,
    { texts, facts }: MailBody,
  ) => ({ event_id: causeId, user_id: userId, locale, texts, facts }),
) {}
