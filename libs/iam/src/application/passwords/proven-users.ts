import { Injectable } from '@nestjs/common';
import type { User } from '../../domain/accounts/user';
import { CurrentPasswordInvalidError } from '../../domain/passwords/passwords.errors';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { Users } from '../../infrastructure/accounts/users';
import { Sessions } from '../../infrastructure/sessions/sessions';

/** The password that was verified, which takes a while. */
export interface PasswordProof {
  /** When it was set; null if there was none, undefined if the proof was not a password. */
  readonly passwordChangedAt?: Date | null | undefined;
}

interface SignedIn {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Checks once more, under the user's lock, what was proven before it. Everything that sets a password, ends sessions or
 * revokes a user's access holds this lock, so what it has ended meanwhile permits nothing any more. In the current
 * transaction.
 */
@Injectable()
export class ProvenUsers {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  /** Locks the user. Null if the user is no longer active, or the password has changed. */
  async lock(tenantId: string, userId: string, proof: PasswordProof = {}): Promise<User | null> {
    const user = await this.users.findForUpdate(tenantId, userId);
    return user && isStillProven(user, proof) ? user : null;
  }

  /**
   * The same for a signed-in user.
   *
   * @throws InvalidTokenError if the session ended, CurrentPasswordInvalidError if the password has changed.
   */
  async lockSignedIn({ tenantId, userId, sessionId }: SignedIn, proof: PasswordProof = {}): Promise<User> {
    const user = await this.lock(tenantId, userId);
    if (!user || !(await this.sessions.isLive(tenantId, sessionId))) throw new InvalidTokenError();
    if (!isInForce(proof, user)) throw new CurrentPasswordInvalidError();
    return user;
  }
}

/** @param user as it is under its lock. */
export function isStillProven(user: Pick<User, 'status' | 'passwordChangedAt'>, proof: PasswordProof): boolean {
  return user.status === 'active' && isInForce(proof, user);
}

function isInForce({ passwordChangedAt }: PasswordProof, user: Pick<User, 'passwordChangedAt'>): boolean {
  return passwordChangedAt === undefined || passwordChangedAt?.getTime() === user.passwordChangedAt?.getTime();
}
