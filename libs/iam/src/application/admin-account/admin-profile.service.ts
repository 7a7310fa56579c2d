import { Injectable } from '@nestjs/common';
import { AuditTrail, expectVersion, ResourceNotFoundError, Transactions } from '@libs/kernel';
import { profileOf, type ProfileChanges } from '../../domain/accounts/user';
import { TenantIdentities, type TenantIdentity } from '../../infrastructure/accounts/tenant-identities';
import { Users } from '../../infrastructure/accounts/users';
import { AdminProfiles, type AdminProfile } from '../../infrastructure/admin-account/admin-profiles';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';

@Injectable()
export class AdminProfileService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly users: Users,
    private readonly profiles: AdminProfiles,
    private readonly tenants: TenantIdentities,
  ) {}

  async get({ homeTenantId, userId }: AdminSession): Promise<AdminProfile> {
    const profile = await this.profiles.find(homeTenantId, userId);
    if (!profile) throw new ResourceNotFoundError();
    return profile;
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
      expectVersion(user, lockVersion);
      const before = profileOf(user);
      user.changeProfile(changes, await this.transactions.now());
      await this.users.save(user);
      const after = profileOf(user);
      this.audit.record({ resourceType: 'user', resourceId: userId, before, after });
      return this.get(admin);
    });
  }
}
