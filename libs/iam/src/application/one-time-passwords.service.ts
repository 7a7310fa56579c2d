import { Injectable } from '@nestjs/common';
import { Outbox, Transactions, type SupportedLocale } from '@libs/kernel';
import type { OtpPurpose } from '../domain/one-time-password';
import { OtpChallenge } from '../domain/otp-challenge';
import type { User } from '../domain/user';
import { Accounts } from '../infrastructure/accounts';
import { type AttemptedChallenge, OtpChallenges } from '../infrastructure/otp-challenges';
import { OtpCodes } from '../infrastructure/otp-codes';
import { OtpLimits, type OtpSubject } from '../infrastructure/otp-limits';
import { IdentifierKeys } from '../infrastructure/identifier-keys';
import type { AppScope } from './app-scope';

/** The type of outbox message that has a code mailed. It names the challenge; the code is derived when it is sent. */
export const OTP_MAIL = 'iam.otp_mail';

/** Makes challenges and checks the codes that come back. */
@Injectable()
export class OneTimePasswordsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly challenges: OtpChallenges,
    private readonly limits: OtpLimits,
    private readonly codes: OtpCodes,
    private readonly identifierKeys: IdentifierKeys,
  ) {}

  subject(scope: AppScope, purpose: OtpPurpose, email: string): OtpSubject {
    return { ...scope, purpose, identifierKey: this.identifierKeys.ofIdentifier('email', email) };
  }

  /** Makes a challenge that retires the one before, and has its code mailed. In the transaction under way. */
  async challenge(
    subject: OtpSubject,
    recipient: { email: string; locale: SupportedLocale; userId: string; requestId: string | null },
    now: Date,
  ): Promise<void> {
    const challenge = new OtpChallenge(
      {
        tenantId: subject.tenantId,
        appId: subject.appId,
        purpose: subject.purpose,
        identifierKey: subject.identifierKey,
        recipient: recipient.email,
        locale: recipient.locale,
        userId: recipient.userId,
        requestId: recipient.requestId,
        keyId: this.codes.keyId,
      },
      now,
    );
    await this.challenges.replace(challenge);
    await this.outbox.add({
      type: OTP_MAIL,
      tenantId: subject.tenantId,
      appId: subject.appId,
      data: { challenge_id: challenge.id },
    });
  }

  /**
   * Uses a code up and does, in the same transaction, what it permits. Wrong, expired, used, dead, over budget and
   * never sent are all the same: false. Attempts count before they are compared.
   *
   * @param effect gets the code's owner, locked, and tells whether the code was still of use.
   */
  async use(
    subject: OtpSubject,
    otp: string,
    effect: (owner: User, challenge: AttemptedChallenge) => Promise<boolean>,
  ): Promise<boolean> {
    const challenge = await this.challenges.countAttempt(subject);
    if (!challenge || !this.codes.matches(challenge, otp)) return false;
    return this.transactions.run(subject.tenantId, async () => {
      // First of all the owner, as whoever makes a challenge does: the other way round the two would meet in a deadlock.
      const owner = await this.accounts.getUserForUpdate(subject.tenantId, challenge.userId);
      // The challenge before the budget, as the counting of an attempt locks them.
      const consumed = await this.challenges.consume(subject.tenantId, challenge.id);
      await this.limits.returnAttempt(subject);
      return consumed && effect(owner, challenge);
    });
  }
}
