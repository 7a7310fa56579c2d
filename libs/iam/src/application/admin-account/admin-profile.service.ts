import { Injectable } from '@nestjs/common';
import { AuditTrail, found, Outbox, Transactions, VersionedChanges, wireOf } from '@libs/kernel';
import { profile, type ProfileChanges, type User } from '../../domain/accounts/user';
import { UserTimeZoneChanged } from '../../domain/accounts/user.events';
import { TenantIdentities, type TenantIdentity } from '../../infrastructure/accounts/tenant-identities';
import { Users } from '../../infrastructure/accounts/users';
import { AdminProfiles, type AdminProfile } from '../../infrastructure/admin-account/admin-profiles';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';

@Injectable()
export class AdminProfileService {
  private readonly changes: VersionedChanges<User>;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly users: Users,
    private readonly profiles: AdminProfiles,
    private readonly tenants: TenantIdentities,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'user',
      save: (user) => users.save(user),
      see: (user) => user,
      record: (user) => wireOf(profile, user),
    });
  }

  async get({ homeTenantId, userId }: AdminSession): Promise<AdminProfile> {
    return found(await this.profiles.find(homeTenantId, userId));
  }

  /** The tenant that the request acts in. */
  tenant(admin: AdminSession): Promise<TenantIdentity> {
    return this.tenants.get(admin.tenantId);
  }

  /** @throws VersionConflictError */
  async update(admin: AdminSession, lockVersion: number, changes: ProfileChanges): Promise<AdminProfile> {
    const { homeTenantId: tenantId, userId } = admin;
    return this.transactions.run(tenantId, async () => {
      const user = await this.users.getForUpdate(tenantId, userId);
      const now = await this.transactions.now();
      await this.changes.change(user, lockVersion, async () => {
        user.changeProfile(changes, now);
        if (changes.timeZone !== undefined) await this.outbox.add(new UserTimeZoneChanged({ tenantId }, userId));
      });
      return this.get(admin);
    });
  }
}
