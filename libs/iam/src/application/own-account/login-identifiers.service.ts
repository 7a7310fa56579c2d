import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError, Transactions } from '@libs/kernel';
import { IdentifierTakenError } from '../../domain/accounts/accounts.errors';
import { type Identifier, LoginIdentifier, successorOf, CHANNEL_OF } from '../../domain/accounts/login-identifier';
import { maskedIdentifier } from '../../domain/accounts/masked-identifier';
import { InvalidOtpError } from '../../domain/codes/codes.errors';
import { OTP_LIFETIME_SECONDS, type OtpSubject } from '../../domain/codes/otp';
import type { StepUpAct } from '../../domain/codes/step-up';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Users } from '../../infrastructure/accounts/users';
import { type AttemptedChallenge, OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { AccountLinkStore } from '../../infrastructure/passwords/account-link-store';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import type { AcceptedRequest, Client } from '../accounts/app-scope';
import type { OtpDestination } from '../codes/otp-destination';
import type { OtpRules } from '../codes/otp-sends';
import { OtpService } from '../codes/otp.service';
import { StepUps } from '../codes/step-ups.service';
import { AccountChangeNotices } from '../history/account-change-notices.service';
import { UnverifiedAddresses } from '../registration/unverified-addresses';

/** An identifier as its owner sees it. */
export interface OwnLoginIdentifier extends Pick<
  LoginIdentifier,
  'id' | 'type' | 'verifiedAt' | 'isPrimary' | 'createdAt'
> {
  readonly maskedValue: string;
}

/** The identifiers by which a member signs in. They belong to the user: all Apps of the tenant share them. */
@Injectable()
export class LoginIdentifiersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
    private readonly unverified: UnverifiedAddresses,
    private readonly otps: OtpService,
    private readonly challenges: OtpChallenges,
    private readonly stepUps: StepUps,
    private readonly links: AccountLinkStore,
    private readonly sessions: Sessions,
    private readonly securityEvents: SecurityEvents,
    private readonly notices: AccountChangeNotices,
  ) {}

  /** The primary one first, then oldest first. */
  async list({ tenantId, userId }: MemberSession): Promise<OwnLoginIdentifier[]> {
    const all = await this.transactions.run(tenantId, () => this.identifiers.of(tenantId, userId));
    return all
      .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
      .map(({ id, type, value, verifiedAt, isPrimary, createdAt }) => {
        return { id, type, maskedValue: maskedIdentifier(type, value), verifiedAt, isPrimary, createdAt };
      });
  }

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
      (_, challenge) => this.adopt(member, identifier, challenge, client),
      { userId: member.userId, sessionId: member.sessionId },
    );
    if (outcome === false) throw new InvalidOtpError();
    if (outcome === 'ended') throw new InvalidTokenError();
    if (outcome === 'taken') throw new IdentifierTakenError();
  }

  /**
   * Removes one of several identifiers; the oldest of those that stay replaces the primary one. Codes and links that
   * were sent to it are revoked.
   *
   * @throws ResourceNotFoundError, StepUpRequiredError, LastIdentifierError
   */
  async remove(member: MemberSession, id: string, stepUpToken: string | null, client: Client): Promise<void> {
    const { tenantId, userId } = member;
    await this.transactions.run(tenantId, async () => {
      // Locked, so that of two concurrent removals the second sees the result of the first.
      await this.users.getForUpdate(tenantId, userId);
      const all = await this.identifiers.of(tenantId, userId);
      const removed = all.find((identifier) => identifier.id === id);
      if (!removed) throw new ResourceNotFoundError();
      await this.stepUps.spend(member, { purpose: 'identifier_remove', resource: id }, stepUpToken);
      const successor = successorOf(removed, all);
      await this.identifiers.delete(removed);
      if (successor) {
        successor.makePrimary();
        await this.identifiers.save(successor);
      }
      await this.challenges.retireThoseTo(tenantId, userId, removed);
      if (removed.type === 'email') await this.links.end(tenantId, userId, 'password_reset');
      await this.tell('identifier_removed', member, removed, all, client);
    });
  }

  /** In the current transaction. @returns when the session began the addition, and whether a step-up has to be spent. */
  private async permissionOf(
    member: MemberSession,
    subject: OtpSubject,
    stepUpToken: string | null,
  ): Promise<{ readonly begunAt: Date | null; readonly needsStepUp: boolean }> {
    const begunAt = await this.challenges.findOpenAddition(subject, member);
    const needsStepUp = begunAt === null && (await this.hasVerified(member));
    if (needsStepUp) await this.stepUps.expect(member, additionOf(member), stepUpToken);
    return { begunAt, needsStepUp };
  }

  /** Under the user's lock. @returns false if no step-up vouched for it although by now an identifier could have. */
  private async adopt(
    member: MemberSession,
    wanted: Identifier,
    { steppedUpAt }: AttemptedChallenge,
    client: Client,
  ): Promise<'adopted' | 'taken' | 'ended' | false> {
    const { tenantId, userId, sessionId } = member;
    if (!(await this.sessions.isLive(tenantId, sessionId))) return 'ended';
    if (steppedUpAt === null && (await this.hasVerified(member))) return false;
    const before = await this.identifiers.of(tenantId, userId);
    const now = await this.transactions.now();
    const known = await this.identifiers.findByAddress(tenantId, wanted);
    if (known?.userId === userId) {
      if (known.verifiedAt !== null) return 'adopted';
      known.verify(now);
      await this.identifiers.save(known);
      await this.tell('identifier_added', member, known, before, client);
      return 'adopted';
    }
    const owner = { tenantId, id: userId };
    const identifier = new LoginIdentifier(owner, wanted.type, wanted.value, now, false);
    identifier.verify(now);
    if (!(await this.unverified.add(identifier))) return 'taken';
    await this.tell('identifier_added', member, identifier, before, client);
    return 'adopted';
  }

  private async hasVerified({ tenantId, userId }: MemberSession): Promise<boolean> {
    const all = await this.identifiers.of(tenantId, userId);
    return all.some(({ verifiedAt }) => verifiedAt !== null);
  }

  /** Records the change, and notifies the identifiers that existed before it. */
  private async tell(
    type: 'identifier_added' | 'identifier_removed',
    member: MemberSession,
    identifier: LoginIdentifier,
    before: readonly LoginIdentifier[],
    { ip, userAgent, locale }: Client,
  ): Promise<void> {
    const { tenantId, userId, sessionId } = member;
    const details = { identifier_id: identifier.id, identifier_type: identifier.type };
    const event = { tenantId, appId: null, userId, type, sessionId, ip, userAgent, details };
    const eventId = await this.securityEvents.record(event);
    await this.notices.tell(member, { eventId, locale, identifier }, before);
  }
}

function additionOf({ userId }: MemberSession): StepUpAct {
  return { purpose: 'identifier_add', resource: userId };
}
