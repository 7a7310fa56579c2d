import { Handles, MailSender, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { isSupportedLocale, Transactions } from '@libs/kernel';
import { OtpRequests } from '../../infrastructure/codes/otp-requests';
import { AppBranding } from '../../infrastructure/mails/app-branding';
import { TEXTS } from '../../locales/texts';
import { renderMail } from '../mails/mail-template';
import { AlreadyRegisteredMailDue } from './registration.messages';

/** Tells the owner of an address that somebody tried to register it again. */
@Handles(AlreadyRegisteredMailDue.type, 'mail')
export class AlreadyRegisteredMailHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly otpRequests: OtpRequests,
    private readonly branding: AppBranding,
    private readonly mailSender: MailSender,
  ) {}

  async handle({ id, tenantId, data }: OutboxMessage): Promise<void> {
    const request = await this.transactions.run(tenantId, () =>
      this.otpRequests.find(tenantId, String(data['request_id'])),
    );
    if (!request) return;
    const app = await this.branding.find(tenantId, request.appId);
    if (!app) return;
    const locale = isSupportedLocale(data['locale']) ? data['locale'] : request.locale;
    const mail = renderMail({ locale, texts: TEXTS[locale].mails.alreadyRegistered, app });
    await this.mailSender.send({ ...mail, from: app.sender, to: request.recipient, idempotencyKey: id });
  }
}
