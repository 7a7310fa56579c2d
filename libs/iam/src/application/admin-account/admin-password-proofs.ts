import { Injectable } from '@nestjs/common';
import { CurrentPasswordInvalidError, InvalidTokenError } from '../../domain/accounts/iam.errors';
import { AdminAccounts } from '../../infrastructure/sign-in/admin-accounts';
import type { AdminSession } from '../../infrastructure/sessions/admin-sessions';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { LoginThrottle } from '../../infrastructure/sign-in/login-throttle';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import type { Client } from '../accounts/app-scope';

/** The password of an administrator, as it was found right. To be looked at again behind the lock of the user. */
export interface ProvenAdminPassword {
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
}

/** What an administrator who is signed in does only with the password. */
@Injectable()
export class AdminPasswordProofs {
  constructor(
    private readonly admins: AdminAccounts,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly identifierKeys: IdentifierKeys,
  ) {}

  /** A wrong password counts as a failed sign-in. @throws CurrentPasswordInvalidError, LoginThrottledError */
  async expect(
    { homeTenantId: tenantId, userId }: AdminSession,
    password: string,
    client: Client,
  ): Promise<ProvenAdminPassword> {
    const [account, profile] = await Promise.all([
      this.admins.findById(tenantId, userId),
      this.admins.findProfile(tenantId, userId),
    ]);
    if (!account) throw new InvalidTokenError();
    const email = profile?.email ?? null;
    const identifierKey = this.identifierKeys.ofIdentifier('email', email ?? userId);
    const keys = this.identifierKeys.ofAdminAttempt(tenantId, identifierKey, client.addressKey);
    const { passwordHash, passwordChangedAt, hasTotp } = account;
    const isRight = await this.throttle.attempt(
      keys,
      () => this.hasher.verify(password, passwordHash),
      // As at a sign-in: the password alone must not clear the failures at the second factor.
      (right) => (right ? (hasTotp ? 'neither' : 'success') : 'failure'),
    );
    if (!isRight) throw new CurrentPasswordInvalidError();
    return { email, passwordHash, passwordChangedAt };
  }
}
