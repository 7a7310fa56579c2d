import type { components } from '../../api/schema';

export type User = components['schemas']['AdminUserResponse'];
export type Role = components['schemas']['AdminRoleResponse'];

export const STATUSES = ['active', 'disabled'] as const satisfies readonly components['schemas']['AdminUserStatus'][];

/** Roles of which somebody always has to be left. */
export const INDISPENSABLE = ['owner', 'platform_admin'] as const;

export type State = 'invited' | 'active' | 'disabled';

export const TONES = { invited: 'warning', active: 'success', disabled: 'neutral' } as const satisfies Record<
  State,
  string
>;

type Known = Pick<User, 'status' | 'has_password' | 'identifiers'>;

/** Whoever has not accepted the invitation yet is active as far as the API is concerned. */
export function stateOf(user: Known): State {
  if (user.status === 'disabled') return 'disabled';
  return isInvited(user) ? 'invited' : 'active';
}

export function isInvited({ has_password, identifiers }: Pick<Known, 'has_password' | 'identifiers'>): boolean {
  const email = identifiers.find(({ type, is_primary }) => type === 'email' && is_primary);
  return !has_password && email !== undefined && email.verified_at === null;
}

export function hasEmail({ identifiers }: Pick<Known, 'identifiers'>): boolean {
  return identifiers.some(({ type }) => type === 'email');
}

/** The permission that somebody lacks who wants to give the role, or to take it away; null where nothing is missing. */
export function lacking(
  { permissions }: Pick<Role, 'permissions'>,
  holds: (permission: string) => boolean,
): string | null {
  return permissions.find((permission) => !holds(permission)) ?? null;
}

/**
 * Whoever has an indispensable role is managed by those alone who could have given it.
 *
 * @returns that role; null where the user may be managed.
 */
export function barrierTo(
  { roles }: Pick<User, 'roles'>,
  known: readonly Role[],
  holds: (permission: string) => boolean,
): Role | null {
  const indispensable: readonly string[] = INDISPENSABLE;
  return (
    known.find(
      (role) => indispensable.includes(role.code) && roles.includes(role.code) && lacking(role, holds) !== null,
    ) ?? null
  );
}

/** By their codes, so that what two people change in them becomes one. */
export type Held = Readonly<Record<string, true>>;

export function heldOf(roles: readonly string[]): Held {
  return Object.fromEntries(roles.map((code) => [code, true as const]));
}

/** The roles as they are by now, with what was changed here: the API takes all of them, and knows no version. */
export function rolesAfter(now: readonly string[], base: Held, mine: Held): string[] {
  const added = Object.keys(mine).filter((code) => base[code] === undefined);
  const removed = Object.keys(base).filter((code) => mine[code] === undefined);
  return [...new Set([...now, ...added])].filter((code) => !removed.includes(code));
}
