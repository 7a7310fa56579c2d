import { type ChangesOf, field, fields, having, type NewOf, ValidationFailedError } from '@libs/kernel';
import { isPermission, isPlatformPermission, PERMISSIONS, type Permission } from './permissions';
import { BuiltInRoleError } from './roles.errors';

export const ROLE_CODE = /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/;
export const MAX_ROLE_CODE_LENGTH = 64;

/** A named set of permissions of one tenant. */
export const role = fields({
  tenantId: field.uuid(),
  code: field
    .text(MAX_ROLE_CODE_LENGTH, { pattern: ROLE_CODE, patternCode: 'not_slug' })
    .about('Unique within the tenant. It never changes')
    .example('support'),
  name: field.text(80, { pattern: /\S/, patternCode: 'required' }).example('Support'),
  /** In the order of the catalogue, without duplicates. */
  permissions: field.texts(200, { max: 64 }).example(['users.read', 'members.read']),
  builtIn: field
    .flag()
    .initially(false)
    .about(
      'Whether the role is built in: its permissions follow the catalogue, and it can be neither changed nor deleted',
    )
    .example(false),
  lockVersion: field.lockVersion().initially(1),
  createdAt: field.instant(),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
});

export type NewRole = NewOf<Pick<typeof role, 'code' | 'name' | 'permissions'>>;
export type RoleChanges = ChangesOf<Pick<typeof role, 'name' | 'permissions'>>;

export class Role extends having(role) {
  constructor(tenantId: string, { code, name, permissions }: NewRole, now: Date) {
    super({ tenantId, code, name, permissions: inOrder(permissions), createdAt: now, updatedAt: now });
  }

  /** As audit records name it. */
  get id(): string {
    return this.code;
  }

  /** @throws BuiltInRoleError */
  update({ name = this.name, permissions = this.permissions }: RoleChanges, now: Date): void {
    this.expectCustom();
    const lockVersion = this.lockVersion + 1;
    Object.assign(this, { name, permissions: inOrder(permissions), lockVersion, updatedAt: now });
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
 * Permissions that reach beyond one tenant are only for roles and API clients of the platform tenant.
 *
 * @param list the field that names them.
 * @throws ValidationFailedError naming each that an ordinary tenant may not have.
 */
export function expectOfTenant(list: 'permissions' | 'scopes', codes: readonly string[]): void {
  const errors = codes.flatMap((code, index) =>
    isPlatformPermission(code) ? [{ field: `${list}.${index}`, code: 'platform_permission' }] : [],
  );
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

function inOrder(permissions: readonly string[]): readonly Permission[] {
  return PERMISSIONS.map(({ code }) => code).filter((code) => permissions.includes(code));
}
