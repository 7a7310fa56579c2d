import { Injectable } from '@nestjs/common';
import { NIL_UUID } from '@libs/kernel';
import type { AdminTokenPair } from '../../domain/sessions/token-pair';
import { InvalidCredentialsError, InvalidMfaError } from '../../domain/sign-in/sign-in.errors';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { TenantIdentities } from '../../infrastructure/accounts/tenant-identities';
import { LoginEvents } from '../../infrastructure/history/login-events';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import { AdminAccounts, type AdminAccount } from '../../infrastructure/sign-in/admin-accounts';
import { SignInAttempts } from '../../infrastructure/sign-in/sign-in-attempts';
import type { Client } from '../accounts/app-scope';
import { PasswordRenewal } from '../passwords/password-renewal';
import { AdminSecondFactor } from './admin-second-factor';

export interface AdminPasswordLogin {
  /** In canonical form. */
  readonly email: string;
  readonly password: string;
  readonly tenantCode: string;
}

/** Guesses at tenants that do not exist are counted under this id. */
const NO_TENANT = NIL_UUID;

@Injectable()
export class AdminLoginService {
  constructor(
    private readonly tenants: TenantIdentities,
    private readonly accounts: AdminAccounts,
    private readonly identifierKeys: IdentifierKeys,
    private readonly attempts: SignInAttempts,
    private readonly hasher: PasswordHasher,
    private readonly renewal: PasswordRenewal,
    private readonly events: LoginEvents,
    private readonly secondFactor: AdminSecondFactor,
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
    const account = await this.accounts.findByEmail(tenantId, login.email);
    const refusal = await this.attempts.ofAdmin(
      { tenantId, identifierKey, addressKey: client.addressKey },
      () => this.refusalOf(account, login.password, tenant?.active ?? false),
      // If a second factor follows, the failures stay: knowing the password must not allow unlimited guesses at codes.
      (found) => (found !== null ? 'failure' : account?.hasTotp ? 'neither' : 'success'),
    );
    if (tenant && account && refusal === null) {
      await this.renewal.renew(tenant.id, account, login.password);
      const admitted = await this.secondFactor.admit(tenant, account, identifierKey, client);
      if (admitted) return admitted;
    }
    if (tenant) await this.recordFailure(tenant.id, account, identifierKey, refusal ?? 'access_lost', client);
    throw new InvalidCredentialsError();
  }

  /** @throws InvalidMfaError for a wrong or used code and for an invalid token, LoginThrottledError */
  async byCode(mfaToken: string, code: string, client: Client): Promise<AdminTokenPair> {
    const halfway = await this.secondFactor.find(mfaToken);
    if (!halfway) throw new InvalidMfaError();
    const { tenantId, userId, identifierKey } = halfway;
    const [account, tenant] = await Promise.all([this.accounts.findById(tenantId, userId), this.tenants.get(tenantId)]);
    const isWelcome = tenant.active && account?.hasPermissions;
    const pair = await this.attempts.ofAdmin(
      { tenantId, identifierKey, addressKey: client.addressKey },
      async () => isWelcome && this.secondFactor.redeem(tenant, halfway, code, client),
      (redeemed) => (redeemed ? 'success' : 'failure'),
    );
    if (pair) return pair;
    await this.recordFailure(tenantId, account, identifierKey, 'bad_second_factor', client);
    throw new InvalidMfaError();
  }

  /** Verifies a password in any case, so that the time does not reveal whether the account exists. */
  private async refusalOf(account: AdminAccount | null, password: string, tenantActive: boolean) {
    const passwordIsRight = await this.hasher.verify(password, account?.passwordHash ?? null);
    if (!account) return 'unknown_account';
    if (!passwordIsRight) return 'bad_credentials';
    if (account.status !== 'active' || !tenantActive) return 'user_disabled';
    return account.hasPermissions ? null : 'no_permissions';
  }

  private async recordFailure(
    tenantId: string,
    account: AdminAccount | null,
    identifierKey: Buffer,
    reason: string,
    client: Client,
  ): Promise<void> {
    const attempt = { ...client, tenantId, appId: null, userId: account?.userId ?? null, identifierKey };
    await this.events.recordFailure({ ...attempt, method: 'password', reason });
  }
}
