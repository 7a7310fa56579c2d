import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import { IdentifierTakenError } from '../../domain/accounts/accounts.errors';
import { CHANNEL_OF, type Identifier } from '../../domain/accounts/login-identifier';
import { InvalidOtpError } from '../../domain/codes/codes.errors';
import { OTP_LIFETIME_SECONDS, type OtpSubject } from '../../domain/codes/otp';
import type { StepUpAct } from '../../domain/codes/step-up';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Users } from '../../infrastructure/accounts/users';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import type { AcceptedRequest, Client } from '../accounts/app-scope';
import type { OtpDestination } from '../codes/otp-destination';
import type { OtpRules } from '../codes/otp-sends';
import { OtpService } from '../codes/otp.service';
import { StepUps } from '../codes/step-ups.service';
import { IdentifierAdoption } from './identifier-adoption';

/** How members add an identifier: a step-up permits it, a code proves that it is theirs. */
@Injectable()
export class IdentifierAdditionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
    private readonly otps: OtpService,
    private readonly challenges: OtpChallenges,
    private readonly stepUps: StepUps,
    private readonly adoption: IdentifierAdoption,
  ) {}

  /**
   * Looks at the step-up of `challenge` before another proof is spent for the same request.
   *
   * @throws StepUpRequiredError
   */
  async expectPermitted(member: MemberSession, identifier: Identifier, stepUpToken: string | null): Promise<void> {
    const subject = this.otps.subject(member, 'identifier_verify', identifier);
    await this.transactions.run(member.tenantId, () => this.permissionOf(member, subject, stepUpToken));
  }

  /**
   * Sends a code to an identifier that the member wants to add, even if another user has it: only its owner learns
   * that. The step-up is spent with the first code; for a while the session may have further codes sent to the same
   * identifier.
   *
   * @throws StepUpRequiredError if the account has a verified identifier and the token does not permit an addition.
   * @throws RateLimitedError when a budget of SMS is used up. That does not use up the token, nor does the cooldown.
   */
  async challenge(
    member: MemberSession,
    destination: OtpDestination,
    stepUpToken: string | null,
    rules: OtpRules,
    client: Client,
  ): Promise<AcceptedRequest> {
    const { tenantId, userId, sessionId } = member;
    const locale = member.locale ?? client.locale;
    const subject = this.otps.subject(member, 'identifier_verify', destination);
    const { resendAfterSeconds } = await this.transactions.run(tenantId, async () => {
      // Locked, so that of two concurrent additions only one can use the token.
      await this.users.getForUpdate(tenantId, userId);
      const { begunAt, needsStepUp } = await this.permissionOf(member, subject, stepUpToken);
      const steppedUpAt = needsStepUp ? await this.transactions.now() : begunAt;
      const addressee = { locale, userId, addition: { sessionId, steppedUpAt } };
      const sent = await this.otps.send(subject, addressee, rules, client);
      if (needsStepUp && sent.granted) await this.stepUps.spend(member, additionOf(member), stepUpToken);
      return sent;
    });
    return { resendAfterSeconds, expiresInSeconds: OTP_LIFETIME_SECONDS[CHANNEL_OF[destination.type]] };
  }

  /**
   * Adds the identifier that the code proves to be the member's. One that the member already has stays as it is.
   *
   * @throws InvalidOtpError for anything wrong, including a code that another member or session asked for.
   * @throws IdentifierTakenError if another user has it; the code is used up.
   * @throws InvalidTokenError if the session ended meanwhile.
   */
  async verify(member: MemberSession, identifier: Identifier, otp: string, client: Client): Promise<void> {
    const subject = this.otps.subject(member, 'identifier_verify', identifier);
    const outcome = await this.otps.use(
      subject,
      otp,
      (_, challenge) => this.adoption.adopt(member, identifier, challenge, client),
      { userId: member.userId, sessionId: member.sessionId },
    );
    if (outcome === false) throw new InvalidOtpError();
    if (outcome === 'ended') throw new InvalidTokenError();
    if (outcome === 'taken') throw new IdentifierTakenError();
  }

  /** In the current transaction. @returns when the session began the addition, and whether a step-up has to be spent. */
  private async permissionOf(
    member: MemberSession,
    subject: OtpSubject,
    stepUpToken: string | null,
  ): Promise<{ readonly begunAt: Date | null; readonly needsStepUp: boolean }> {
    const begunAt = await this.challenges.findOpenAddition(subject, member);
    const needsStepUp = begunAt === null && (await this.identifiers.hasVerified(member.tenantId, member.userId));
    if (needsStepUp) await this.stepUps.expect(member, additionOf(member), stepUpToken);
    return { begunAt, needsStepUp };
  }
}

function additionOf({ userId }: MemberSession): StepUpAct {
  return { purpose: 'identifier_add', resource: userId };
}
