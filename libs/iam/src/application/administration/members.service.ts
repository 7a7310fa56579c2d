import { Injectable } from '@nestjs/common';
import { AuditTrail, Outbox, ResourceNotFoundError, Transactions } from '@libs/kernel';
import type { AppMembership } from '../../domain/accounts/app-membership';
import { Accounts } from '../../infrastructure/accounts/accounts';
import { MemberQueries, type MemberView } from '../../infrastructure/administration/member-queries';
import { UserSessions } from '../../infrastructure/sessions/user-sessions';
import type { AppScope } from '../accounts/app-scope';
import { ManagedUsers } from './managed-users';

/** The members of an App, as administrators manage them. */
@Injectable()
export class MembersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly accounts: Accounts,
    private readonly managed: ManagedUsers,
    private readonly sessions: UserSessions,
    private readonly queries: MemberQueries,
  ) {}

  /** Ends the sessions at the App too. @throws ResourceNotFoundError, IamStateError */
  async suspend(scope: AppScope, userId: string): Promise<MemberView> {
    return this.transactions.run(scope.tenantId, async () => {
      const membership = await this.lock(scope, userId);
      const before = { status: membership.status };
      membership.suspend();
      await this.accounts.saveMembership(membership);
      await this.sessions.revokeAll({ ...scope, userId }, 'member_suspended');
      await this.outbox.add({ type: 'member.suspended', ...scope, data: { user_id: userId } });
      this.record(membership, before, { status: membership.status });
      return this.queries.get(scope, userId);
    });
  }

  /** Ends a suspension. @throws ResourceNotFoundError, IamStateError */
  async activate(scope: AppScope, userId: string): Promise<MemberView> {
    return this.transactions.run(scope.tenantId, async () => {
      const membership = await this.lock(scope, userId);
      const before = { status: membership.status };
      membership.reinstate();
      await this.accounts.saveMembership(membership);
      this.record(membership, before, { status: membership.status });
      return this.queries.get(scope, userId);
    });
  }

  /** Takes the user from the App. The account itself stays. @throws ResourceNotFoundError */
  async delete(scope: AppScope, userId: string): Promise<void> {
    await this.transactions.run(scope.tenantId, async () => {
      const membership = await this.lock(scope, userId);
      await this.sessions.revokeAll({ ...scope, userId }, 'member_deleted');
      await this.accounts.deleteRequests(scope.tenantId, scope.appId, userId);
      await this.accounts.deleteMembership(membership);
      await this.outbox.add({ type: 'member.deleted', ...scope, data: { user_id: userId } });
      this.record(membership, { status: membership.status }, null);
    });
  }

  /** The user first, as whoever confirms a registration does. */
  private async lock({ tenantId, appId }: AppScope, userId: string): Promise<AppMembership> {
    await this.managed.lock(tenantId, userId);
    const membership = await this.accounts.findMembership(tenantId, appId, userId);
    if (!membership) throw new ResourceNotFoundError();
    return membership;
  }

  private record({ appId, userId }: AppMembership, before: object, after: object | null): void {
    this.audit.record({ resourceType: 'member', resourceId: userId, appId, before, after });
  }
}
