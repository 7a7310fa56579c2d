import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  ResourceNotFoundError,
  Transactions,
  VersionConflictError,
  type SupportedLocale,
} from '@libs/kernel';
import { Accounts } from '../infrastructure/accounts';
import { AdminAccounts, type AdminProfile, type TenantIdentity } from '../infrastructure/admin-accounts';
import type { AdminSession } from '../infrastructure/admin-sessions';

/** What an administrator may change about oneself; what is undefined stays. */
export interface AdminProfileChanges {
  readonly displayName?: string | undefined;
  readonly locale?: SupportedLocale | null | undefined;
  readonly timeZone?: string | null | undefined;
}

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
  async update(admin: AdminSession, lockVersion: number, changes: AdminProfileChanges): Promise<AdminProfile> {
    const { homeTenantId: tenantId, userId } = admin;
    return this.transactions.run(tenantId, async () => {
      const user = await this.accounts.getUserForUpdate(tenantId, userId);
      if (user.lockVersion !== lockVersion) {
        throw new VersionConflictError({ extra: { current_lock_version: user.lockVersion } });
      }
      const before = { display_name: user.displayName, locale: user.locale, time_zone: user.timeZone };
      user.changeProfile(changes, await this.transactions.now());
      await this.accounts.saveUser(user);
      const after = { display_name: user.displayName, locale: user.locale, time_zone: user.timeZone };
      this.audit.record({ resourceType: 'user', resourceId: userId, before, after });
      return this.get(admin);
    });
  }
}
