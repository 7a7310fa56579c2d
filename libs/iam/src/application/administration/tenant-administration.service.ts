import { Injectable } from '@nestjs/common';
import { AppsService } from '@libs/apps';
import {
  AuditTrail,
  but,
  type NewOf,
  SUPPORTED_LOCALES,
  type SupportedLocale,
  Transactions,
  VersionedChanges,
  wireOf,
} from '@libs/kernel';
import { CodeTakenError } from '../../domain/accounts/accounts.errors';
import { Tenant, tenant as fields } from '../../domain/accounts/tenant';
import { TenantStore } from '../../infrastructure/accounts/tenant-store';
import { RoleStore } from '../../infrastructure/roles/role-store';
import { FirstOwners, type NewOwner } from './first-owners';

interface NewTenant extends NewOf<Pick<typeof fields, 'code' | 'name'>> {
  readonly owner: NewOwner;
}

/** All that administrators decide: which tenant is that of the platform never changes. */
const RECORDED = but(fields, 'id', 'isPlatform', 'lockVersion', 'createdAt', 'updatedAt', 'updatedBy');

/** All tenants, as administrators of the platform manage them. They lie outside those administrators' own tenant. */
@Injectable()
export class TenantAdministrationService {
  private readonly changes: VersionedChanges<Tenant>;

  constructor(
    private readonly transactions: Transactions,
    private readonly apps: AppsService,
    private readonly tenants: TenantStore,
    private readonly roles: RoleStore,
    private readonly owners: FirstOwners,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'tenant',
      save: (tenant) => tenants.save(tenant),
      see: ({ id }) => tenants.get(id),
      record: (tenant) => wireOf(RECORDED, tenant),
    });
  }

  /**
   * Creates a tenant with its built-in roles, its default App and an owner, who is mailed an invitation: all or
   * nothing.
   *
   * @param locale of the mail.
   * @throws CodeTakenError
   */
  async create({ code, name, owner }: NewTenant, locale: SupportedLocale): Promise<Tenant> {
    return this.transactions.runAsSystem(async () => {
      const tenant = new Tenant(code, name, false, await this.transactions.now());
      if (!(await this.tenants.insert(tenant))) throw new CodeTakenError();
      const added = await this.changes.added(tenant);
      await this.roles.syncBuiltIn(tenant.id);
      await this.transactions.run(tenant.id, async () => {
        await this.apps.create(tenant.id, {
          name,
          appType: 'uni_app',
          defaultLocale: 'zh-CN',
          supportedLocales: SUPPORTED_LOCALES,
          isDefault: true,
        });
        await this.owners.invite(tenant.id, owner, locale);
      });
      return added;
    });
  }

  /** Undefined fields stay as they are. @throws ResourceNotFoundError, VersionConflictError */
  async update(id: string, lockVersion: number, { name }: { name?: string | undefined }): Promise<Tenant> {
    return this.change(id, lockVersion, (tenant, now) => tenant.rename(name ?? tenant.name, now));
  }

  /** @throws ResourceNotFoundError, VersionConflictError, IamStateError */
  async enable(id: string, lockVersion: number): Promise<Tenant> {
    return this.change(id, lockVersion, (tenant, now) => tenant.enable(now));
  }

  /**
   * From the commit until the tenant is enabled again, its Apps are unavailable and its users signed out.
   *
   * @throws ResourceNotFoundError, VersionConflictError, PlatformTenantError, IamStateError
   */
  async disable(id: string, lockVersion: number): Promise<Tenant> {
    return this.change(id, lockVersion, (tenant, now) => tenant.disable(now));
  }

  private change(id: string, lockVersion: number, act: (tenant: Tenant, now: Date) => void): Promise<Tenant> {
    return this.transactions.runAsSystem(async () => {
      const tenant = await this.tenants.getForUpdate(id);
      const now = await this.transactions.now();
      return this.changes.change(tenant, lockVersion, () => act(tenant, now));
    });
  }
}
