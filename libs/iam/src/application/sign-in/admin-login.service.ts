import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { SessionCreated } from '../../domain/sessions/session.events';
import { InvalidCredentialsError, InvalidMfaError } from '../../domain/sign-in/sign-in.errors';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { TenantIdentities, type TenantIdentity } from '../../infrastructure/accounts/tenant-identities';
import { LoginEvents } from '../../infrastructure/history/login-events';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import { AccessTokens } from '../../infrastructure/sessions/access-tokens';
import { newTenantToken, readTenantToken, tokenHash } from '../../infrastructure/sessions/tenant-token';
import { AdminAccounts, type AdminAccount } from '../../infrastructure/sign-in/admin-accounts';
import { LoginThrottle } from '../../infrastructure/sign-in/login-throttle';
import { LoginThrottleKeys } from '../../infrastructure/sign-in/login-throttle-keys';
import { MfaChallenges } from '../../infrastructure/sign-in/mfa-challenges';
import { SignIns } from '../../infrastructure/sign-in/sign-ins';
import { TotpFactors } from '../../infrastructure/sign-in/totp';
import type { Client } from '../accounts/app-scope';
import { PasswordRenewal } from '../passwords/password-renewal';
import { ProvenUsers } from '../passwords/proven-users';
import { AccountReturn } from '../personal-data/account-return';
import { type AdminTokenPair, REFRESH_TOKEN_PREFIX } from '../sessions/token-pair';

export interface AdminPasswordLogin {
  /** In canonical form. */
  readonly email: string;
  readonly password: string;
  readonly tenantCode: string;
}

const MFA_TOKEN_PREFIX = 'akm_';

