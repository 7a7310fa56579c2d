import { Injectable } from '@nestjs/common';
import { Accounts } from '../../infrastructure/accounts/accounts';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';

/** Hashes of an older pepper or cost, which are replaced at a sign-in: only then is the password known. */
@Injectable()
export class PasswordRenewal {
  constructor(
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @param password right for the hash, which stays as it is where it is not in force any more. */
  async renew(
    tenantId: string,
    { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string | null },
    password: string,
  ): Promise<void> {
    if (passwordHash === null || !this.hasher.isOutdated(passwordHash)) return;
    await this.accounts.replacePasswordHash(tenantId, userId, passwordHash, await this.hasher.hash(password));
  }
}
