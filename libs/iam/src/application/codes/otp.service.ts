import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { User } from '../../domain/accounts/user';
import { type OtpPurpose, type OtpSubject, SMS_RESEND_COOLDOWN_SECONDS } from '../../domain/codes/otp';
import { type OtpAddressee, OtpChallenge } from '../../domain/codes/otp-challenge';
import type { StepUpPurpose } from '../../domain/codes/step-up';
import { Users } from '../../infrastructure/accounts/users';
import { type AttemptedChallenge, OtpChallenges, type OtpHolder } from '../../infrastructure/codes/otp-challenges';
import { OtpDerivation } from '../../infrastructure/codes/otp-derivation';
import { OtpKeys } from '../../infrastructure/codes/otp-keys';
import { OtpLimits, type SendClaim } from '../../infrastructure/codes/otp-limits';
import type { AppScope, Client } from '../accounts/app-scope';
import { OTP_MESSAGES } from './codes.messages';
import type { OtpDestination } from './otp-destination';
import { type OtpRules, OtpSends } from './otp-sends';

/** Makes challenges and verifies codes. */
@Injectable()
export class OtpService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly users: Users,
    private readonly challenges: OtpChallenges,
    private readonly limits: OtpLimits,
    private readonly derivation: OtpDerivation,
    private readonly keys: OtpKeys,
    private readonly sends: OtpSends,
  ) {}

  subject<To extends Identifier>(
    scope: AppScope,
    purpose: Exclude<OtpPurpose, 'step_up'>,
    identifier: To,
  ): OtpSubject<To> {
    const identifierKey = this.keys.ofIdentifier(identifier);
    return { tenantId: scope.tenantId, appId: scope.appId, purpose, identifier, identifierKey };
  }

  stepUpSubject<To extends Identifier>(scope: AppScope, purpose: StepUpPurpose, identifier: To): OtpSubject<To> {
    const identifierKey = this.keys.ofStepUp(purpose, identifier);
    return { tenantId: scope.tenantId, appId: scope.appId, purpose: 'step_up', identifier, identifierKey };
  }

  /** Makes a challenge that retires the previous one, and has its code sent. In the current transaction. */
  async challenge(subject: OtpSubject, addressee: OtpAddressee, now: Date): Promise<OtpChallenge> {
    const challenge = new OtpChallenge(subject, addressee, this.derivation.keyId, now);
    await this.challenges.replace(challenge);
    await this.outbox.add(new OTP_MESSAGES[challenge.channel](challenge));
    return challenge;
  }

  /**
   * The same where no account has to be looked up first: at once, unless the cooldown forbids it. In the current
   * transaction.
   *
   * @returns the new challenge, or the one that is still alive; null if there is none.
   * @throws RateLimitedError when a budget of SMS is used up.
   */
  async send(
    subject: OtpSubject<OtpDestination>,
    addressee: OtpAddressee,
    rules: OtpRules,
    client: Client,
  ): Promise<SendClaim & { readonly challenge: OtpChallenge | null }> {
    const now = await this.transactions.now();
    // Locks in the same order as the use of a code: first the owner, then the challenge, then the cooldown.
    if (addressee.userId !== null) await this.users.getForUpdate(subject.tenantId, addressee.userId);
    const latest = await this.challenges.findLatestForUpdate(subject);
    const claim = await this.sends.claim(subject, rules, client);
    if (claim.granted) return { ...claim, challenge: await this.challenge(subject, addressee, now) };
    return { ...claim, challenge: latest?.isUsable(now) ? latest : null };
  }

  /**
   * What `send` would return within the cooldown of a number; null outside of it. In the current transaction.
   */
  async wait(subject: OtpSubject): Promise<(SendClaim & { readonly challenge: OtpChallenge | null }) | null> {
    const seconds = await this.limits.secondsLeft(subject, SMS_RESEND_COOLDOWN_SECONDS);
    if (seconds === null || seconds <= 0) return null;
    const latest = await this.challenges.findLatestForUpdate(subject);
    const challenge = latest?.isUsable(await this.transactions.now()) ? latest : null;
    return { granted: false, resendAfterSeconds: seconds, challenge };
  }

  /**
   * Counts an attempt before it compares. Returns the challenge of a right code, still to be redeemed; null for a code
   * that is wrong, expired, used, dead, over budget or was never sent, all alike.
   *
   * @param holder to whom the challenge must belong, if known.
   */
  async check(subject: OtpSubject, otp: string, holder?: OtpHolder): Promise<AttemptedChallenge | null> {
    const challenge = await this.challenges.countAttempt(subject, holder);
    return challenge && this.derivation.matches(challenge, otp) ? challenge : null;
  }

  /**
   * Uses up the challenge of a right code and runs, in the same transaction, what it permits.
   *
   * @param effect is given the code's owner, locked, if it has one, and returns the result.
   * @returns false if the code was used up or replaced meanwhile.
   */
  async redeem<Result>(
    subject: OtpSubject,
    challenge: AttemptedChallenge,
    effect: (owner: User | null, challenge: AttemptedChallenge) => Promise<Result>,
  ): Promise<Result | false> {
    const { tenantId } = subject;
    return this.transactions.run(tenantId, async () => {
      // A user who was never confirmed may be gone, and the challenge with it. The owner is locked first, as when a
      // challenge is made: in the opposite order the two could deadlock.
      const owner = challenge.userId === null ? null : await this.users.findForUpdate(tenantId, challenge.userId);
      // The challenge before the budget, in the order in which counting an attempt locks them.
      const consumed = await this.challenges.consume(tenantId, challenge.id);
      await this.limits.returnAttempt(subject);
      if (!consumed) return false;
      this.sends.countAnswered(subject);
      return effect(owner, challenge);
    });
  }

  /** Checks and redeems. */
  async use<Result>(
    subject: OtpSubject,
    otp: string,
    effect: (owner: User | null, challenge: AttemptedChallenge) => Promise<Result>,
    holder?: OtpHolder,
  ): Promise<Result | false> {
    const challenge = await this.check(subject, otp, holder);
    return challenge !== null && this.redeem(subject, challenge, effect);
  }

  /** Leaves the challenge of a right code as it was, if something else prevented its use. */
  async keep(subject: OtpSubject, challenge: AttemptedChallenge): Promise<void> {
    await this.transactions.run(subject.tenantId, async () => {
      await this.challenges.returnAttempt(subject.tenantId, challenge.id);
      await this.limits.returnAttempt(subject);
    });
  }
}
