import type { components } from '../../api/schema';
import type { Ticked } from './permission-grid';

export type Role = components['schemas']['AdminRoleResponse'];

export interface RoleValues {
  name: string;
  code: string;
  permissions: Ticked;
}

export function tickedOf(permissions: readonly string[]): Ticked {
  return Object.fromEntries(permissions.map((code) => [code, true as const]));
}

export function valuesOf({ name, code, permissions }: Role): RoleValues {
  return { name, code, permissions: tickedOf(permissions) };
}

export function bodyOf({ permissions, ...others }: Partial<RoleValues>): object {
  return permissions ? { ...others, permissions: Object.keys(permissions) } : others;
}

/**
 * What the administrator may put into roles: what they hold themselves, of what the tenant may have at all. That is
 * told by the roles which hold everything.
 */
export function grantableIn(roles: readonly Role[], holds: (permission: string) => boolean): ReadonlySet<string> {
  const whole = roles.filter(({ code }) => code === 'owner' || code === 'platform_admin');
  return new Set(whole.flatMap(({ permissions }) => permissions).filter(holds));
}
