import { Injectable } from '@nestjs/common';
import { AuditTrail, but, Transactions, VersionedChanges, wireOf } from '@libs/kernel';
import { CodeTakenError } from '../../domain/accounts/accounts.errors';
import { isBuiltInRole } from '../../domain/roles/built-in-roles';
import { expectHeld } from '../../domain/roles/grants';
import type { Permission } from '../../domain/roles/permissions';
import {
  expectOfTenant,
  type NewRole,
  parsePermissions,
  Role,
  role as fields,
  type RoleChanges,
} from '../../domain/roles/role';
import { RoleInUseError } from '../../domain/roles/roles.errors';
import { TenantStore } from '../../infrastructure/accounts/tenant-store';
import { RoleStore, type RoleView } from '../../infrastructure/roles/role-store';
import type { Administrator } from './administrator';

/** All that administrators decide: a role that they make is never built in. */
const RECORDED = but(fields, 'tenantId', 'builtIn', 'lockVersion', 'createdAt', 'updatedAt', 'updatedBy');

/** The roles of a tenant. */
@Injectable()
export class RolesService {
  private readonly changes: VersionedChanges<Role>;

  constructor(
    private readonly transactions: Transactions,
    private readonly roles: RoleStore,
    private readonly tenants: TenantStore,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'role',
      save: (role) => roles.save(role),
      see: (role) => role,
      record: (role) => wireOf(RECORDED, role),
    });
  }

  /** Brings the built-in roles of all tenants in line with the catalogue. */
  async syncBuiltIn(): Promise<void> {
    await this.transactions.runAsSystem(() => this.roles.syncBuiltIn(null));
  }

  /**
   * @throws ValidationFailedError for a code that is no permission, or none for this tenant.
   * @throws PermissionDeniedError for a permission that the administrator lacks.
   * @throws CodeTakenError
   */
  async create({ tenantId, permissions: held }: Administrator, input: NewRole): Promise<RoleView> {
    const permissions = parsePermissions(input.permissions);
    expectHeld(held, permissions);
    return this.transactions.run(tenantId, async () => {
      await this.expectAllowed(tenantId, permissions);
      const role = new Role(tenantId, input, await this.transactions.now());
      // Even if the tenant does not have that built-in role: its code means the same everywhere.
      if (isBuiltInRole(role.code) || !(await this.roles.insert(role))) throw new CodeTakenError();
      await this.changes.added(role);
      return this.roles.get(tenantId, role.code);
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError, BuiltInRoleError
   * @throws ValidationFailedError for a code that is no permission, or none for this tenant.
   * @throws PermissionDeniedError for a permission given or taken that the administrator lacks.
   */
  async update(
    { tenantId, permissions: held }: Administrator,
    code: string,
    lockVersion: number,
    changes: RoleChanges,
  ): Promise<RoleView> {
    const permissions = changes.permissions && parsePermissions(changes.permissions);
    return this.transactions.run(tenantId, async () => {
      const role = await this.roles.getForUpdate(tenantId, code);
      if (permissions) {
        expectHeld(held, differenceOf(role.permissions, permissions));
        await this.expectAllowed(tenantId, permissions);
      }
      role.expectCustom();
      const now = await this.transactions.now();
      await this.changes.change(role, lockVersion, () => role.update(changes, now));
      return this.roles.get(tenantId, code);
    });
  }

  /** @throws ResourceNotFoundError, BuiltInRoleError, RoleInUseError */
  async delete({ tenantId }: Administrator, code: string): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const role = await this.roles.getForUpdate(tenantId, code);
      role.expectCustom();
      if (await this.roles.isInUse(tenantId, code)) throw new RoleInUseError();
      await this.changes.delete(role, null, () => this.roles.delete(tenantId, code));
    });
  }

  private async expectAllowed(tenantId: string, permissions: readonly Permission[]): Promise<void> {
    if (!(await this.tenants.isPlatform(tenantId))) expectOfTenant('permissions', permissions);
  }
}

/** Elements that are in only one of the two. */
function differenceOf(before: readonly string[], after: readonly string[]): string[] {
  return [...before.filter((code) => !after.includes(code)), ...after.filter((code) => !before.includes(code))];
}
