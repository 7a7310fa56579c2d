import { Injectable } from '@nestjs/common';
import { Outbox, RateLimitedError } from '@libs/kernel';
import { TenantSettings } from '@libs/operations';
import type { Identifier } from '../../domain/accounts/login-identifier';
import { type OtpSubject, SMS_RESEND_COOLDOWN_SECONDS } from '../../domain/codes/otp';
import {
  alertAt,
  BUDGET_WITHOUT_ACCOUNT_SETTING,
  budgetWithoutAccountOf,
  DAILY_BUDGET_SETTING,
  dailyBudgetOf,
} from '../../domain/codes/sms-budget';
import { SmsBudgetRanLow } from '../../domain/codes/sms-budget.events';
import { OtpKeys } from '../../infrastructure/codes/otp-keys';
import { OtpLimits, type SendClaim } from '../../infrastructure/codes/otp-limits';
import { SmsBudgets, type SmsSend } from '../../infrastructure/codes/sms-budgets';
import { countryOf } from '../../infrastructure/codes/sms-number';
import type { AppScope, Client } from '../accounts/app-scope';
import type { OtpDestination } from './otp-destination';

/** An App's rules for codes, from its settings. */
export interface OtpRules {
  readonly emailResendCooldownSeconds: number;
  /** The App's home country, ISO 3166-1 alpha-2. */
  readonly defaultCountry: string;
}

/** Grants permission to send a code, by cooldowns and budgets that also run for identifiers without an account. */
@Injectable()
export class OtpSends {
  constructor(
    private readonly outbox: Outbox,
    private readonly limits: OtpLimits,
    private readonly budgets: SmsBudgets,
    private readonly settings: TenantSettings,
    private readonly keys: OtpKeys,
  ) {}

  /**
   * Claims one code. In the current transaction, so that a request that is rolled back returns it; of rows that several
   * requests need, the subject's cooldown is locked first, then the budgets.
   *
   * @returns not granted within the cooldown; for email also when the codes of the hour or the day are used up.
   * @throws RateLimitedError when a budget of SMS is used up, within the cooldown, too.
   */
  async claim(
    subject: OtpSubject<OtpDestination>,
    rules: OtpRules,
    client: Pick<Client, 'addressKey'>,
  ): Promise<SendClaim> {
    if (subject.identifier.type === 'email') {
      return this.limits.claimSend(subject, rules.emailResendCooldownSeconds);
    }
    const claim = await this.limits.claimSend(subject, SMS_RESEND_COOLDOWN_SECONDS);
    await this.spend(await this.sendOf(subject, rules, client), claim.granted);
    return claim;
  }

  /**
   * Whether a granted code may go to a number that turned out to have no account: such codes have their own share of
   * the day's budget. Asked by a worker, so that no answer depends on it. In the current transaction.
   *
   * @param grantedAt when the code was granted.
   */
  async admitsWithoutAccount({ tenantId, appId }: AppScope, grantedAt: Date): Promise<boolean> {
    const scope = { tenantId, appId };
    const setting = await this.settings.valueFor(scope, BUDGET_WITHOUT_ACCOUNT_SETTING);
    const most = budgetWithoutAccountOf(setting, await this.dailyBudgetOf(scope));
    const sent = await this.budgets.takeWithoutAccount({ ...scope, grantedAt }, most);
    // They are counted one by one, so exactly one reaches this number.
    if (sent !== null && sent === alertAt(most))
      await this.outbox.add(new SmsBudgetRanLow(scope, { sent, daily_budget_without_account: most }));
    return sent !== null;
  }

  /**
   * Spends one message to a member's proven number on a notice that was not requested. It counts as answered, as nobody
   * gains from it. In the current transaction.
   *
   * @throws RateLimitedError when a budget is used up.
   */
  async spendOnNotice(
    scope: AppScope,
    { userId, mobile }: { readonly userId: string; readonly mobile: string },
    rules: Pick<OtpRules, 'defaultCountry'>,
  ): Promise<void> {
    const identifier: Identifier = { type: 'mobile', value: mobile };
    // No address requested it, so the account takes its place.
    const send = await this.sendOf({ ...scope, identifier }, rules, { addressKey: userId });
    await this.spend(send, true);
    this.budgets.countVerified(send);
  }

  /** A number from which codes are answered is worth its messages. */
  countAnswered({ tenantId, appId, identifier: { type, value } }: OtpSubject): void {
    if (type === 'mobile') this.budgets.countVerified({ tenantId, appId, country: countryOf(value) });
  }

  private async spend(send: SmsSend, isGranted: boolean): Promise<void> {
    const seconds = await this.budgets.wait(send);
    if (seconds !== null) throw new RateLimitedError({ retryAfterSeconds: seconds });
    if (!isGranted) return;
    const day = await this.budgets.take(send);
    // Others used the rest meanwhile: the next request learns how long to wait.
    if (!day) throw new RateLimitedError();
    if (day.alerted || day.sent < alertAt(send.dailyBudget)) return;
    await this.budgets.markAlerted(send);
    await this.outbox.add(new SmsBudgetRanLow(send, { sent: day.sent, daily_budget: send.dailyBudget }));
  }

  private async dailyBudgetOf(scope: AppScope): Promise<number> {
    return dailyBudgetOf(await this.settings.valueFor(scope, DAILY_BUDGET_SETTING));
  }

  private async sendOf(
    { tenantId, appId, identifier }: AppScope & Pick<OtpSubject, 'identifier'>,
    { defaultCountry }: Pick<OtpRules, 'defaultCountry'>,
    { addressKey }: Pick<Client, 'addressKey'>,
  ): Promise<SmsSend> {
    const country = countryOf(identifier.value);
    return {
      tenantId,
      appId,
      identifierKey: this.keys.ofIdentifier(identifier),
      addressKey: this.keys.ofSmsOrigin(appId, addressKey),
      country,
      isDomestic: country === defaultCountry,
      dailyBudget: await this.dailyBudgetOf({ tenantId, appId }),
    };
  }
}
