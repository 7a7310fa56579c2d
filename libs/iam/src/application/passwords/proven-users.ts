import { Injectable } from '@nestjs/common';
import type { User } from '../../domain/accounts/user';
import { CurrentPasswordInvalidError } from '../../domain/passwords/passwords.errors';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { Users } from '../../infrastructure/accounts/users';
import { Sessions } from '../../infrastructure/sessions/sessions';

/** A password as it was looked at, which takes a while. */
export interface PasswordProof {
  /** When it was set; null where there was none, undefined where no password was the proof. */
  readonly passwordChangedAt?: Date | null | undefined;
}

interface SignedIn {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Looks once more at what was proven before the lock. Whatever sets a password, ends sessions or takes the access of a
 * user holds this lock: what it has ended meanwhile permits nothing any more. In the transaction under way.
 */
@Injectable()
export class ProvenUsers {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  /** The user, locked. Null where the user is not active any more, or another password is in force. */
  async lock(tenantId: string, userId: string, proof: PasswordProof = {}): Promise<User | null> {
    const user = await this.users.findForUpdate(tenantId, userId);
    return user?.status === 'active' && isInForce(proof, user) ? user : null;
  }

  /**
   * The same for somebody who is signed in.
   *
   * @throws InvalidTokenError where the session ended, CurrentPasswordInvalidError where the password is another one.
   */
  async lockSignedIn({ tenantId, userId, sessionId }: SignedIn, proof: PasswordProof = {}): Promise<User> {
    const user = await this.lock(tenantId, userId);
    if (!user || !(await this.sessions.isLive(tenantId, sessionId))) throw new InvalidTokenError();
    if (!isInForce(proof, user)) throw new CurrentPasswordInvalidError();
    return user;
  }
}

function isInForce({ passwordChangedAt }: PasswordProof, user: User): boolean {
  return passwordChangedAt === undefined || passwordChangedAt?.getTime() === user.passwordChangedAt?.getTime();
}
