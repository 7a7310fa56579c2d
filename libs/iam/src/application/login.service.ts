import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { InvalidCredentialsError, VerificationRequiredError } from '../domain/iam.errors';
import { AccessTokens } from '../infrastructure/access-tokens';
import { Accounts } from '../infrastructure/accounts';
import { IdentifierKeys } from '../infrastructure/identifier-keys';
import { LoginEvents } from '../infrastructure/login-events';
import { type LoginAccount, LoginLookup } from '../infrastructure/login-lookup';
import type { AttemptOutcome } from '../infrastructure/failure-counter';
import { LoginThrottle, type ThrottleKeys } from '../infrastructure/login-throttle';
import { PasswordHasher } from '../infrastructure/password-hasher';
import { type DeviceDetails, SessionStore } from '../infrastructure/session-store';
import type { AppScope, Client } from './app-scope';
import { newRefreshToken, type TokenPair } from './token-pair';

export interface PasswordLogin {
  /** In canonical form. */
  readonly email: string;
  readonly password: string;
  readonly deviceKey: string;
  readonly device: DeviceDetails;
}

/** Why a sign-in did not succeed, for the record; what the client is told is less. */
type Refusal = 'unknown_account' | 'bad_credentials' | 'user_disabled' | 'no_membership' | 'suspended' | 'not_verified';

@Injectable()
export class LoginService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly lookup: LoginLookup,
    private readonly throttle: LoginThrottle,
    private readonly hasher: PasswordHasher,
    private readonly events: LoginEvents,
    private readonly sessions: SessionStore,
    private readonly accounts: Accounts,
    private readonly accessTokens: AccessTokens,
    private readonly identifierKeys: IdentifierKeys,
  ) {}

  /**
   * @throws LoginThrottledError, InvalidCredentialsError alike for every account that cannot sign in and for none, or
   * VerificationRequiredError after the right password of an unconfirmed registration.
   */
  async byPassword(scope: AppScope, login: PasswordLogin, client: Client): Promise<TokenPair> {
    const identifierKey = this.identifierKeys.ofIdentifier('email', login.email);
    const account = await this.lookup.byEmail(scope, login.email, login.deviceKey);
    const keys: ThrottleKeys = {
      tenantId: scope.tenantId,
      account: account?.knownDevice
        ? this.identifierKeys.ofKnownDevice(account.userId, login.deviceKey)
        : identifierKey,
      address: this.identifierKeys.ofAddress(scope.appId, client.addressKey),
    };
    const refusal = await this.throttle.attempt(keys, () => this.refusalOf(account, login.password), outcomeOf);
    if (account && refusal === null) return this.signIn(scope, account, login, client, identifierKey);
    await this.events.recordFailure({
      ...scope,
      userId: account?.userId ?? null,
      identifierKey,
      method: 'password',
      reason: refusal ?? 'unknown_account',
      ip: client.ip,
      userAgent: client.userAgent,
    });
    throw refusal === 'not_verified' ? new VerificationRequiredError() : new InvalidCredentialsError();
  }

  /** Looks at the password in any case, so that the time does not tell whether there is an account. */
  private async refusalOf(account: LoginAccount | null, password: string): Promise<Refusal | null> {
    const stored = account?.passwordHash ?? account?.pendingPasswordHash ?? null;
    const passwordIsRight = await this.hasher.verify(password, stored);
    if (!account) return 'unknown_account';
    if (!passwordIsRight) return 'bad_credentials';
    if (account.userStatus !== 'active') return 'user_disabled';
    switch (account.membershipStatus) {
      case 'active':
        return account.passwordHash === null ? 'bad_credentials' : null;
      case 'pending_verification':
        return 'not_verified';
      case 'suspended':
        return 'suspended';
      case null:
        return 'no_membership';
    }
  }

  private async signIn(
    scope: AppScope,
    account: LoginAccount,
    login: PasswordLogin,
    client: Client,
    identifierKey: Buffer,
  ): Promise<TokenPair> {
    await this.renewHash(scope.tenantId, account, login.password);
    const refreshToken = newRefreshToken();
    return this.transactions.run(scope.tenantId, async () => {
      const now = await this.transactions.now();
      const { sessionId, refreshTokenExpiresAt } = await this.sessions.open({
        ...scope,
        userId: account.userId,
        identifierKey,
        method: 'password',
        deviceKey: login.deviceKey,
        device: login.device,
        ip: client.ip,
        userAgent: client.userAgent,
        refreshTokenHash: refreshToken.hash,
      });
      await this.outbox.add({
        type: 'session.created',
        ...scope,
        data: { session_id: sessionId, user_id: account.userId },
      });
      const access = this.accessTokens.forMember({ ...scope, userId: account.userId, sessionId }, now);
      return {
        accessToken: access.token,
        accessTokenExpiresAt: access.expiresAt,
        refreshToken: refreshToken.token,
        refreshTokenExpiresAt,
        sessionId,
        appId: scope.appId,
      };
    });
  }

  /** Replaces a hash of an older pepper or cost, unless the password was changed meanwhile. */
  private async renewHash(tenantId: string, { userId, passwordHash }: LoginAccount, password: string): Promise<void> {
    if (passwordHash === null || !this.hasher.isOutdated(passwordHash)) return;
    await this.accounts.replacePasswordHash(tenantId, userId, passwordHash, await this.hasher.hash(password));
  }
}

/** The right password of an unconfirmed registration is no failure. */
function outcomeOf(refusal: Refusal | null): AttemptOutcome {
  if (refusal === null) return 'success';
  return refusal === 'not_verified' ? 'neither' : 'failure';
}
