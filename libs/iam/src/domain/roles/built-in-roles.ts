import { PERMISSIONS, type Permission, type PermissionDefinition } from './permissions';

export interface BuiltInRole {
  readonly code: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Only the platform tenant has it. */
  readonly platform?: true;
}

export const OWNER_ROLE = 'owner';

/** Manages the other tenants. */
export const PLATFORM_ADMIN_ROLE = 'platform_admin';

/** The last holder of one of these cannot lose it: nobody would be left to grant it. */
export const INDISPENSABLE_ROLES: readonly string[] = [OWNER_ROLE, PLATFORM_ADMIN_ROLE];

const isOfTenant = (permission: PermissionDefinition) => permission.platform === undefined;
const ALL = PERMISSIONS.map(({ code }) => code);
const OF_TENANT = PERMISSIONS.filter(isOfTenant).map(({ code }) => code);

/**
 * The roles that every tenant has from the start. Their permissions follow the catalogue: each start updates the rows
 * of the database.
 */
export const BUILT_IN_ROLES: readonly BuiltInRole[] = [
  { code: OWNER_ROLE, name: 'Owner', permissions: OF_TENANT },
  { code: 'admin', name: 'Administrator', permissions: OF_TENANT.filter((code) => code !== 'roles.write') },
  {
    code: 'release_manager',
    name: 'Release manager',
    permissions: [
      'apps.read',
      'releases.read',
      'releases.write',
      'releases.publish',
      'releases.delete',
      'files.read',
      'files.write',
    ],
  },
  {
    code: 'content_editor',
    name: 'Content editor',
    permissions: [
      'apps.read',
      'pages.read',
      'pages.write',
      'pages.publish',
      'legal.read',
      'legal.write',
      'content.preview',
      'categories.read',
      'categories.write',
      'categories.delete',
      'articles.read',
      'articles.write',
      'articles.publish',
      'articles.delete',
      'dictionaries.read',
      'dictionaries.write',
      'dictionaries.delete',
      'files.read',
      'files.write',
    ],
  },
  {
    code: 'notification_operator',
    name: 'Notification operator',
    permissions: [
      'roles.read',
      'apps.read',
      'members.read',
      'notices.read',
      'notices.write',
      'notices.publish',
      'messages.read',
      'messages.write',
      'messages.publish',
      'push_providers.read',
      'dashboard.read',
    ],
  },
  {
    code: 'auditor',
    name: 'Auditor',
    permissions: OF_TENANT.filter(
      (code) => code.endsWith('.read') || code === 'audit.export' || code === 'audit.verify',
    ),
  },
  { code: PLATFORM_ADMIN_ROLE, name: 'Platform administrator', permissions: ALL, platform: true },
];

export function isBuiltInRole(code: string): boolean {
  return BUILT_IN_ROLES.some((role) => role.code === code);
}
