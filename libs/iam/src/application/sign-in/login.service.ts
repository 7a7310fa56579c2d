import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { DeviceDetails } from '../../domain/sessions/device';
import type { TokenPair } from '../../domain/sessions/token-pair';
import { InvalidCredentialsError, VerificationRequiredError } from '../../domain/sign-in/sign-in.errors';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { LoginEvents } from '../../infrastructure/history/login-events';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import type { AttemptOutcome } from '../../infrastructure/sign-in/failure-counter';
import { type LoginAccount, LoginLookup } from '../../infrastructure/sign-in/login-lookup';
import { SignInAttempts } from '../../infrastructure/sign-in/sign-in-attempts';
import type { AppScope, Client } from '../accounts/app-scope';
import { PasswordRenewal } from '../passwords/password-renewal';
import { SessionOpening } from './session-opening';

export interface PasswordLogin {
  readonly identifier: Identifier;
  readonly password: string;
  readonly deviceKey: string;
  readonly device: DeviceDetails;
}

/**
 * Why a sign-in failed, for the record; the client is told less. `access_lost`: the account lost its access, or changed
 * its password, while that was being verified.
 */
type Refusal =
  | 'unknown_account'
  | 'bad_credentials'
  | 'user_disabled'
  | 'no_membership'
  | 'suspended'
  | 'not_verified'
  | 'access_lost';

@Injectable()
export class LoginService {
  constructor(
    private readonly transactions: Transactions,
    private readonly lookup: LoginLookup,
    private readonly attempts: SignInAttempts,
    private readonly hasher: PasswordHasher,
    private readonly events: LoginEvents,
    private readonly opening: SessionOpening,
    private readonly renewal: PasswordRenewal,
    private readonly identifierKeys: IdentifierKeys,
  ) {}

  /**
   * @throws LoginThrottledError, InvalidCredentialsError alike for every account that cannot sign in and for unknown
   * ones, or VerificationRequiredError after the right password of an unconfirmed registration.
   */
  async byPassword(scope: AppScope, login: PasswordLogin, client: Client): Promise<TokenPair> {
    const identifierKey = this.identifierKeys.ofIdentifier(login.identifier.type, login.identifier.value);
    const account = await this.lookup.byIdentifier(scope, login.identifier, login.deviceKey);
    const { deviceKey } = login;
    const { addressKey } = client;
    const knownTo = account?.knownDevice ? account.userId : null;
    const outcome = await this.attempts.ofMember(
      scope,
      { identifierKey, knownTo, deviceKey, addressKey },
      (succeed) => this.attempt(scope, account, login, identifierKey, client, succeed),
      countOf,
    );
    if (typeof outcome !== 'string') return outcome;
    const userId = account?.userId ?? null;
    await this.events.recordFailure({
      ...scope,
      ...client,
      userId,
      identifierKey,
      method: 'password',
      reason: outcome,
    });
    throw outcome === 'not_verified' ? new VerificationRequiredError() : new InvalidCredentialsError();
  }

  /** @param succeed counts the success with the session that it opens. */
  private async attempt(
    scope: AppScope,
    account: LoginAccount | null,
    { password, deviceKey, device }: PasswordLogin,
    identifierKey: Buffer,
    client: Client,
    succeed: () => Promise<void>,
  ): Promise<TokenPair | Refusal> {
    const refusal = await this.refusalOf(account, password);
    if (!account || refusal !== null) return refusal ?? 'unknown_account';
    await this.renewal.renew(scope.tenantId, account, password);
    const { userId, passwordChangedAt } = account;
    const signIn = { userId, method: 'password', identifierKey, deviceKey, device, passwordChangedAt } as const;
    return this.transactions.run(scope.tenantId, async () => {
      const pair = await this.opening.open(scope, signIn, client);
      if (pair) await succeed();
      return pair ?? 'access_lost';
    });
  }

  /** Verifies a password in any case, so that the time does not reveal whether the account exists. */
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
}

/** A right password is not a failure, whatever became of the account meanwhile or is missing to it. */
function countOf(outcome: TokenPair | Refusal): AttemptOutcome {
  if (typeof outcome !== 'string' || outcome === 'access_lost') return 'success';
  return outcome === 'not_verified' ? 'neither' : 'failure';
}