/** Guesses at tenants that do not exist are counted under this id. */
const NO_TENANT = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class AdminLoginService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly tenants: TenantIdentities,
    private readonly accounts: AdminAccounts,
    private readonly throttle: LoginThrottle,
    private readonly hasher: PasswordHasher,
    private readonly events: LoginEvents,
    private readonly renewal: PasswordRenewal,
    private readonly users: ProvenUsers,
    private readonly signIns: SignIns,
    private readonly challenges: MfaChallenges,
    private readonly accessTokens: AccessTokens,
    private readonly identifierKeys: IdentifierKeys,
    private readonly throttleKeys: LoginThrottleKeys,
    private readonly totp: TotpFactors,
    private readonly accountReturn: AccountReturn,
  ) {}

  /**
   * @returns a pair of tokens, or the token to send with the second factor.
   * @throws LoginThrottledError, InvalidCredentialsError alike for every account that cannot sign in and for unknown
   * accounts.
   */
  async byPassword(login: AdminPasswordLogin, client: Client): Promise<AdminTokenPair | { mfaToken: string }> {
    const tenant = await this.tenants.find(login.tenantCode);
    const tenantId = tenant?.id ?? NO_TENANT;
    const identifierKey = this.identifierKeys.ofIdentifier('email', login.email);
    const keys = this.throttleKeys.ofAdminAttempt(tenantId, identifierKey, client.addressKey);
    const account = await this.accounts.findByEmail(tenantId, login.email);
    const refusal = await this.throttle.attempt(
      keys,
      () => this.refusalOf(account, login.password, tenant?.active ?? false),
      // If a second factor follows, the failures stay: knowing the password must not allow unlimited guesses at codes.
      (found) => (found !== null ? 'failure' : account?.hasTotp ? 'neither' : 'success'),
    );
    if (tenant && account && refusal === null) {
      await this.renewal.renew(tenant.id, account, login.password);
      const admitted = await this.admit(tenant, account, identifierKey, client);
      if (admitted) return admitted;
    }
    if (tenant) await this.recordFailure(tenant.id, account, identifierKey, refusal ?? 'access_lost', client);
    throw new InvalidCredentialsError();
  }

  /** @throws InvalidMfaError for a wrong or used code and for an invalid token, LoginThrottledError */
  async byCode(mfaToken: string, code: string, client: Client): Promise<AdminTokenPair> {
    const tenantId = readTenantToken(MFA_TOKEN_PREFIX, mfaToken)?.tenantId;
    const hash = tokenHash(mfaToken);
    const challenge = tenantId && (await this.transactions.run(tenantId, () => this.challenges.find(tenantId, hash)));
    if (!challenge) throw new InvalidMfaError();
    const [account, tenant] = await Promise.all([
      this.accounts.findById(tenantId, challenge.userId),
      this.tenants.get(tenantId),
    ]);
    const keys = this.throttleKeys.ofAdminAttempt(tenantId, challenge.identifierKey, client.addressKey);
    const isWelcome = tenant.active && account?.hasPermissions;
    const pair = await this.throttle.attempt(
      keys,
      async () => isWelcome && this.redeem(tenant, account.userId, hash, code, client),
      (redeemed) => (redeemed ? 'success' : 'failure'),
    );
    if (pair) return pair;
    await this.recordFailure(tenantId, account, challenge.identifierKey, 'bad_second_factor', client);
    throw new InvalidMfaError();
  }

  /** Null for a wrong code, which leaves the challenge open, and if the challenge was ended meanwhile. */
  private async redeem(
    tenant: TenantIdentity,
    userId: string,
    hash: Buffer,
    code: string,
    client: Client,
  ): Promise<AdminTokenPair | null> {
    const { id: tenantId } = tenant;
    return this.transactions.run(tenantId, async () => {
      if (!(await this.users.lock(tenantId, userId))) return null;
      // Whatever ends challenges holds the same lock, so a code is accepted only for an open one.
      const challenge = await this.challenges.find(tenantId, hash);
      if (!challenge || !(await this.totp.take({ tenantId, userId }, code))) return null;
      await this.challenges.consume(tenantId, hash);
      return this.open(tenant, userId, challenge.identifierKey, client);
    });
  }

  /** Verifies a password in any case, so that the time does not reveal whether the account exists. */
  private async refusalOf(account: AdminAccount | null, password: string, tenantActive: boolean) {
    const passwordIsRight = await this.hasher.verify(password, account?.passwordHash ?? null);
    if (!account) return 'unknown_account';
    if (!passwordIsRight) return 'bad_credentials';
    if (account.status !== 'active' || !tenantActive) return 'user_disabled';
    return account.hasPermissions ? null : 'no_permissions';
  }

  /** Admits after the right password. Null if it has changed, or the account was disabled or erased. */
  private async admit(
    tenant: TenantIdentity,
    account: AdminAccount,
    identifierKey: Buffer,
    client: Client,
  ): Promise<AdminTokenPair | { mfaToken: string } | null> {
    const { id: tenantId } = tenant;
    const { userId } = account;
    return this.transactions.run(tenantId, async () => {
      if (!(await this.users.lock(tenantId, userId, account))) return null;
      // Checked under the lock: it may have been set up while the password was being verified.
      if (!(await this.totp.isSetUp({ tenantId, userId }))) return this.open(tenant, userId, identifierKey, client);
      const { token, hash } = newTenantToken(MFA_TOKEN_PREFIX, tenantId);
      await this.challenges.add(tenantId, userId, identifierKey, hash);
      return { mfaToken: token };
    });
  }

  /** In the current transaction, under the user's lock. */
  private async open(
    { id, code, name }: TenantIdentity,
    userId: string,
    identifierKey: Buffer,
    client: Client,
  ): Promise<AdminTokenPair> {
    const refresh = newTenantToken(REFRESH_TOKEN_PREFIX, id);
    const { sessionId, refreshTokenExpiresAt } = await this.signIns.openForAdmin({
      tenantId: id,
      userId,
      identifierKey,
      ip: client.ip,
      userAgent: client.userAgent,
      refreshTokenHash: refresh.hash,
    });
    const session = { tenantId: id, appId: null, userId, sessionId };
    await this.outbox.add(new SessionCreated(session));
    await this.accountReturn.welcome(session, client);
    const access = this.accessTokens.forAdmin({ tenantId: id, userId, sessionId }, await this.transactions.now());
    return {
      accessToken: access.token,
      accessTokenExpiresAt: access.expiresAt,
      refreshToken: refresh.token,
      refreshTokenExpiresAt,
      sessionId,
      tenant: { id, code, name },
    };
  }

  private async recordFailure(
    tenantId: string,
    account: AdminAccount | null,
    identifierKey: Buffer,
    reason: string,
    { ip, userAgent }: Client,
  ): Promise<void> {
    const userId = account?.userId ?? null;
    await this.events.recordFailure({
      tenantId,
      appId: null,
      userId,
      identifierKey,
      method: 'password',
      reason,
      ip,
      userAgent,
    });
  }
}
