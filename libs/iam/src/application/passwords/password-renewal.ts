import { Injectable } from '@nestjs/common';
import { Users } from '../../infrastructure/accounts/users';
import { PasswordHasher } from '../../infrastructure/passwords/password-hasher';

/** Replaces hashes of an older pepper or cost, and those of other systems, at a sign-in, the only time the password is known. */
@Injectable()
export class PasswordRenewal {
  constructor(
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @param password matches the hash, which is not replaced if it is no longer the user's. */
  async renew(
    tenantId: string,
    { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string | null },
    password: string,
  ): Promise<void> {
    if (passwordHash === null || !this.hasher.isOutdated(passwordHash)) return;
    await this.users.replacePasswordHash(tenantId, userId, passwordHash, await this.hasher.hash(password));
  }
}
