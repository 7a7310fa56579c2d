import { IamStateError } from './accounts.errors';

export const MEMBERSHIP_STATUSES = ['pending_verification', 'active', 'suspended'] as const;
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** A user's membership of an App. */
export class AppMembership {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
  readonly status: MembershipStatus;
  readonly joinedAt: Date | null;
  readonly createdAt: Date;

  constructor(scope: { tenantId: string; appId: string }, userId: string, now: Date) {
    this.tenantId = scope.tenantId;
    this.appId = scope.appId;
    this.userId = userId;
    this.status = 'pending_verification';
    this.joinedAt = null;
    this.createdAt = now;
  }

  get isPending(): boolean {
    return this.status === 'pending_verification';
  }

  /** Activates only a pending membership: a code must not lift a suspension. */
  activate(now: Date): boolean {
    if (!this.isPending) return false;
    Object.assign(this, { status: 'active' satisfies MembershipStatus, joinedAt: now });
    return true;
  }

  /** @throws IamStateError when it is suspended already. */
  suspend(): void {
    if (this.status === 'suspended') throw new IamStateError();
    Object.assign(this, { status: 'suspended' satisfies MembershipStatus });
  }

  /**
   * Ends a suspension: a user who had not proven the address still has to.
   *
   * @throws IamStateError when it is not suspended.
   */
  reinstate(): void {
    if (this.status !== 'suspended') throw new IamStateError();
    const status: MembershipStatus = this.joinedAt === null ? 'pending_verification' : 'active';
    Object.assign(this, { status });
  }
}
