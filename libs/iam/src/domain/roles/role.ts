import { ValidationFailedError } from '@libs/kernel';
import { isPermission, isPlatformPermission, PERMISSIONS, type Permission } from './permissions';
import { BuiltInRoleError } from './roles.errors';

export const ROLE_CODE = /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/;
export const MAX_ROLE_CODE_LENGTH = 64;

/** A named set of permissions of one tenant. */
export class Role {
  readonly tenantId: string;
  readonly code: string;
  readonly name: string;
  /** In the order of the catalogue, without duplicates. */
  readonly permissions: readonly string[];
  readonly builtIn: boolean;
  readonly lockVersion: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;

  constructor(tenantId: string, role: { code: string; name: string; permissions: readonly Permission[] }, now: Date) {
    this.tenantId = tenantId;
    this.code = role.code;
    this.name = role.name;
    this.permissions = inOrder(role.permissions);
    this.builtIn = false;
    this.lockVersion = 1;
    this.createdAt = now;
    this.updatedAt = now;
  }

  /**
   * Undefined fields stay as they are.
   *
   * @throws BuiltInRoleError
   */
  update(changes: { name?: string | undefined; permissions?: readonly Permission[] | undefined }, now: Date): void {
    this.expectCustom();
    Object.assign(this, {
      name: changes.name ?? this.name,
      permissions: changes.permissions ? inOrder(changes.permissions) : this.permissions,
      lockVersion: this.lockVersion + 1,
      updatedAt: now,
    });
  }

  /** @throws BuiltInRoleError */
  expectCustom(): void {
    if (this.builtIn) throw new BuiltInRoleError();
  }
}

/** @throws ValidationFailedError naming each code that is not a permission. */
export function parsePermissions(codes: readonly string[]): readonly Permission[] {
  const errors = codes.flatMap((code, index) =>
    isPermission(code) ? [] : [{ field: `permissions.${index}`, code: 'unknown_permission' }],
  );
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return codes as readonly Permission[];
}

/**
 * Permissions that reach beyond one tenant are only for roles of the platform tenant.
 *
 * @throws ValidationFailedError naming each that an ordinary tenant may not have.
 */
export function expectOfTenant(codes: readonly Permission[]): void {
  const errors = codes.flatMap((code, index) =>
    isPlatformPermission(code) ? [{ field: `permissions.${index}`, code: 'platform_permission' }] : [],
  );
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

function inOrder(permissions: readonly Permission[]): readonly Permission[] {
  return PERMISSIONS.map(({ code }) => code).filter((code) => permissions.includes(code));
}
