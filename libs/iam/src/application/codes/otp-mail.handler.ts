import { backoffSeconds, Handles, MailSender, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { OTP_LIFETIME_SECONDS } from '../../domain/codes/otp';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { OtpDerivation } from '../../infrastructure/codes/otp-derivation';
import { AppBranding } from '../../infrastructure/mails/app-branding';
import { OtpMailDue } from './codes.messages';
import { otpMailTexts } from './otp-mail-texts';
import { renderMail } from '../mails/mail-template';

/** Mails codes that are still of use. The time between attempts grows until the code expires. */
@Handles(OtpMailDue.type, 'codes.mail')
export class OtpMailHandler implements OutboxHandler {
  readonly retryDelaySeconds = backoffSeconds;

  constructor(
    private readonly transactions: Transactions,
    private readonly challenges: OtpChallenges,
    private readonly derivation: OtpDerivation,
    private readonly branding: AppBranding,
    private readonly mailSender: MailSender,
  ) {}

  async handle({ id, tenantId, data }: OutboxMessage): Promise<void> {
    const challenge = await this.transactions.run(tenantId, async () => {
      const found = await this.challenges.find(tenantId, String(data['challenge_id']));
      return found?.isUsable(await this.transactions.now()) ? found : null;
    });
    // Used, replaced by a newer one, or expired while the mail server was away: the code is of no use now.
    if (!challenge) return;
    const { appId, locale } = challenge;
    const app = await this.branding.find(tenantId, appId);
    const texts = otpMailTexts(challenge, locale);
    if (!app || !texts) return;
    const code = this.derivation.otpOf(challenge);
    const mail = renderMail({ locale, texts, app, code, validSeconds: OTP_LIFETIME_SECONDS.email });
    await this.mailSender.send({ ...mail, to: challenge.recipient, code, isAwaited: true, idempotencyKey: id });
  }
}
