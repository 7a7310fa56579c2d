import {
  backoffSeconds,
  Handles,
  Logger,
  type OutboxHandler,
  type OutboxMessage,
  SmsRefusedError,
  SmsSender,
} from '@libs/foundation';
import { OTP_LIFETIME_SECONDS } from '../../domain/codes/otp';
import { SmsBudgetRanLow } from '../../domain/codes/sms-budget.events';
import { OtpSmsDue } from './codes.messages';
import { DueCodes } from './due-codes';
import { otpSmsText } from './otp-sms-texts';
import { SmsAdmissions } from './sms-admissions';

const MINUTES = OTP_LIFETIME_SECONDS.sms / 60;

/** Sends codes by SMS that are still of use. The time between attempts grows until the code expires. */
@Handles(OtpSmsDue.type, 'codes.sms')
export class OtpSmsHandler implements OutboxHandler {
  readonly retryDelaySeconds = backoffSeconds;

  constructor(
    private readonly codes: DueCodes,
    private readonly admissions: SmsAdmissions,
    private readonly smsSender: SmsSender,
    private readonly logger: Logger,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    const due = await this.codes.find(message, (challenge) => this.admissions.admit(challenge));
    if (!due) return;
    const { challenge, app, code } = due;
    const { recipient: to, locale } = challenge;
    const text = otpSmsText(challenge, locale, { app: app.name, code, minutes: MINUTES });
    const sms = { to, locale, code, appName: app.name, minutes: MINUTES, text, idempotencyKey: message.id };
    try {
      await this.smsSender.send(sms);
    } catch (error) {
      if (!(error instanceof SmsRefusedError)) throw error;
      this.logger.warn({ outbox_id: message.id, reason: error.message }, 'an SMS was refused');
    }
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
