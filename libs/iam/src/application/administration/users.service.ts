import { Injectable } from '@nestjs/common';
import { AuditTrail, expectVersion, Outbox, Transactions } from '@libs/kernel';
import { profileOf, type ProfileChanges, type User } from '../../domain/accounts/user';
import { UserDisabled } from '../../domain/accounts/user.events';
import { Users } from '../../infrastructure/accounts/users';
import { UserQueries, type UserView } from '../../infrastructure/administration/user-queries';
import { Sessions } from '../../infrastructure/sessions/sessions';
import { ManagedUsers } from './managed-users';
import { AccountErasure } from '../personal-data/account-erasure';
import type { Administrator } from '../roles/administrator';

/** The users of a tenant, as its administrators manage them. */
@Injectable()
export class UsersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly users: Users,
    private readonly managed: ManagedUsers,
    private readonly sessions: Sessions,
    private readonly erasure: AccountErasure,
    private readonly queries: UserQueries,
  ) {}

  /** @throws ResourceNotFoundError, PermissionDeniedError, VersionConflictError */
  async update(
    administrator: Administrator,
    id: string,
    lockVersion: number,
    changes: ProfileChanges,
  ): Promise<UserView> {
    return this.transactions.run(administrator.tenantId, async () => {
      const user = await this.managed.lockManaged(administrator, id);
      expectVersion(user, lockVersion);
      const before = profileOf(user);
      user.changeProfile(changes, await this.transactions.now());
      return this.saved(user, before, profileOf(user));
    });
  }

  /** @throws ResourceNotFoundError, PermissionDeniedError, VersionConflictError, IamStateError */
  async enable(administrator: Administrator, id: string, lockVersion: number): Promise<UserView> {
    return this.transactions.run(administrator.tenantId, async () => {
      const user = await this.managed.lockManaged(administrator, id);
      expectVersion(user, lockVersion);
      const before = { status: user.status };
      user.enable(await this.transactions.now());
      return this.saved(user, before, { status: user.status });
    });
  }

  /**
   * Ends all sessions, too.
   *
   * @throws ResourceNotFoundError, PermissionDeniedError, VersionConflictError, LastOwnerError, LastPlatformAdminError
   */
  async disable(administrator: Administrator, id: string, lockVersion: number): Promise<UserView> {
    const { tenantId } = administrator;
    return this.transactions.run(tenantId, async () => {
      const user = await this.managed.lockBeforeRemoval(administrator, id);
      expectVersion(user, lockVersion);
      await this.managed.expectDispensable(user);
      const before = { status: user.status };
      user.disable(await this.transactions.now());
      await this.sessions.revokeAll({ tenantId, userId: id }, 'user_disabled');
      await this.outbox.add(new UserDisabled({ tenantId }, id));
      return this.saved(user, before, { status: user.status });
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
      this.audit.record({ resourceType: 'user', resourceId: id, before, after: null });
    });
  }

  private async saved(user: User, before: object, after: object): Promise<UserView> {
    await this.users.save(user);
    this.audit.record({ resourceType: 'user', resourceId: user.id, before, after });
    return this.queries.get(user.tenantId, user.id);
  }
}
