import { field, fields, having } from '@libs/kernel';
import { IamStateError } from './accounts.errors';

export const MEMBERSHIP_STATUSES = ['pending_verification', 'active', 'suspended'] as const;
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** A user's membership of an App. */
export const membership = fields({
  tenantId: field.uuid(),
  appId: field.uuid(),
  userId: field.uuid(),
  status: field.one('AppMembershipStatus', MEMBERSHIP_STATUSES).initially('pending_verification').example('active'),
  joinedAt: field.instant().nullable().initially(null),
  createdAt: field.instant(),
});

export class AppMembership extends having(membership) {
  constructor({ tenantId, appId }: { tenantId: string; appId: string }, userId: string, createdAt: Date) {
    super({ tenantId, appId, userId, createdAt });
  }

  get isPending(): boolean {
    return this.status === 'pending_verification';
  }

  get isSuspended(): boolean {
    return this.status === 'suspended';
  }

  /** Activates only a pending membership: a code must not lift a suspension. */
  activate(now: Date): boolean {
    if (!this.isPending) return false;
    Object.assign(this, { status: 'active' satisfies MembershipStatus, joinedAt: now });
    return true;
  }

  /** @throws IamStateError when it is suspended already. */
  suspend(): void {
    if (this.isSuspended) throw new IamStateError();
    Object.assign(this, { status: 'suspended' satisfies MembershipStatus });
  }

  /**
   * Ends a suspension: a user who had not proven the address still has to.
   *
   * @throws IamStateError when it is not suspended.
   */
  reinstate(): void {
    if (!this.isSuspended) throw new IamStateError();
    const status: MembershipStatus = this.joinedAt === null ? 'pending_verification' : 'active';
    Object.assign(this, { status });
  }
}
