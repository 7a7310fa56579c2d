import { Injectable } from '@nestjs/common';
import { AuditTrail, expectAll, found, Outbox, Transactions } from '@libs/kernel';
import type { AppMembership } from '../../domain/accounts/app-membership';
import { MemberDeleted, MemberSuspended } from '../../domain/accounts/member.events';
import { Memberships } from '../../infrastructure/accounts/memberships';
import { MemberQueries, type MemberView } from '../../infrastructure/administration/member-queries';
import { OtpRequests } from '../../infrastructure/codes/otp-requests';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { AppScope } from '../accounts/app-scope';
import { ManagedUsers } from './managed-users';

/** The members of an App, as administrators manage them. */
@Injectable()
export class MembersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly memberships: Memberships,
    private readonly otpRequests: OtpRequests,
    private readonly managed: ManagedUsers,
    private readonly sessions: Sessions,
    private readonly queries: MemberQueries,
  ) {}

  /** Ends the sessions at the App, too. @throws ResourceNotFoundError, IamStateError */
  async suspend(scope: AppScope, userId: string): Promise<MemberView> {
    return this.transactions.run(scope.tenantId, async () => {
      const membership = await this.lock(scope, userId);
      const before = { status: membership.status };
      membership.suspend();
      await this.memberships.save(membership);
      await this.sessions.revokeAll({ ...scope, userId }, 'member_suspended');
      await this.outbox.add(new MemberSuspended(scope, userId));
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
      await this.memberships.save(membership);
      this.record(membership, before, { status: membership.status });
      return this.queries.get(scope, userId);
    });
  }

  /**
   * `suspend` for all of them, or none.
   *
   * @param userIds in lower case; duplicates count once.
   * @throws ResourceConflictError naming in `ids` those that are no members, or suspended already.
   */
  async suspendAll(scope: AppScope, userIds: readonly string[]): Promise<void> {
    await this.transactions.run(scope.tenantId, async () => {
      const suspended = await this.changeAll(
        scope,
        userIds,
        ({ isSuspended }) => !isSuspended,
        (membership) => membership.suspend(),
      );
      await this.sessions.revokeOfAll(suspended, scope, 'member_suspended');
      for (const userId of suspended) await this.outbox.add(new MemberSuspended(scope, userId));
    });
  }

  /** `activate` for all of them, or none. @throws ResourceConflictError as `suspendAll`, for those not suspended. */
  async activateAll(scope: AppScope, userIds: readonly string[]): Promise<void> {
    await this.transactions.run(scope.tenantId, async () => {
      await this.changeAll(
        scope,
        userIds,
        ({ isSuspended }) => isSuspended,
        (membership) => membership.reinstate(),
      );
    });
  }

  /** Removes the user from the App. The account itself stays. @throws ResourceNotFoundError */
  async delete(scope: AppScope, userId: string): Promise<void> {
    await this.transactions.run(scope.tenantId, async () => {
      const membership = await this.lock(scope, userId);
      await this.sessions.revokeAll({ ...scope, userId }, 'member_deleted');
      await this.otpRequests.deleteOf(scope.tenantId, scope.appId, userId);
      await this.memberships.delete(membership);
      await this.outbox.add(new MemberDeleted(scope, userId));
      this.record(membership, { status: membership.status }, null);
    });
  }

  /** Locks the user first, in the same order as the confirmation of a registration. */
  private async lock({ tenantId, appId }: AppScope, userId: string): Promise<AppMembership> {
    await this.managed.lock(tenantId, userId);
    return found(await this.memberships.find(tenantId, appId, userId));
  }

  /** @returns the users whose memberships were changed. */
  private async changeAll(
    { tenantId, appId }: AppScope,
    userIds: readonly string[],
    isPossible: (membership: AppMembership) => boolean,
    happen: (membership: AppMembership) => void,
  ): Promise<string[]> {
    const locked = (await this.managed.lockAll(tenantId, userIds)).map(({ id }) => id);
    const memberships = await this.memberships.findAll(tenantId, appId, locked);
    expectAll(
      userIds,
      memberships.filter(isPossible).map(({ userId: id }) => ({ id })),
    );
    for (const membership of memberships) {
      const before = { status: membership.status };
      happen(membership);
      this.record(membership, before, { status: membership.status });
    }
    await this.memberships.saveStatuses(tenantId, appId, memberships);
    return locked;
  }

  /** One of several members has a record of its own. */
  private record({ appId, userId }: AppMembership, before: object, after: object | null): void {
    this.audit.record({ resourceType: 'member', resourceId: userId, appId, before, after, isOwnRecord: true });
  }
}
