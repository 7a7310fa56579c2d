import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SpentProof } from '@libs/captcha';
import { ResourceNotFoundError, Transactions } from '@libs/kernel';
import { type Identifier, CHANNEL_OF } from '../../domain/accounts/login-identifier';
import {
  InvalidOtpError,
  OtpCooldownError,
  StepUpIdentifierTooNewError,
  StepUpRequiredError,
} from '../../domain/codes/codes.errors';
import { OTP_LIFETIME_SECONDS } from '../../domain/codes/otp';
import type { OtpChallenge } from '../../domain/codes/otp-challenge';
import type { StepUpAct } from '../../domain/codes/step-up';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Users } from '../../infrastructure/accounts/users';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { StepUpTokens } from '../../infrastructure/codes/step-up-tokens';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import { tokenHash } from '../../infrastructure/sessions/tenant-token';
import type { AcceptedRequest, Client } from '../accounts/app-scope';
import { type OtpDestination, provenNumber } from './otp-destination';
import type { OtpRules } from './otp-sends';
import { OtpService } from './otp.service';

export interface StepUpRequest {
  /** One of the member's own; the code is sent to it. */
  readonly identifierId: string;
  /** For a number, the proof that permits a message to it; null for an email address. */
  readonly proof: SpentProof | null;
  readonly act: StepUpAct;
}

/** Lets secret scanners recognise a leaked token. */
const TOKEN_PREFIX = 'aku_';
const SECRET_BYTES = 32;

/** Fresh proofs that the owner of an account is present, each for one act in one session. */
@Injectable()
export class StepUps {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
    private readonly otps: OtpService,
    private readonly challenges: OtpChallenges,
    private readonly tokens: StepUpTokens,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /**
   * Sends a code to one of the member's verified identifiers.
   *
   * @returns the challenge of the code. Within the cooldown it is the previous one, if that was for the same act in the
   * same session.
   * @throws ResourceNotFoundError for an identifier that is not the member's own, not verified, or not the number of
   * the proof.
   * @throws StepUpIdentifierTooNewError for one that may not vouch for its owner yet.
   * @throws OtpCooldownError within the cooldown, if no live code is for this act.
   * @throws RateLimitedError when a budget of SMS is used up.
   */
  async request(
    member: MemberSession,
    { identifierId, proof, act }: StepUpRequest,
    rules: OtpRules,
    client: Client,
  ): Promise<AcceptedRequest & { readonly challengeId: string }> {
    const { tenantId, userId, sessionId } = member;
    const locale = member.locale ?? client.locale;
    return this.transactions.run(tenantId, async () => {
      // Locked, so that no code is sent to an identifier that is being removed.
      await this.users.getForUpdate(tenantId, userId);
      const identifier = await this.identifiers.find(tenantId, userId, identifierId);
      if (!identifier || identifier.verifiedAt === null) throw new ResourceNotFoundError();
      const destination: OtpDestination = proof ? provenNumber(proof) : { type: 'email', value: identifier.value };
      const { type, value } = destination;
      if (identifier.type !== type || identifier.value !== value) throw new ResourceNotFoundError();
      if (await this.identifiers.isTooNew(identifier)) throw new StepUpIdentifierTooNewError();
      const subject = this.otps.stepUpSubject(member, act.purpose, destination);
      const addressee = { locale, userId, stepUp: { sessionId, act } };
      const { challenge, resendAfterSeconds } = await this.otps.send(subject, addressee, rules, client);
      if (!challenge?.isFor(sessionId, act)) throw new OtpCooldownError({ retryAfterSeconds: resendAfterSeconds });
      return {
        challengeId: challenge.id,
        resendAfterSeconds,
        expiresInSeconds: OTP_LIFETIME_SECONDS[CHANNEL_OF[identifier.type]],
      };
    });
  }

  /**
   * The checks of `request` for a number, before a proof is asked for and spent. An unknown identifier passes here and is
   * not found later.
   *
   * @throws StepUpIdentifierTooNewError, OtpCooldownError
   */
  async expectAskable(member: MemberSession, identifierId: string, act: StepUpAct): Promise<void> {
    const { tenantId, userId, sessionId } = member;
    await this.transactions.run(tenantId, async () => {
      const identifier = await this.identifiers.find(tenantId, userId, identifierId);
      if (!identifier) return;
      if (await this.identifiers.isTooNew(identifier)) throw new StepUpIdentifierTooNewError();
      const waits = await this.otps.wait(this.otps.stepUpSubject(member, act.purpose, identifier));
      if (waits && !waits.challenge?.isFor(sessionId, act)) {
        throw new OtpCooldownError({ retryAfterSeconds: waits.resendAfterSeconds });
      }
    });
  }

  /**
   * Exchanges a code for the token that permits the act.
   *
   * @throws InvalidOtpError for anything wrong, including a challenge of another session.
   */
  async verify(
    member: MemberSession,
    challengeId: string,
    otp: string,
    client: Client,
  ): Promise<{ readonly stepUpToken: string; readonly expiresAt: Date }> {
    const { tenantId, userId, sessionId } = member;
    const challenge = await this.transactions.run(tenantId, () => this.challenges.find(tenantId, challengeId));
    const act = challenge?.sessionId === sessionId ? actOf(challenge) : null;
    if (!challenge || !act) throw new InvalidOtpError();
    const subject = this.otps.stepUpSubject(member, act.purpose, identifierOf(challenge));
    const verified = await this.otps.use(subject, otp, () => this.grant(member, act, client), {
      userId,
      challengeId,
    });
    if (!verified) throw new InvalidOtpError();
    return verified;
  }

  /**
   * Uses a token up, in the transaction of the act it permits.
   *
   * @throws StepUpRequiredError if it is missing, used, expired, or for another session or act.
   */
  async spend(member: MemberSession, act: StepUpAct, token: string | null): Promise<void> {
    if (token === null || !(await this.tokens.take({ ...member, act }, tokenHash(token)))) {
      throw new StepUpRequiredError();
    }
  }

  /** The same without using it up, to be checked before expensive work. */
  async expect(member: MemberSession, act: StepUpAct, token: string | null): Promise<void> {
    if (token === null || !(await this.tokens.isGood({ ...member, act }, tokenHash(token)))) {
      throw new StepUpRequiredError();
    }
  }

  private async grant(member: MemberSession, act: StepUpAct, client: Client) {
    const stepUpToken = TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
    const expiresAt = await this.tokens.add({ ...member, act }, tokenHash(stepUpToken));
    const details = { purpose: act.purpose };
    await this.securityEvents.record({ ...member, ...client, type: 'step_up_verified', details });
    return { stepUpToken, expiresAt };
  }
}

function actOf({ stepUpPurpose: purpose, stepUpResource: resource }: OtpChallenge): StepUpAct | null {
  return purpose !== null && resource !== null ? { purpose, resource } : null;
}

function identifierOf({ channel, recipient }: OtpChallenge): Identifier {
  return { type: channel === 'email' ? 'email' : 'mobile', value: recipient };
}
