import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError, Transactions } from '@libs/kernel';
import { IdentifierTakenError } from '../domain/administration.errors';
import { InvalidOtpError } from '../domain/iam.errors';
import { type Identifier, LoginIdentifier, successorOf } from '../domain/login-identifier';
import { maskedIdentifier } from '../domain/masked-identifier';
import { CHANNEL_OF, OTP_LIFETIME_SECONDS } from '../domain/one-time-password';
import { Accounts } from '../infrastructure/accounts';
import { LoginIdentifiers } from '../infrastructure/login-identifiers';
import type { MemberSession } from '../infrastructure/member-sessions';
import { OtpChallenges } from '../infrastructure/otp-challenges';
import { SecurityEvents } from '../infrastructure/security-events';
import type { AcceptedRequest, Client } from './app-scope';
import type { CodeRules } from './code-sends';
import { OneTimePasswordsService } from './one-time-passwords.service';
import { StepUps } from './step-ups.service';
import { UnverifiedAddresses } from './unverified-addresses';

/** An identifier as its owner sees it. */
export interface OwnLoginIdentifier extends Pick<
  LoginIdentifier,
  'id' | 'type' | 'verifiedAt' | 'isPrimary' | 'createdAt'
> {
  readonly maskedValue: string;
}

/** The addresses by which a member signs in. They belong to the user: every App of the tenant knows the same ones. */
@Injectable()
export class LoginIdentifiersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: Accounts,
    private readonly identifiers: LoginIdentifiers,
    private readonly unverified: UnverifiedAddresses,
    private readonly oneTimePasswords: OneTimePasswordsService,
    private readonly challenges: OtpChallenges,
    private readonly stepUps: StepUps,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /** The primary one first, then the oldest. */
  async list({ tenantId, userId }: MemberSession): Promise<OwnLoginIdentifier[]> {
    const all = await this.transactions.run(tenantId, () => this.identifiers.of(tenantId, userId));
    return all
      .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
      .map(({ id, type, value, verifiedAt, isPrimary, createdAt }) => {
        return { id, type, maskedValue: maskedIdentifier(type, value), verifiedAt, isPrimary, createdAt };
      });
  }

  /**
   * Sends a code to an identifier that the member wants to add, whoever has it now: that is told to its owner only.
   *
   * @throws RateLimitedError when a budget of SMS is used up.
   */
  async challenge(
    member: MemberSession,
    identifier: Identifier,
    rules: CodeRules,
    client: Client,
  ): Promise<AcceptedRequest> {
    const { tenantId, userId } = member;
    const locale = member.locale ?? client.locale;
    const subject = this.oneTimePasswords.subject(member, 'identifier_verify', identifier);
    const { resendAfterSeconds } = await this.transactions.run(tenantId, () =>
      this.oneTimePasswords.send(subject, { locale, userId }, rules, client),
    );
    return { resendAfterSeconds, expiresInSeconds: OTP_LIFETIME_SECONDS[CHANNEL_OF[identifier.type]] };
  }

  /**
   * Adds the identifier that a code proves to be the member's. One that the member has already stays as it is.
   *
   * @throws InvalidOtpError whatever is wrong, a code that another member asked for included.
   * @throws IdentifierTakenError where another user has it; the code is used up.
   */
  async verify(member: MemberSession, identifier: Identifier, otp: string, client: Client): Promise<void> {
    const { userId } = member;
    const subject = this.oneTimePasswords.subject(member, 'identifier_verify', identifier);
    const outcome = await this.oneTimePasswords.use(subject, otp, () => this.adopt(member, identifier, client), {
      userId,
    });
    if (outcome === false) throw new InvalidOtpError();
    if (outcome === 'taken') throw new IdentifierTakenError();
  }

  /**
   * Removes one of several; the oldest that stays takes the place of the primary one. Codes that were sent to it die.
   *
   * @throws ResourceNotFoundError, StepUpRequiredError, LastIdentifierError
   */
  async remove(member: MemberSession, id: string, stepUpToken: string | null, client: Client): Promise<void> {
    const { tenantId, userId } = member;
    await this.transactions.run(tenantId, async () => {
      // Locked, so that of two removals at once the second sees what the first one left.
      await this.accounts.getUserForUpdate(tenantId, userId);
      const all = await this.identifiers.of(tenantId, userId);
      const removed = all.find((identifier) => identifier.id === id);
      if (!removed) throw new ResourceNotFoundError();
      await this.stepUps.spend(member, { purpose: 'identifier_remove', resource: id }, stepUpToken);
      const successor = successorOf(removed, all);
      await this.identifiers.delete(removed);
      if (successor) {
        successor.makePrimary();
        await this.accounts.saveIdentifier(successor);
      }
      await this.challenges.retireThoseTo(tenantId, userId, removed);
      await this.record('identifier_removed', member, removed, client);
    });
  }

  private async adopt(member: MemberSession, wanted: Identifier, client: Client): Promise<'adopted' | 'taken'> {
    const { tenantId, userId } = member;
    const now = await this.transactions.now();
    const known = await this.accounts.findIdentifier(tenantId, wanted);
    if (known?.userId === userId) {
      known.verify(now);
      await this.accounts.saveIdentifier(known);
      return 'adopted';
    }
    const owner = { tenantId, id: userId };
    const identifier = new LoginIdentifier(owner, wanted.type, wanted.value, now, false);
    identifier.verify(now);
    if (!(await this.unverified.add(identifier))) return 'taken';
    await this.record('identifier_added', member, identifier, client);
    return 'adopted';
  }

  private async record(
    type: 'identifier_added' | 'identifier_removed',
    { tenantId, userId, sessionId }: MemberSession,
    identifier: LoginIdentifier,
    { ip, userAgent }: Client,
  ): Promise<void> {
    const details = { identifier_id: identifier.id, identifier_type: identifier.type };
    await this.securityEvents.record({ tenantId, appId: null, userId, type, sessionId, ip, userAgent, details });
  }
}
