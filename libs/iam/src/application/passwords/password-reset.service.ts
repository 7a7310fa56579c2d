import { Injectable } from '@nestjs/common';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { User } from '../../domain/accounts/user';
import { InvalidOtpError } from '../../domain/codes/codes.errors';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Memberships } from '../../infrastructure/accounts/memberships';
import type { AttemptedChallenge } from '../../infrastructure/codes/otp-challenges';
import { CredentialQueries, emailsOf } from '../../infrastructure/passwords/credentials';
import type { AcceptedRequest, AppScope, Client } from '../accounts/app-scope';
import type { OtpDestination } from '../codes/otp-destination';
import { OtpRequestsService } from '../codes/otp-requests.service';
import type { OtpRules } from '../codes/otp-sends';
import { OtpService } from '../codes/otp.service';
import { AccountChanges } from '../history/account-changes';
import { NewPasswords } from './new-passwords';
import { PasswordReplacement } from './password-replacement';

/** How members replace a forgotten password: a code proves that an identifier is theirs. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly identifiers: LoginIdentifiers,
    private readonly memberships: Memberships,
    private readonly requests: OtpRequestsService,
    private readonly otps: OtpService,
    private readonly newPasswords: NewPasswords,
    private readonly credentials: CredentialQueries,
    private readonly replacement: PasswordReplacement,
    private readonly changes: AccountChanges,
  ) {}

  /**
   * Answers alike for every identifier; a worker sends a code to those that belong to an active member.
   *
   * @throws RateLimitedError when a budget of SMS is used up.
   */
  async forgot(
    scope: AppScope,
    destination: OtpDestination,
    rules: OtpRules,
    client: Client,
  ): Promise<AcceptedRequest> {
    return this.requests.accept(scope, { purpose: 'password_reset', destination }, rules, client);
  }

  /**
   * Sets the password and revokes everything else at every App and on every surface: sessions, sign-ins that wait for
   * the second factor, links and all other codes.
   *
   * @throws InvalidOtpError for any wrong code.
   * @throws ValidationFailedError of `new_password`: then the code can be used again.
   */
  async reset(scope: AppScope, identifier: Identifier, otp: string, newPassword: string, client: Client) {
    this.newPasswords.expectAcceptable(
      'new_password',
      newPassword,
      identifier.type === 'email' ? [identifier.value] : [],
    );
    const subject = this.otps.subject(scope, 'password_reset', identifier);
    const challenge = await this.otps.check(subject, otp);
    if (!challenge) throw new InvalidOtpError();
    let passwordHash: string;
    try {
      passwordHash = await this.hashFor(scope, challenge, newPassword);
    } catch (error) {
      await this.otps.keep(subject, challenge);
      throw error;
    }
    const isReset = await this.otps.redeem(
      subject,
      challenge,
      async (owner) => owner !== null && this.setPassword(scope, owner, identifier, passwordHash, client),
    );
    if (!isReset) throw new InvalidOtpError();
  }

  private async hashFor({ tenantId }: AppScope, { userId }: AttemptedChallenge, password: string): Promise<string> {
    if (userId === null) throw new InvalidOtpError();
    const credentials = await this.credentials.get(tenantId, userId);
    const owner = { emails: emailsOf(credentials), stored: credentials.passwordHash };
    return this.newPasswords.hash('new_password', password, owner);
  }

  /** @returns false if the owner is no longer an active member, or the identifier may not vouch for the owner. */
  private async setPassword(
    { tenantId, appId }: AppScope,
    owner: User,
    identifier: Identifier,
    passwordHash: string,
    client: Client,
  ): Promise<boolean> {
    const userId = owner.id;
    const membership = await this.memberships.find(tenantId, appId, userId);
    const own = await this.identifiers.findByAddress(tenantId, identifier);
    if (owner.status !== 'active' || membership?.status !== 'active' || own?.userId !== userId) return false;
    if (own.verifiedAt === null || (await this.identifiers.isTooNew(own))) return false;
    await this.replacement.reset(owner, passwordHash);
    const details = { identifier_type: identifier.type };
    const account = { tenantId, appId, userId };
    await this.changes.record(account, { type: 'password_reset', sessionId: null, details }, client);
    return true;
  }
}
