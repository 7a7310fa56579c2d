import { Injectable } from '@nestjs/common';
import { TenantSettings } from '@libs/operations';
import { Outbox, Transactions } from '@libs/kernel';
import { InvalidCredentialsError, InvalidMfaError } from '../domain/iam.errors';
import { AccessTokens } from '../infrastructure/access-tokens';
import { AdminAccounts, type AdminAccount, type TenantIdentity } from '../infrastructure/admin-accounts';
import { AdminSessionStore } from '../infrastructure/admin-session-store';
import { IdentifierKeys } from '../infrastructure/identifier-keys';
import { LoginEvents } from '../infrastructure/login-events';
import { LoginThrottle } from '../infrastructure/login-throttle';
import { PasswordHasher } from '../infrastructure/password-hasher';
import { SignIns } from '../infrastructure/sign-ins';
import { newTenantToken, readTenantToken, tokenHash } from '../infrastructure/tenant-token';
import { TotpFactors } from '../infrastructure/totp';
import { AccountReturn } from './account-return';
import type { Client } from './app-scope';

export interface AdminTokenPair {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly refreshToken: string;
  readonly refreshTokenExpiresAt: Date;
  readonly sessionId: string;
  readonly tenant: TenantIdentity;
}

export interface AdminPasswordLogin {
  /** In canonical form. */
  readonly email: string;
  readonly password: string;
  readonly tenantCode: string;
}

/** The setting of a tenant that asks all its administrators for a second factor. */
const REQUIRE_MFA = 'security.require_admin_mfa';

export const ADMIN_REFRESH_TOKEN_PREFIX = 'akr_';
const MFA_TOKEN_PREFIX = 'akm_';

