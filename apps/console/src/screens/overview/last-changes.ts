import { OPERATIONS } from '../../api/operations';

/** What the audit log says of a change, as far as a line about it needs it. */
export interface Change {
  readonly method: string;
  readonly route: string;
  readonly resource_type: string | null;
  readonly resource_id: string | null;
}

/** Kinds of records that an App has and people have words for; whatever else changed is told by the code of its action. */
export const KINDS = [
  'app',
  'article',
  'category',
  'file',
  'legal_document',
  'member',
  'message',
  'notice',
  'page',
  'release',
] as const;

export type Kind = (typeof KINDS)[number];

export type Verb = 'created' | 'changed' | 'deleted' | 'published' | 'unpublished';

/** What an operation does is the first word of its name. Whatever else it does, it changes what is there. */
const VERBS: readonly (readonly [RegExp, Verb])[] = [
  [/^(?:create|upload|copy)/, 'created'],
  [/^(?:delete|batchDelete)/, 'deleted'],
  [/^(?:publish|batchPublish)/, 'published'],
  [/^(?:unpublish|batchUnpublish)/, 'unpublished'],
];

export function kindOf({ resource_type }: Change): Kind | null {
  return KINDS.find((kind) => kind === resource_type) ?? null;
}

export function verbOf({ method, route }: Change): Verb {
  const [id = ''] = Object.entries(OPERATIONS).find(([, one]) => one.method === method && one.path === route) ?? [];
  return VERBS.find(([pattern]) => pattern.test(id))?.[1] ?? 'changed';
}

/** Pages and legal documents are shown by their slugs, which no record of a change tells: their lists are near. */
const SCREENS: Partial<Record<Kind, string>> = {
  app: 'apps.settings',
  article: 'articles.record',
  category: 'categories.record',
  file: 'files.record',
  legal_document: 'legal.list',
  page: 'pages.list',
  release: 'releases.record',
};

/** The screen that shows what was changed, and by which id; null where none does, or no longer. */
export function placeOfChange(change: Change): { readonly name: string; readonly id: string | null } | null {
  const kind = kindOf(change);
  if (kind === null || verbOf(change) === 'deleted') return null;
  if (change.route.includes('/onboarding')) return { name: 'onboarding.edit', id: null };
  const name = SCREENS[kind];
  if (name === undefined) return null;
  if (!name.endsWith('.record')) return { name, id: null };
  return change.resource_id === null ? null : { name, id: change.resource_id };
}
