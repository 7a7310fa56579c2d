import { backoffSeconds, Handles, MailSender, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { OTP_LIFETIME_SECONDS } from '../../domain/codes/otp';
import { renderMail } from '../mails/mail-template';
import { OtpMailDue } from './codes.messages';
import { DueCodes } from './due-codes';
import { otpMailTexts } from './otp-mail-texts';

/** Mails codes that are still of use. The time between attempts grows until the code expires. */
@Handles(OtpMailDue.type, 'codes.mail')
export class OtpMailHandler implements OutboxHandler {
  readonly retryDelaySeconds = backoffSeconds;

  constructor(
    private readonly codes: DueCodes,
    private readonly mailSender: MailSender,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    const due = await this.codes.find(message);
    if (!due) return;
    const { challenge, app, code } = due;
    const { recipient: to, locale } = challenge;
    const texts = otpMailTexts(challenge, locale);
    if (!texts) return;
    const mail = renderMail({ locale, texts, app, code, validSeconds: OTP_LIFETIME_SECONDS.email });
    const from = app.sender;
    await this.mailSender.send({ ...mail, from, to, code, isAwaited: true, idempotencyKey: message.id });
  }
}
