import { INDISPENSABLE_ROLES, OWNER_ROLE } from './built-in-roles';
import { LastOwnerError, LastPlatformAdminError, PermissionDeniedError } from './roles.errors';

/** A role, as far as giving and taking it is concerned. */
export interface HeldRole {
  readonly code: string;
  readonly permissions: readonly string[];
}

/**
 * Administrators may give or take away only permissions they hold.
 *
 * @throws PermissionDeniedError naming the first permission that is missing.
 */
export function expectHeld(held: ReadonlySet<string>, wanted: Iterable<string>): void {
  for (const permission of wanted) {
    if (!held.has(permission)) throw new PermissionDeniedError({ extra: { required_permission: permission } });
  }
}

/**
 * A user with an indispensable role is managed only by administrators who could have given it.
 *
 * @throws PermissionDeniedError if the administrator could not give such a role.
 */
export function expectMayManage(held: ReadonlySet<string>, rolesOfUser: readonly HeldRole[]): void {
  for (const { code, permissions } of rolesOfUser) {
    if (INDISPENSABLE_ROLES.includes(code)) expectHeld(held, permissions);
  }
}

/**
 * @param roles those that would be left without an active holder.
 * @param ids of their holders, to be named where several users are about to lose them.
 * @throws LastOwnerError, LastPlatformAdminError
 */
export function expectNoneLeftBehind(roles: readonly string[], ids?: readonly string[]): void {
  const named = ids ? { extra: { ids } } : {};
  if (roles.includes(OWNER_ROLE)) throw new LastOwnerError(named);
  if (roles.length > 0) throw new LastPlatformAdminError(named);
}
