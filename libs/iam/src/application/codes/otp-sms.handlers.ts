import {
  backoffSeconds,
  Handles,
  Logger,
  type OtpSms,
  type OutboxHandler,
  type OutboxMessage,
  SmsRefusedError,
  SmsSender,
} from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { OTP_LIFETIME_SECONDS } from '../../domain/codes/otp';
import type { OtpChallenge } from '../../domain/codes/otp-challenge';
import { SmsBudgetRanLow } from '../../domain/codes/sms-budget.events';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { OtpDerivation } from '../../infrastructure/codes/otp-derivation';
import { AppBranding } from '../../infrastructure/mails/app-branding';
import { OtpSmsDue } from './codes.messages';
import { otpSmsText } from './otp-sms-texts';
import { SmsAdmissions } from './sms-admissions';

/** Sends codes by SMS that are still of use. The time between attempts grows until the code expires. */
@Handles(OtpSmsDue.type, 'codes.sms')
export class OtpSmsHandler implements OutboxHandler {
  readonly retryDelaySeconds = backoffSeconds;

  constructor(
    private readonly transactions: Transactions,
    private readonly challenges: OtpChallenges,
    private readonly admissions: SmsAdmissions,
    private readonly derivation: OtpDerivation,
    private readonly branding: AppBranding,
    private readonly smsSender: SmsSender,
    private readonly logger: Logger,
  ) {}

  async handle({ id, tenantId, data }: OutboxMessage): Promise<void> {
    const challenge = await this.transactions.run(tenantId, async () => {
      const found = await this.challenges.find(tenantId, String(data['challenge_id']));
      return found?.isUsable(await this.transactions.now()) && (await this.admissions.admit(found)) ? found : null;
    });
    // Used, replaced by a newer one, or expired while the gateway was away: the code is of no use now.
    if (!challenge) return;
    const app = await this.branding.find(tenantId, challenge.appId);
    if (!app) return;
    try {
      await this.smsSender.send(this.compose(challenge, app.name, id));
    } catch (error) {
      if (!(error instanceof SmsRefusedError)) throw error;
      this.logger.warn({ outbox_id: id, reason: error.message }, 'an SMS was refused');
    }
  }

  private compose(challenge: OtpChallenge, appName: string, idempotencyKey: string): OtpSms {
    const { recipient: to, locale } = challenge;
    const code = this.derivation.otpOf(challenge);
    const minutes = OTP_LIFETIME_SECONDS.sms / 60;
    const text = otpSmsText(challenge, locale, { app: appName, code, minutes });
    return { to, locale, code, appName, minutes, text, idempotencyKey };
  }
}

/** Warns the operators of an App whose codes of the day run out. */
@Handles(SmsBudgetRanLow.type)
export class SmsBudgetAlertHandler implements OutboxHandler {
  constructor(private readonly logger: Logger) {}

  handle({ tenantId, appId, data }: OutboxMessage): Promise<void> {
    this.logger.warn({ tenant_id: tenantId, app_id: appId, ...data }, 'the SMS budget of the day runs out');
    return Promise.resolve();
  }
}
