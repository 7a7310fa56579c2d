import { Injectable } from '@nestjs/common';
import { CurrentPasswordInvalidError } from '../../domain/passwords/passwords.errors';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { AdminProfiles } from '../../infrastructure/admin-account/admin-profiles';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import { AdminAccounts } from '../../infrastructure/sign-in/admin-accounts';
import { LoginThrottle } from '../../infrastructure/sign-in/login-throttle';
import { LoginThrottleKeys } from '../../infrastructure/sign-in/login-throttle-keys';
import type { Client } from '../accounts/app-scope';

/** The password of an administrator, verified once and to be checked again under the user's lock. */
export interface ProvenAdminPassword {
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
}

/** Verifies the password of signed-in administrators for actions that require it. */
@Injectable()
export class AdminPasswordProofs {
  constructor(
    private readonly accounts: AdminAccounts,
    private readonly profiles: AdminProfiles,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly identifierKeys: IdentifierKeys,
    private readonly throttleKeys: LoginThrottleKeys,
  ) {}

  /** A wrong password counts as a failed sign-in. @throws CurrentPasswordInvalidError, LoginThrottledError */
  async expect(
    { homeTenantId: tenantId, userId }: AdminSession,
    password: string,
    client: Client,
  ): Promise<ProvenAdminPassword> {
    const [account, profile] = await Promise.all([
      this.accounts.findById(tenantId, userId),
      this.profiles.find(tenantId, userId),
    ]);
    if (!account) throw new InvalidTokenError();
    const email = profile?.email ?? null;
    const identifierKey = this.identifierKeys.ofIdentifier('email', email ?? userId);
    const keys = this.throttleKeys.ofAdminAttempt(tenantId, identifierKey, client.addressKey);
    const { passwordHash, passwordChangedAt, hasTotp } = account;
    const isRight = await this.throttle.attempt(
      keys,
      () => this.hasher.verify(password, passwordHash),
      // As at a sign-in: the password alone must not clear the failures of the second factor.
      (right) => (right ? (hasTotp ? 'neither' : 'success') : 'failure'),
    );
    if (!isRight) throw new CurrentPasswordInvalidError();
    return { email, passwordHash, passwordChangedAt };
  }
}
