import { Injectable } from '@nestjs/common';
import { AppsService } from '@libs/apps';
import {
  AuditTrail,
  expectVersion,
  ResourceNotFoundError,
  SUPPORTED_LOCALES,
  type SupportedLocale,
  Transactions,
} from '@libs/kernel';
import { CodeTakenError } from '../../domain/accounts/accounts.errors';
import { Tenant } from '../../domain/accounts/tenant';
import { TenantStore } from '../../infrastructure/accounts/tenant-store';
import { RoleStore } from '../../infrastructure/roles/role-store';
import { FirstOwners, type NewOwner } from './first-owners';

export interface NewTenant {
  readonly code: string;
  readonly name: string;
  readonly owner: NewOwner;
}

/** All tenants, as administrators of the platform manage them. They lie outside those administrators' own tenant. */
@Injectable()
export class TenantAdministrationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly apps: AppsService,
    private readonly tenants: TenantStore,
    private readonly roles: RoleStore,
    private readonly owners: FirstOwners,
  ) {}

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
      this.audit.record({
        resourceType: 'tenant',
        resourceId: tenant.id,
        before: null,
        after: { code, ...wireOf(tenant) },
      });
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
      return tenant;
    });
  }

  /** @throws ResourceNotFoundError */
  async get(id: string): Promise<Tenant> {
    const tenant = await this.tenants.find(id);
    if (!tenant) throw new ResourceNotFoundError();
    return tenant;
  }

  /** Undefined fields stay as they are. @throws ResourceNotFoundError, VersionConflictError */
  async update(id: string, lockVersion: number, changes: { name?: string | undefined }): Promise<Tenant> {
    return this.change(id, lockVersion, (tenant, now) => tenant.rename(changes.name ?? tenant.name, now));
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

  private async change(id: string, lockVersion: number, act: (tenant: Tenant, now: Date) => void): Promise<Tenant> {
    return this.transactions.runAsSystem(async () => {
      const tenant = await this.tenants.findForUpdate(id);
      if (!tenant) throw new ResourceNotFoundError();
      expectVersion(tenant, lockVersion);
      const before = wireOf(tenant);
      act(tenant, await this.transactions.now());
      await this.tenants.save(tenant);
      this.audit.record({ resourceType: 'tenant', resourceId: id, before, after: wireOf(tenant) });
      return tenant;
    });
  }
}

function wireOf({ name, status }: Tenant): object {
  return { name, status };
}
