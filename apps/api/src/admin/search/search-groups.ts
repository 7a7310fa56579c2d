import type { Permission } from '@libs/iam';

interface SearchGroup {
  readonly permission: Permission;
  /** Whether its things belong to Apps; those of a file that belongs to none are found, too. */
  readonly isOfApps: boolean;
}

/** What is searched, in the order of the answer, and the permission by which each may be read. */
export const SEARCH_GROUPS = {
  app: { permission: 'apps.read', isOfApps: true },
  member: { permission: 'members.read', isOfApps: true },
  release: { permission: 'releases.read', isOfApps: true },
  page: { permission: 'pages.read', isOfApps: true },
  article: { permission: 'articles.read', isOfApps: true },
  notice: { permission: 'notices.read', isOfApps: true },
  message: { permission: 'messages.read', isOfApps: true },
  file: { permission: 'files.read', isOfApps: true },
  user: { permission: 'users.read', isOfApps: false },
  role: { permission: 'roles.read', isOfApps: false },
  tenant: { permission: 'tenants.read', isOfApps: false },
} as const satisfies Readonly<Record<string, SearchGroup>>;

export type SearchType = keyof typeof SEARCH_GROUPS;

export const SEARCH_TYPES = Object.keys(SEARCH_GROUPS) as readonly SearchType[];