/** Counts the guesses at tenants that do not exist. */
const NO_TENANT = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class AdminLoginService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly accounts: AdminAccounts,
    private readonly throttle: LoginThrottle,
    private readonly hasher: PasswordHasher,
    private readonly events: LoginEvents,
    private readonly signIns: SignIns,
    private readonly sessions: AdminSessionStore,
    private readonly accessTokens: AccessTokens,
    private readonly identifierKeys: IdentifierKeys,
    private readonly totp: TotpFactors,
    private readonly settings: TenantSettings,
    private readonly accountReturn: AccountReturn,
  ) {}

  /**
   * @returns a pair of tokens, or the token to bring along with the second factor.
   * @throws LoginThrottledError, InvalidCredentialsError alike for every account that cannot sign in and for none.
   */
  async byPassword(login: AdminPasswordLogin, client: Client): Promise<AdminTokenPair | { mfaToken: string }> {
    const tenant = await this.accounts.findTenant(login.tenantCode);
    const tenantId = tenant?.id ?? NO_TENANT;
    const identifierKey = this.identifierKeys.ofIdentifier('email', login.email);
    const keys = this.identifierKeys.ofAdminAttempt(tenantId, identifierKey, client.addressKey);
    const account = await this.accounts.findByEmail(tenantId, login.email);
    const refusal = await this.throttle.attempt(
      keys,
      () => this.refusalOf(account, login.password, tenant?.active ?? false),
      // With a second factor to come, the failures stay: who has the password must not guess codes without end.
      (found) => (found !== null ? 'failure' : account?.hasTotp ? 'neither' : 'success'),
    );
    if (tenant && account && refusal === null) {
      if (account.hasTotp) return this.askForCode(tenant.id, account.userId, identifierKey);
      const pair = await this.open(tenant, account, identifierKey, client);
      if (pair) return pair;
    }
    if (tenant) await this.recordFailure(tenant.id, account, identifierKey, refusal ?? 'access_lost', client);
    throw new InvalidCredentialsError();
  }

  /** @throws InvalidMfaError for a wrong or used code and for a token that is none any more, LoginThrottledError */
  async byCode(mfaToken: string, code: string, client: Client): Promise<AdminTokenPair> {
    const tenantId = readTenantToken(MFA_TOKEN_PREFIX, mfaToken)?.tenantId;
    const hash = tokenHash(mfaToken);
    const challenge =
      tenantId && (await this.transactions.run(tenantId, () => this.sessions.findMfaChallenge(tenantId, hash)));
    if (!challenge) throw new InvalidMfaError();
    const account = await this.accounts.findById(tenantId, challenge.userId);
    const keys = this.identifierKeys.ofAdminAttempt(tenantId, challenge.identifierKey, client.addressKey);
    const isWelcome = account?.status === 'active' && account.hasPermissions;
    const pair = await this.throttle.attempt(
      keys,
      async () => isWelcome && this.redeem(tenantId, account, hash, code, challenge.identifierKey, client),
      (redeemed) => (redeemed ? 'success' : 'failure'),
    );
    if (pair) return pair;
    await this.recordFailure(tenantId, account, challenge.identifierKey, 'bad_second_factor', client);
    throw new InvalidMfaError();
  }

  private async redeem(
    tenantId: string,
    account: AdminAccount,
    hash: Buffer,
    code: string,
    identifierKey: Buffer,
    client: Client,
  ): Promise<AdminTokenPair | null> {
    const tenant = await this.accounts.getTenant(tenantId);
    return this.transactions.run(tenantId, async () => {
      if (!(await this.totp.take({ tenantId, userId: account.userId }, code))) return null;
      if (!(await this.sessions.consumeMfaChallenge(tenantId, hash))) return null;
      return this.open(tenant, account, identifierKey, client);
    });
  }

  /** Looks at the password in any case, so that the time does not tell whether there is an account. */
  private async refusalOf(account: AdminAccount | null, password: string, tenantActive: boolean) {
    const passwordIsRight = await this.hasher.verify(password, account?.passwordHash ?? null);
    if (!account) return 'unknown_account';
    if (!passwordIsRight) return 'bad_credentials';
    if (account.status !== 'active' || !tenantActive) return 'user_disabled';
    return account.hasPermissions ? null : 'no_permissions';
  }

  private async askForCode(tenantId: string, userId: string, identifierKey: Buffer): Promise<{ mfaToken: string }> {
    const { token, hash } = newTenantToken(MFA_TOKEN_PREFIX, tenantId);
    await this.transactions.run(tenantId, () => this.sessions.addMfaChallenge(tenantId, userId, identifierKey, hash));
    return { mfaToken: token };
  }

  /** Null when the account was disabled or erased meanwhile. */
  private async open(
    { id, code, name }: TenantIdentity,
    { userId, hasTotp }: AdminAccount,
    identifierKey: Buffer,
    client: Client,
  ): Promise<AdminTokenPair | null> {
    const mustEnrol = !hasTotp && (await this.settings.isTrue(id, REQUIRE_MFA));
    const refresh = newTenantToken(ADMIN_REFRESH_TOKEN_PREFIX, id);
    return this.transactions.run(id, async () => {
      const user = await this.signIns.lockUser(id, userId);
      if (user?.status !== 'active') return null;
      const { sessionId, refreshTokenExpiresAt } = await this.sessions.open({
        tenantId: id,
        userId,
        identifierKey,
        ip: client.ip,
        userAgent: client.userAgent,
        refreshTokenHash: refresh.hash,
        mustEnrol,
      });
      const data = { session_id: sessionId, user_id: userId };
      await this.outbox.add({ type: 'session.created', tenantId: id, appId: null, data });
      await this.accountReturn.welcome({ tenantId: id, appId: null, userId, sessionId }, client);
      const access = this.accessTokens.forAdmin({ tenantId: id, userId, sessionId }, await this.transactions.now());
      return {
        accessToken: access.token,
        accessTokenExpiresAt: access.expiresAt,
        refreshToken: refresh.token,
        refreshTokenExpiresAt,
        sessionId,
        tenant: { id, code, name },
      };
    });
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
