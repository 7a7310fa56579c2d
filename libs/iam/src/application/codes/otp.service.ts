import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { User } from '../../domain/accounts/user';
import type { OtpPurpose, OtpSubject } from '../../domain/codes/otp';
import { type OtpAddressee, OtpChallenge } from '../../domain/codes/otp-challenge';
import type { StepUpPurpose } from '../../domain/codes/step-up';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { Users } from '../../infrastructure/accounts/users';
import { type AttemptedChallenge, OtpChallenges, type OtpHolder } from '../../infrastructure/codes/otp-challenges';
import { OtpDerivation } from '../../infrastructure/codes/otp-derivation';
import { OtpKeys } from '../../infrastructure/codes/otp-keys';
import { OtpLimits, type SendClaim } from '../../infrastructure/codes/otp-limits';
import { SmsBudgets } from '../../infrastructure/codes/sms-budgets';
import { countryOf } from '../../infrastructure/codes/sms-number';
import type { AppScope, Client } from '../accounts/app-scope';
import { OtpDue } from './codes.messages';
import type { OtpDestination } from './otp-destination';
import { type OtpRules, OtpSends } from './otp-sends';

/** Makes challenges and checks the codes that come back. */
@Injectable()
export class OtpService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly users: Users,
    private readonly challenges: OtpChallenges,
    private readonly limits: OtpLimits,
    private readonly derivation: OtpDerivation,
    private readonly identifierKeys: IdentifierKeys,
    private readonly otpKeys: OtpKeys,
    private readonly sends: OtpSends,
    private readonly smsBudgets: SmsBudgets,
  ) {}

  subject<To extends Identifier>(
    scope: AppScope,
    purpose: Exclude<OtpPurpose, 'step_up'>,
    identifier: To,
  ): OtpSubject<To> {
    const identifierKey = this.identifierKeys.ofIdentifier(identifier.type, identifier.value);
    return { tenantId: scope.tenantId, appId: scope.appId, purpose, identifier, identifierKey };
  }

  stepUpSubject<To extends Identifier>(scope: AppScope, purpose: StepUpPurpose, identifier: To): OtpSubject<To> {
    const identifierKey = this.otpKeys.ofStepUp(purpose, identifier);
    return { tenantId: scope.tenantId, appId: scope.appId, purpose: 'step_up', identifier, identifierKey };
  }

  /** Makes a challenge that retires the one before, and has its code sent. In the transaction under way. */
  async challenge(subject: OtpSubject, addressee: OtpAddressee, now: Date): Promise<OtpChallenge> {
    const challenge = new OtpChallenge(subject, addressee, this.derivation.keyId, now);
    await this.challenges.replace(challenge);
    await this.outbox.add(new OtpDue(challenge));
    return challenge;
  }

  /**
   * The same where nothing is to be found out about an account first: at once, unless the clocks forbid it. In the
   * transaction under way.
   *
   * @returns the new challenge, or the one that is still alive; null where there is none.
   * @throws RateLimitedError when a budget of SMS is used up.
   */
  async send(
    subject: OtpSubject<OtpDestination>,
    addressee: OtpAddressee,
    rules: OtpRules,
    client: Client,
  ): Promise<SendClaim & { readonly challenge: OtpChallenge | null }> {
    const now = await this.transactions.now();
    // In the order of whoever uses a code: first the owner, then the challenge, then the clocks.
    if (addressee.userId !== null) await this.users.getForUpdate(subject.tenantId, addressee.userId);
    const latest = await this.challenges.findLatestForUpdate(subject);
    const claim = await this.sends.claim(subject, rules, client);
    if (claim.granted) return { ...claim, challenge: await this.challenge(subject, addressee, now) };
    return { ...claim, challenge: latest?.isUsable(now) ? latest : null };
  }

  /**
   * Counts an attempt, and only then compares. The challenge of a right code, still to be redeemed; null for what is
   * wrong, expired, used, dead, over budget or never sent, all alike.
   *
   * @param holder whose challenge it must be, where that is known.
   */
  async check(subject: OtpSubject, otp: string, holder?: OtpHolder): Promise<AttemptedChallenge | null> {
    const challenge = await this.challenges.countAttempt(subject, holder);
    return challenge && this.derivation.matches(challenge, otp) ? challenge : null;
  }

  /**
   * Uses the challenge of a right code up and does, in the same transaction, what it permits.
   *
   * @param effect gets the code's owner, locked, if it has one; what it returns is the result.
   * @returns false where the code was used up or replaced meanwhile.
   */
  async redeem<Result>(
    subject: OtpSubject,
    challenge: AttemptedChallenge,
    effect: (owner: User | null, challenge: AttemptedChallenge) => Promise<Result>,
  ): Promise<Result | false> {
    const { tenantId } = subject;
    return this.transactions.run(tenantId, async () => {
      // A user who was never confirmed may be gone, and the challenge with it.
      // First of all the owner, as whoever makes a challenge does: the other way round the two would meet in a deadlock.
      const owner = challenge.userId === null ? null : await this.users.findForUpdate(tenantId, challenge.userId);
      // The challenge before the budget, as the counting of an attempt locks them.
      const consumed = await this.challenges.consume(tenantId, challenge.id);
      await this.limits.returnAttempt(subject);
      if (!consumed) return false;
      this.countAnswered(subject);
      return effect(owner, challenge);
    });
  }

  /** Both at once. */
  async use<Result>(
    subject: OtpSubject,
    otp: string,
    effect: (owner: User | null, challenge: AttemptedChallenge) => Promise<Result>,
    holder?: OtpHolder,
  ): Promise<Result | false> {
    const challenge = await this.check(subject, otp, holder);
    return challenge !== null && this.redeem(subject, challenge, effect);
  }

  /** Leaves the challenge of a right code as it was, where something else stood in the way. */
  async keep(subject: OtpSubject, challenge: AttemptedChallenge): Promise<void> {
    await this.transactions.run(subject.tenantId, async () => {
      await this.challenges.returnAttempt(subject.tenantId, challenge.id);
      await this.limits.returnAttempt(subject);
    });
  }

  /** A number that codes are answered from is worth its messages. */
  private countAnswered({ tenantId, appId, identifier: { type, value } }: OtpSubject): void {
    if (type === 'mobile') this.smsBudgets.countVerified({ tenantId, appId, country: countryOf(value) });
  }
}
