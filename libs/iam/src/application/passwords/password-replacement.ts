import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import type { User } from '../../domain/accounts/user';
import { Users } from '../../infrastructure/accounts/users';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { AccountLinkStore } from '../../infrastructure/passwords/account-link-store';
import { Sessions } from '../../infrastructure/sessions/sessions';

/** A new password for somebody who may have one already. In the transaction under way, behind the lock of the user. */
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
   * By somebody who knows the present one: the session that asks stays, and so do codes for something else.
   *
   * @returns how many other sessions were alive.
   */
  async change(user: User, passwordHash: string, sessionId: string): Promise<number> {
    const { tenantId, id: userId } = await this.set(user, passwordHash);
    await this.challenges.retireAll(tenantId, userId, 'password_reset');
    return this.sessions.revokeAll({ tenantId, userId, exceptId: sessionId }, 'password_changed');
  }

  /** By somebody who knows none: whatever was open is ended, on every surface. */
  async reset(user: User, passwordHash: string): Promise<void> {
    const { tenantId, id: userId } = await this.set(user, passwordHash);
    await this.challenges.retireAll(tenantId, userId);
    await this.sessions.revokeAll({ tenantId, userId }, 'password_reset');
  }

  /** Nobody else is to set another one by a link that was mailed before. */
  private async set(user: User, passwordHash: string): Promise<User> {
    user.setPassword(passwordHash, await this.transactions.now());
    await this.users.save(user);
    await this.links.end(user.tenantId, user.id);
    return user;
  }
}
