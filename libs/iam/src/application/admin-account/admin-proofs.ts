import { Injectable } from '@nestjs/common';
import { CurrentPasswordInvalidError } from '../../domain/passwords/passwords.errors';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { AdminProfiles } from '../../infrastructure/admin-account/admin-profiles';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import { AdminAccounts } from '../../infrastructure/sign-in/admin-accounts';
import type { AttemptOutcome } from '../../infrastructure/sign-in/failure-counter';
import { SignInAttempts } from '../../infrastructure/sign-in/sign-in-attempts';
import type { Client } from '../accounts/app-scope';

/** The password of an administrator, verified once and to be checked again under the user's lock. */
export interface ProvenAdminPassword {
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
}

/** Has signed-in administrators prove once more who they are, for actions that require it. */
@Injectable()
export class AdminProofs {
  constructor(
    private readonly accounts: AdminAccounts,
    private readonly profiles: AdminProfiles,
    private readonly hasher: PasswordHasher,
    private readonly identifierKeys: IdentifierKeys,
    private readonly attempts: SignInAttempts,
  ) {}

  /** A wrong password counts as a failed sign-in. @throws CurrentPasswordInvalidError, LoginThrottledError */
  async expectPassword(admin: AdminSession, password: string, client: Client): Promise<ProvenAdminPassword> {
    const [account, email] = await Promise.all([
      this.accounts.findById(admin.homeTenantId, admin.userId),
      this.emailOf(admin),
    ]);
    if (!account) throw new InvalidTokenError();
    const { passwordHash, passwordChangedAt, hasTotp } = account;
    const isRight = await this.attempt(
      admin,
      email,
      client,
      () => this.hasher.verify(password, passwordHash),
      // As at a sign-in: the password alone must not clear the failures of the second factor.
      (right) => (right ? (hasTotp ? 'neither' : 'success') : 'failure'),
    );
    if (!isRight) throw new CurrentPasswordInvalidError();
    return { email, passwordHash, passwordChangedAt };
  }

  /** @param take uses up a right code. A wrong one counts as a failed sign-in. @throws LoginThrottledError */
  async takeCode(admin: AdminSession, client: Client, take: () => Promise<boolean>): Promise<boolean> {
    const email = await this.emailOf(admin);
    return this.attempt(admin, email, client, take, (taken) => (taken ? 'success' : 'failure'));
  }

  private attempt<T>(
    { homeTenantId: tenantId, userId }: AdminSession,
    email: string | null,
    { addressKey }: Client,
    make: () => Promise<T>,
    outcomeOf: (result: T) => AttemptOutcome,
  ): Promise<T> {
    const identifierKey = this.identifierKeys.ofIdentifier('email', email ?? userId);
    return this.attempts.ofAdmin({ tenantId, identifierKey, addressKey }, make, outcomeOf);
  }

  private async emailOf({ homeTenantId, userId }: AdminSession): Promise<string | null> {
    return (await this.profiles.find(homeTenantId, userId))?.email ?? null;
  }
}
