import { OWNER_ROLE, PLATFORM_ADMIN_ROLE } from './built-in-roles';
import { PermissionDeniedError } from './iam.errors';

/** A role, as far as it is given and taken. */
export interface HeldRole {
  readonly code: string;
  readonly permissions: readonly string[];
}

/** Who has one of these is managed only by somebody who could have given it. */
const PROTECTED_ROLES: readonly string[] = [OWNER_ROLE, PLATFORM_ADMIN_ROLE];

/**
 * Nobody gives, or takes away, what it does not hold itself.
 *
 * @throws PermissionDeniedError naming the first permission that is missing.
 */
export function expectHeld(held: ReadonlySet<string>, wanted: Iterable<string>): void {
  for (const permission of wanted) {
    if (!held.has(permission)) throw new PermissionDeniedError({ extra: { required_permission: permission } });
  }
}

/** @throws PermissionDeniedError where the user has a protected role that is beyond the administrator. */
export function expectMayManage(held: ReadonlySet<string>, rolesOfUser: readonly HeldRole[]): void {
  for (const { code, permissions } of rolesOfUser) {
    if (PROTECTED_ROLES.includes(code)) expectHeld(held, permissions);
  }
}
