import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type SweepBatch, Sweeps } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import type { Identifier, LoginIdentifier } from '../../domain/accounts/login-identifier';
import { MemberDeleted } from '../../domain/accounts/member.events';
import type { User } from '../../domain/accounts/user';
import { UserErased } from '../../domain/accounts/user.events';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { PendingRegistrations } from '../../infrastructure/registration/pending-registrations';
import {
  type RemovedMembership,
  UnconfirmedUsers,
  type UserKey,
} from '../../infrastructure/registration/unconfirmed-users';

/**
 * Addresses that were registered but never proven. They are given up to whoever proves to own them, and to an
 * invitation; users who have nothing else are deleted. Only an invitation that is not yet accepted keeps its address:
 * it is proven by a link to the same mailbox.
 */
@Injectable()
export class UnverifiedAddresses implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly identifiers: LoginIdentifiers,
    private readonly challenges: OtpChallenges,
    private readonly pending: PendingRegistrations,
    private readonly unconfirmed: UnconfirmedUsers,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('iam.unconfirmed_users', () => this.removeStale());
  }

  /** Gives the address to a new user. In the current transaction. @returns false if it belongs to somebody for good. */
  async giveTo(user: User, identifier: LoginIdentifier): Promise<boolean> {
    return this.give(identifier, () => this.identifiers.insertWithUser(user, identifier));
  }

  /** The same for an existing user. */
  async add(identifier: LoginIdentifier): Promise<boolean> {
    return this.give(identifier, () => this.identifiers.insert(identifier));
  }

  private async give(identifier: LoginIdentifier, insert: () => Promise<boolean>): Promise<boolean> {
    return (await insert()) || ((await this.release(identifier.tenantId, identifier)) && (await insert()));
  }

  /** @returns whether the address is now free. */
  private async release(tenantId: string, address: Identifier): Promise<boolean> {
    const holder = await this.identifiers.findHolderForUpdate(tenantId, address);
    if (!holder) return true;
    const { user, identifier } = holder;
    if (identifier.verifiedAt !== null || (await this.unconfirmed.isInvited(tenantId, user.id))) return false;
    await this.pending.endEverywhere(tenantId, address);
    const others = (await this.identifiers.of(tenantId, user.id)).filter(({ id }) => id !== identifier.id);
    if (others.length === 0 && (await this.unconfirmed.isRemovable(tenantId, user.id))) {
      const key = { tenantId, userId: user.id };
      await this.announce([key], await this.unconfirmed.remove(key));
      return true;
    }
    await this.identifiers.delete(identifier);
    const successor = others.find(({ verifiedAt }) => verifiedAt !== null) ?? others[0];
    if (identifier.isPrimary && successor) {
      successor.makePrimary();
      await this.identifiers.save(successor);
    }
    await this.challenges.retireThoseTo(tenantId, user.id, address);
    return true;
  }

  private removeStale(): Promise<SweepBatch> {
    return this.transactions.runAsSystem(async () => {
      const { users, isFull } = await this.unconfirmed.lockStale();
      if (users.length > 0) await this.announce(users, await this.unconfirmed.removeStale(users));
      return { rows: users.length, full: isFull };
    });
  }

  private async announce(users: readonly UserKey[], memberships: readonly RemovedMembership[]): Promise<void> {
    for (const membership of memberships) await this.outbox.add(new MemberDeleted(membership, membership.userId));
    for (const { tenantId, userId } of users) await this.outbox.add(new UserErased({ tenantId }, userId));
  }
}
