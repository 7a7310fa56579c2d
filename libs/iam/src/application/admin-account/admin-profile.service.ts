import { Injectable } from '@nestjs/common';
import { AuditTrail, expectVersion, ResourceNotFoundError, Transactions } from '@libs/kernel';
import { profileOf, type ProfileChanges } from '../../domain/accounts/user';
import { Accounts } from '../../infrastructure/accounts/accounts';
import { AdminAccounts, type AdminProfile, type TenantIdentity } from '../../infrastructure/sign-in/admin-accounts';
import type { AdminSession } from '../../infrastructure/sessions/admin-sessions';

@Injectable()
export class AdminProfileService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly accounts: Accounts,
    private readonly admins: AdminAccounts,
  ) {}

  async get({ homeTenantId, userId }: AdminSession): Promise<AdminProfile> {
    const profile = await this.admins.findProfile(homeTenantId, userId);
    if (!profile) throw new ResourceNotFoundError();
    return profile;
  }

  /** The tenant that the request acts in. */
  tenant(admin: AdminSession): Promise<TenantIdentity> {
    return this.admins.getTenant(admin.tenantId);
  }

  /** @throws VersionConflictError */
  async update(admin: AdminSession, lockVersion: number, changes: ProfileChanges): Promise<AdminProfile> {
    const { homeTenantId: tenantId, userId } = admin;
    return this.transactions.run(tenantId, async () => {
      const user = await this.accounts.getUserForUpdate(tenantId, userId);
      expectVersion(user, lockVersion);
      const before = profileOf(user);
      user.changeProfile(changes, await this.transactions.now());
      await this.accounts.saveUser(user);
      const after = profileOf(user);
      this.audit.record({ resourceType: 'user', resourceId: userId, before, after });
      return this.get(admin);
    });
  }
}
