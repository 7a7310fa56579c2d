/** One right of an administrator, as the catalogue shows it. */
export interface PermissionDefinition {
  readonly code: string;
  readonly description: string;
  /** Only for roles of the platform tenant: it reaches beyond one tenant. */
  readonly platform?: true;
}

/**
 * All permissions: the source for what routes may require, for `x-permission` in the OpenAPI document and for what
 * roles may hold. `<module>.<action>`; a code never changes its meaning.
 */
export const PERMISSIONS = [
  { code: 'tenants.read', description: 'See all tenants', platform: true },
  { code: 'tenants.write', description: 'Create, change, enable and disable tenants', platform: true },
  { code: 'tenants.access', description: 'Act inside another tenant by X-Tenant-ID', platform: true },
  { code: 'users.read', description: 'See users with their identifiers, memberships and roles' },
  { code: 'users.write', description: 'Invite and change users, end their sessions, send password resets' },
  { code: 'users.delete', description: 'Delete users for good' },
  { code: 'roles.read', description: 'See roles and the catalogue of permissions' },
  { code: 'roles.write', description: 'Create, change and delete roles' },
  { code: 'roles.assign', description: 'Give roles to users and take them away' },
  { code: 'apps.read', description: 'See Apps and their onboarding' },
  { code: 'apps.write', description: 'Create, change, enable and disable Apps' },
  { code: 'apps.publish', description: 'Publish the onboarding of an App' },
  { code: 'apps.delete', description: 'Delete Apps' },
  { code: 'members.read', description: 'See the members of an App' },
  { code: 'members.write', description: 'Suspend, activate and remove members' },
  { code: 'members.export', description: 'Export the members of an App' },
  { code: 'pages.read', description: 'See pages with drafts and revisions' },
  { code: 'pages.write', description: 'Create pages and write drafts' },
  { code: 'pages.publish', description: 'Publish pages' },
  { code: 'pages.delete', description: 'Delete pages' },
  { code: 'legal.read', description: 'See legal documents with drafts and revisions' },
  { code: 'legal.write', description: 'Write drafts of legal documents' },
  { code: 'legal.publish', description: 'Publish legal documents' },
  { code: 'content.preview', description: 'See texts as publishing them would show them' },
  { code: 'categories.read', description: 'See the categories of articles' },
  { code: 'categories.write', description: 'Create and change categories' },
  { code: 'categories.delete', description: 'Delete categories that are not used' },
  { code: 'articles.read', description: 'See articles with drafts and revisions' },
  { code: 'articles.write', description: 'Create articles, write and restore drafts' },
  { code: 'articles.publish', description: 'Publish, schedule, unpublish and archive articles' },
  { code: 'articles.delete', description: 'Delete articles that are drafts' },
  { code: 'dictionaries.read', description: 'See dictionaries' },
  { code: 'dictionaries.write', description: 'Create and change dictionaries of the tenant and its Apps' },
  { code: 'dictionaries.delete', description: 'Delete dictionaries of the tenant and its Apps' },
  { code: 'dictionaries.global', description: 'Change the dictionaries that all tenants share', platform: true },
  { code: 'notices.read', description: 'See notices with their recipients and statistics' },
  { code: 'notices.write', description: 'Create, copy, change and delete drafts of notices' },
  { code: 'notices.publish', description: 'Test, publish, schedule, cancel and recall notices' },
  { code: 'messages.read', description: 'See messages with their recipients and statistics' },
  { code: 'messages.write', description: 'Create, copy, change and delete drafts of messages' },
  { code: 'messages.publish', description: 'Test, publish, schedule, cancel and recall messages' },
  { code: 'push_providers.read', description: 'See the push providers of an App, without their credentials' },
  { code: 'notifications.configure', description: 'Change and test the push providers of an App' },
  { code: 'releases.read', description: 'See the releases of an App' },
  { code: 'releases.write', description: 'Create and change releases' },
  { code: 'releases.publish', description: 'Publish and unpublish releases, widen and pause their rollout' },
  { code: 'releases.delete', description: 'Delete releases that were never published' },
  { code: 'files.read', description: 'See and download files' },
  { code: 'files.write', description: 'Upload and rescan files, delete those that one has uploaded oneself' },
  { code: 'files.delete', description: 'Delete files, whoever uploaded them' },
  { code: 'audit.read', description: 'See the audit log' },
  { code: 'audit.export', description: 'Export the audit log' },
  { code: 'audit.verify', description: 'Recompute the chain of the audit log' },
  { code: 'security.read', description: 'See the sign-ins and security events of all users' },
  { code: 'sessions.read', description: 'See who is signed in' },
  { code: 'sessions.revoke', description: 'End sessions, by user or App' },
  { code: 'dashboard.read', description: 'See the figures of the tenant' },
  { code: 'organization.read', description: 'See the organization units and who belongs to them' },
  {
    code: 'organization.write',
    description: 'Create, change, move and delete organization units, choose their members',
  },
  { code: 'settings.read', description: 'See the settings of the tenant and its Apps' },
  { code: 'settings.write', description: 'Create, change and delete settings of the tenant and its Apps' },
  { code: 'settings.global', description: 'Change the settings that all tenants share', platform: true },
  { code: 'jobs.read', description: 'See queues, jobs and schedules' },
  { code: 'jobs.write', description: 'Retry and delete jobs, pause and resume queues' },
  { code: 'api_clients.read', description: 'See API clients' },
  { code: 'api_clients.write', description: 'Create, change and delete API clients, rotate their secrets' },
  { code: 'webhooks.read', description: 'See webhook endpoints and their deliveries' },
  { code: 'webhooks.write', description: 'Create, change, test and delete webhook endpoints, send again' },
  { code: 'regions.read', description: 'See all regions, hidden and retired ones included', platform: true },
  { code: 'regions.write', description: 'Rename, hide and show regions', platform: true },
  { code: 'runtime.read', description: 'See the processes and dependencies of the installation', platform: true },
] as const satisfies readonly PermissionDefinition[];

export type Permission = (typeof PERMISSIONS)[number]['code'];

const CODES: ReadonlySet<string> = new Set(PERMISSIONS.map(({ code }) => code));

export function isPermission(value: string): value is Permission {
  return CODES.has(value);
}

const OF_PLATFORM: ReadonlySet<string> = new Set(
  PERMISSIONS.filter((permission: PermissionDefinition) => permission.platform).map(({ code }) => code),
);

export function isPlatformPermission(permission: string): boolean {
  return OF_PLATFORM.has(permission);
}

/** The part before the dot. */
export function moduleOf(permission: string): string {
  return permission.slice(0, permission.indexOf('.'));
}
