import { Injectable } from '@nestjs/common';
import { AuditTrail, expectAll, Outbox, Transactions, VersionedChanges, wireOf } from '@libs/kernel';
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
    private readonly users: Users,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'user',
      save: (user) => users.save(user),
      see: (user) => user,
      record: (user) => wireOf(RECORDED, user),
      hasOwnRecord: true,
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
   * `enable` for all of them, or none.
   *
   * @param ids in lower case; duplicates count once.
   * @throws ResourceConflictError naming in `ids` those that are unknown, or active already. PermissionDeniedError
   */
  async enableAll(administrator: Administrator, ids: readonly string[]): Promise<void> {
    const { tenantId } = administrator;
    await this.transactions.run(tenantId, async () => {
      const users = await this.managed.lockAllManaged(administrator, ids);
      expectAll(
        ids,
        users.filter(({ status }) => status !== 'active'),
      );
      await this.switchAll(tenantId, users, (user, now) => user.enable(now));
    });
  }

  /**
   * `disable` for all of them, or none.
   *
   * @param ids in lower case; duplicates count once.
   * @throws ResourceConflictError naming in `ids` those that are unknown, or disabled already. PermissionDeniedError
   * @throws LastOwnerError, LastPlatformAdminError naming in `ids` those of whom one has to stay.
   */
  async disableAll(administrator: Administrator, ids: readonly string[]): Promise<void> {
    const { tenantId } = administrator;
    await this.transactions.run(tenantId, async () => {
      const users = await this.managed.lockAllBeforeRemoval(administrator, ids);
      expectAll(
        ids,
        users.filter(({ status }) => status !== 'disabled'),
      );
      await this.managed.expectAllDispensable(tenantId, users);
      await this.switchAll(tenantId, users, (user, now) => user.disable(now));
      const disabled = users.map(({ id }) => id);
      await this.sessions.revokeOfAll(disabled, { tenantId }, 'user_disabled');
      for (const id of disabled) await this.outbox.add(new UserDisabled({ tenantId }, id));
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

  private async switchAll(
    tenantId: string,
    users: readonly User[],
    happen: (user: User, now: Date) => void,
  ): Promise<void> {
    const now = await this.transactions.now();
    for (const user of users) {
      const before = wireOf(RECORDED, user);
      happen(user, now);
      this.changes.record(user, before, wireOf(RECORDED, user));
    }
    await this.users.saveStatuses(tenantId, users);
  }

  private async change(user: User, lockVersion: number, work: (now: Date) => void | Promise<void>): Promise<UserView> {
    const now = await this.transactions.now();
    await this.changes.change(user, lockVersion, () => work(now));
    return this.queries.get(user.tenantId, user.id);
  }
}
