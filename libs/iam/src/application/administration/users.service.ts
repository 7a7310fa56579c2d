import { Injectable } from '@nestjs/common';
import { AuditTrail, Outbox, Transactions, VersionedChanges, wireOf } from '@libs/kernel';
import { profile, type ProfileChanges, type User, user as fields } from '../../domain/accounts/user';
import { UserDisabled, UserTimeZoneChanged } from '../../domain/accounts/user.events';
import { Users } from '../../infrastructure/accounts/users';
import { UserQueries, type UserView } from '../../infrastructure/administration/user-queries';
import { Sessions } from '../../infrastructure/sessions/sessions';
import { ManagedUsers } from './managed-users';
import { AccountErasure } from '../personal-data/account-erasure';
import type { Administrator } from '../roles/administrator';

const RECORDED = { ...profile, status: fields.status };

/** The users of a tenant, as its administrators manage them. */
@Injectable()
export class UsersService {
  private readonly changes: VersionedChanges<User>;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly managed: ManagedUsers,
    private readonly sessions: Sessions,
    private readonly erasure: AccountErasure,
    private readonly queries: UserQueries,
    users: Users,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'user',
      save: (user) => users.save(user),
      see: (user) => user,
      record: (user) => wireOf(RECORDED, user),
    });
  }

  /** @throws ResourceNotFoundError, PermissionDeniedError, VersionConflictError */
  update(administrator: Administrator, id: string, lockVersion: number, changes: ProfileChanges): Promise<UserView> {
    return this.transactions.run(administrator.tenantId, async () => {
      const user = await this.managed.lockManaged(administrator, id);
      return this.change(user, lockVersion, async (now) => {
        user.changeProfile(changes, now);
        if (changes.timeZone !== undefined) await this.outbox.add(new UserTimeZoneChanged(administrator, user.id));
      });
    });
  }

  /** @throws ResourceNotFoundError, PermissionDeniedError, VersionConflictError, IamStateError */
  enable(administrator: Administrator, id: string, lockVersion: number): Promise<UserView> {
    return this.transactions.run(administrator.tenantId, async () => {
      const user = await this.managed.lockManaged(administrator, id);
      return this.change(user, lockVersion, (now) => user.enable(now));
    });
  }

  /**
   * Ends all sessions, too.
   *
   * @throws ResourceNotFoundError, PermissionDeniedError, VersionConflictError, LastOwnerError, LastPlatformAdminError
   */
  disable(administrator: Administrator, id: string, lockVersion: number): Promise<UserView> {
    const { tenantId } = administrator;
    return this.transactions.run(tenantId, async () => {
      const user = await this.managed.lockBeforeRemoval(administrator, id);
      return this.change(user, lockVersion, async (now) => {
        await this.managed.expectDispensable(user);
        user.disable(now);
        await this.sessions.revokeAll({ tenantId, userId: id }, 'user_disabled');
        await this.outbox.add(new UserDisabled({ tenantId }, id));
      });
    });
  }

  /**
   * Permanent: personal data is erased.
   *
   * @throws ResourceNotFoundError, PermissionDeniedError, LastOwnerError, LastPlatformAdminError
   */
  async delete(administrator: Administrator, id: string): Promise<void> {
    const { tenantId } = administrator;
    await this.transactions.run(tenantId, async () => {
      const user = await this.managed.lockBeforeRemoval(administrator, id);
      await this.managed.expectDispensable(user);
      const before = { status: user.status };
      await this.erasure.erase(user);
      this.changes.record(user, before, null);
    });
  }

  private async change(user: User, lockVersion: number, work: (now: Date) => void | Promise<void>): Promise<UserView> {
    const now = await this.transactions.now();
    await this.changes.change(user, lockVersion, () => work(now));
    return this.queries.get(user.tenantId, user.id);
  }
}
