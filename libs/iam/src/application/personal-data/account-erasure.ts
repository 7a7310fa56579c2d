import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import type { User } from '../../domain/accounts/user';
import { Accounts } from '../../infrastructure/accounts/accounts';
import { UserErasure } from '../../infrastructure/personal-data/user-erasure';
import { UserSessions } from '../../infrastructure/sessions/user-sessions';

/** The end of an account, whoever asked for it. */
@Injectable()
export class AccountErasure {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly sessions: UserSessions,
    private readonly erasure: UserErasure,
  ) {}

  /** Erases what is personal, and tells every App. In the transaction under way, behind the lock of the user. */
  async erase(user: User): Promise<void> {
    const { tenantId, id: userId } = user;
    const data = { user_id: userId };
    await this.sessions.revokeAll({ tenantId, userId }, 'user_deleted');
    for (const appId of await this.erasure.erase(tenantId, userId)) {
      await this.outbox.add({ type: 'member.deleted', tenantId, appId, data });
    }
    user.erase(await this.transactions.now());
    await this.accounts.saveUser(user);
    await this.outbox.add({ type: 'user.erased', tenantId, appId: null, data });
  }
}
