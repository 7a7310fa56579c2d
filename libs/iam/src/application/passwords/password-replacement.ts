import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import type { User } from '../../domain/accounts/user';
import { Users } from '../../infrastructure/accounts/users';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { AccountLinkStore } from '../../infrastructure/passwords/account-link-store';
import { Sessions } from '../../infrastructure/sessions/sessions';

/** Sets a new password, whether or not there was one. In the current transaction, under the user's lock. */
@Injectable()
export class PasswordReplacement {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly challenges: OtpChallenges,
    private readonly links: AccountLinkStore,
  ) {}

  /**
   * For a user who knows the current password: the session that asks stays, and so do codes for other purposes.
   *
   * @returns how many other sessions were alive.
   */
  async change(user: User, passwordHash: string, sessionId: string): Promise<number> {
    const { tenantId, id: userId } = await this.set(user, passwordHash);
    await this.challenges.retireAll(tenantId, userId, 'password_reset');
    return this.sessions.revokeAll({ tenantId, userId, exceptId: sessionId }, 'password_changed');
  }

  /** For a user who does not know it: all sessions are ended, on every surface. */
  async reset(user: User, passwordHash: string): Promise<void> {
    const { tenantId, id: userId } = await this.set(user, passwordHash);
    await this.challenges.retireAll(tenantId, userId);
    await this.sessions.revokeAll({ tenantId, userId }, 'password_reset');
  }

  /** A link that was mailed before must not be used to set another password. */
  private async set(user: User, passwordHash: string): Promise<User> {
    user.setPassword(passwordHash, await this.transactions.now());
    await this.users.save(user);
    await this.links.end(user.tenantId, user.id);
    return user;
  }
}
