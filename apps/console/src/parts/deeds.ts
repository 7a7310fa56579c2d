import { OPERATIONS } from '../api/operations';

/** What the audit log says of a deed, as far as its place and its words need it. */
export interface Deed {
  readonly method: string;
  readonly route: string;
  readonly resource_type: string | null;
  readonly resource_id: string | null;
  readonly app_id: string | null;
}

/** Kinds of records that operations write, in the order of the alphabet. */
export const RESOURCE_TYPES: readonly string[] = [
  ...new Set(Object.values(OPERATIONS).flatMap(({ resourceType }) => resourceType ?? [])),
].sort();

/** The permissions that records name as their action: those of all operations. */
export const ACTIONS: readonly string[] = [
  ...new Set(Object.values(OPERATIONS).flatMap(({ permission }) => permission ?? [])),
].sort();

type Verb =
  | 'read'
  | 'checked'
  | 'created'
  | 'changed'
  | 'deleted'
  | 'published'
  | 'unpublished'
  | 'enabled'
  | 'disabled'
  | 'signed';

/** What an operation does is the first word of its name. Whatever else it does, it changes what is there. */
const VERBS: readonly (readonly [RegExp, Verb])[] = [
  [/^(?:get|list|export|head|download|preview|search)/, 'read'],
  [/^create\w+Link$/, 'read'],
  [/^verify/, 'checked'],
  [/^(?:create|upload|copy|invite)/, 'created'],
  [/^(?:delete|batchDelete|remove)/, 'deleted'],
  [/^(?:publish|batchPublish)/, 'published'],
  [/^(?:unpublish|batchUnpublish|recall)/, 'unpublished'],
  [/^(?:enable|batchEnable|activate|batchActivate|resume)/, 'enabled'],
  [/^(?:disable|batchDisable|suspend|batchSuspend|pause)/, 'disabled'],
  [/^admin(?:Login|Logout|Refresh)/, 'signed'],
];

export function verbOf({ method, route }: Deed): Verb {
  const [id = ''] = Object.entries(OPERATIONS).find(([, one]) => one.method === method && one.path === route) ?? [];
  return VERBS.find(([pattern]) => pattern.test(id))?.[1] ?? (method === 'GET' ? 'read' : 'changed');
}

/** Reading is recorded, too, where it exports or opens something. */
export function isChange(deed: Deed): boolean {
  return !['read', 'checked', 'signed'].includes(verbOf(deed));
}

/** The screen of a record by its kind. Those of pages and legal documents go by keys, which no record of a deed tells. */
const SCREENS: Readonly<Record<string, string>> = {
  api_client: 'api-clients.record',
  app: 'apps.settings',
  article: 'articles.record',
  category: 'categories.record',
  dictionary: 'dictionaries.record',
  file: 'files.record',
  job: 'jobs.record',
  legal_document: 'legal.record',
  member: 'members.record',
  message: 'messages.record',
  notice: 'notices.record',
  organization_unit: 'organization.record',
  page: 'pages.record',
  push_provider: 'push-providers.list',
  region: 'regions.record',
  release: 'releases.record',
  role: 'roles.record',
  setting: 'settings.record',
  tenant: 'tenants.record',
  user: 'administrators.record',
  webhook_endpoint: 'webhooks.record',
};

/** The name of the screen that shows what was written; null where none does, or no longer. */
export function screenOfDeed(deed: Deed): string | null {
  if (deed.resource_id === null || verbOf(deed) === 'deleted') return null;
  if (deed.route.includes('/onboarding')) return 'onboarding.edit';
  return SCREENS[deed.resource_type ?? ''] ?? null;
}
