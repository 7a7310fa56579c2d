import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { MemberDeleted } from '../../domain/accounts/member.events';
import type { User } from '../../domain/accounts/user';
import { UserErased } from '../../domain/accounts/user.events';
import { Users } from '../../infrastructure/accounts/users';
import { UserErasure } from '../../infrastructure/personal-data/user-erasure';
import { Sessions } from '../../infrastructure/sessions/sessions';

/** Erases an account, whoever asked for it. */
@Injectable()
export class AccountErasure {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly erasure: UserErasure,
  ) {}

  /** Erases personal data, and notifies every App. In the current transaction, under the user's lock. */
  async erase(user: User): Promise<void> {
    const { tenantId, id: userId } = user;
    await this.sessions.revokeAll({ tenantId, userId }, 'user_deleted');
    for (const appId of await this.erasure.erase(tenantId, userId)) {
      await this.outbox.add(new MemberDeleted({ tenantId, appId }, userId));
    }
    user.erase(await this.transactions.now());
    await this.users.save(user);
    await this.outbox.add(new UserErased({ tenantId }, userId));
  }
}
