import { Injectable } from '@nestjs/common';
import { AuditTrail, expectVersion, ResourceNotFoundError, Transactions } from '@libs/kernel';
import { CodeTakenError } from '../../domain/accounts/accounts.errors';
import { isBuiltInRole } from '../../domain/roles/built-in-roles';
import { expectHeld } from '../../domain/roles/grants';
import type { Permission } from '../../domain/roles/permissions';
import { expectOfTenant, parsePermissions, Role } from '../../domain/roles/role';
import { RoleInUseError } from '../../domain/roles/roles.errors';
import { TenantStore } from '../../infrastructure/accounts/tenant-store';
import { RoleStore, type RoleView } from '../../infrastructure/roles/role-store';
import type { Administrator } from './administrator';

export interface NewRole {
  readonly code: string;
  readonly name: string;
  readonly permissions: readonly string[];
}

/** Undefined fields stay as they are. */
export interface RoleChanges {
  readonly name?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
}

/** The roles of a tenant. */
@Injectable()
export class RolesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly roles: RoleStore,
    private readonly tenants: TenantStore,
  ) {}

  /** Brings the built-in roles of all tenants in line with the catalogue. */
  async syncBuiltIn(): Promise<void> {
    await this.transactions.runAsSystem(() => this.roles.syncBuiltIn(null));
  }

  /**
   * @throws ValidationFailedError for a code that is no permission, or none for this tenant.
   * @throws PermissionDeniedError for a permission that the administrator lacks.
   * @throws CodeTakenError
   */
  async create(administrator: Administrator, { code, name, permissions }: NewRole): Promise<RoleView> {
    const { tenantId } = administrator;
    const wanted = parsePermissions(permissions);
    expectHeld(administrator.permissions, wanted);
    return this.transactions.run(tenantId, async () => {
      await this.expectAllowed(tenantId, wanted);
      const role = new Role(tenantId, { code, name, permissions: wanted }, await this.transactions.now());
      // Even if the tenant does not have that built-in role: its code means the same everywhere.
      if (isBuiltInRole(code) || !(await this.roles.insert(role))) throw new CodeTakenError();
      this.audit.record({ resourceType: 'role', resourceId: code, before: null, after: { code, ...wireOf(role) } });
      return this.get(tenantId, code);
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError, BuiltInRoleError
   * @throws ValidationFailedError for a code that is no permission, or none for this tenant.
   * @throws PermissionDeniedError for a permission given or taken that the administrator lacks.
   */
  async update(
    administrator: Administrator,
    code: string,
    lockVersion: number,
    changes: RoleChanges,
  ): Promise<RoleView> {
    const { tenantId } = administrator;
    const permissions = changes.permissions && parsePermissions(changes.permissions);
    return this.transactions.run(tenantId, async () => {
      const role = await this.lock(tenantId, code);
      const before = wireOf(role);
      if (permissions) {
        expectHeld(administrator.permissions, differenceOf(role.permissions, permissions));
        await this.expectAllowed(tenantId, permissions);
      }
      role.expectCustom();
      expectVersion(role, lockVersion);
      role.update({ name: changes.name, permissions }, await this.transactions.now());
      await this.roles.save(role);
      this.audit.record({ resourceType: 'role', resourceId: code, before, after: wireOf(role) });
      return this.get(tenantId, code);
    });
  }

  /** @throws ResourceNotFoundError, BuiltInRoleError, RoleInUseError */
  async delete({ tenantId }: Administrator, code: string): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const role = await this.lock(tenantId, code);
      role.expectCustom();
      if (await this.roles.isInUse(tenantId, code)) throw new RoleInUseError();
      await this.roles.delete(tenantId, code);
      this.audit.record({ resourceType: 'role', resourceId: code, before: { code, ...wireOf(role) }, after: null });
    });
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, code: string): Promise<RoleView> {
    const role = await this.roles.find(tenantId, code);
    if (!role) throw new ResourceNotFoundError();
    return role;
  }

  private async lock(tenantId: string, code: string): Promise<Role> {
    const role = await this.roles.findForUpdate(tenantId, code);
    if (!role) throw new ResourceNotFoundError();
    return role;
  }

  private async expectAllowed(tenantId: string, permissions: readonly Permission[]): Promise<void> {
    if (!(await this.tenants.isPlatform(tenantId))) expectOfTenant(permissions);
  }
}

function wireOf({ name, permissions }: Role): object {
  return { name, permissions };
}

/** Elements that are in only one of the two. */
function differenceOf(before: readonly string[], after: readonly string[]): string[] {
  return [...before.filter((code) => !after.includes(code)), ...after.filter((code) => !before.includes(code))];
}
