import { Injectable } from '@nestjs/common';
import { Users } from '../../infrastructure/accounts/users';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';

/** Hashes of an older pepper or cost, which are replaced at a sign-in: only then is the password known. */
@Injectable()
export class PasswordRenewal {
  constructor(
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @param password right for the hash, which stays as it is where it is not in force any more. */
  async renew(
    tenantId: string,
    { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string | null },
    password: string,
  ): Promise<void> {
    if (passwordHash === null || !this.hasher.isOutdated(passwordHash)) return;
    await this.users.replacePasswordHash(tenantId, userId, passwordHash, await this.hasher.hash(password));
  }
}
