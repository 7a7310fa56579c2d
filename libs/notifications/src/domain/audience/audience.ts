import { type FieldError, field, fields, isSupportedLocale, type Loose, type ValuesOf } from '@libs/kernel';
import type { Channel, MessageType } from '../preferences/notification-preferences';

export const AUDIENCE_MODES = ['all_members', 'users', 'filter'] as const;

/** The platforms of the clients of Apps. */
export const AUDIENCE_PLATFORMS = ['android', 'ios', 'harmony'] as const;

/** As names of versions are in releases. */
const VERSION_NAME = { pattern: /^[0-9A-Za-z][0-9A-Za-z.+_-]*$/, patternCode: 'not_version' };
const MAX_VERSION_LENGTH = 64;

/** Names of versions, compared number by number as those of releases are; at least one of them is given. */
export const versionRange = fields({
  gte: field
    .text(MAX_VERSION_LENGTH, VERSION_NAME)
    .optional()
    .about('The oldest version that is in the range')
    .example('1.2.0'),
  lt: field
    .text(MAX_VERSION_LENGTH, VERSION_NAME)
    .optional()
    .about('The oldest version that is too new for the range')
    .example('2.0.0'),
});

export type VersionRange = Loose<ValuesOf<typeof versionRange>>;

/** All that are given must hold. Stored under the names of the wire, times in ISO 8601. */
export const audienceFilter = fields({
  /** One who has saved none is in none of them. */
  locales: field.locales().optional().about('Members who saved one of these locales'),
  platforms: field
    .some('NotificationAudiencePlatform', AUDIENCE_PLATFORMS)
    .as<readonly string[]>()
    .optional()
    .about('Members who signed in from a device of one of these platforms'),
  roles: field
    .texts()
    .optional()
    .about('Members who have one of these roles of the tenant, by code')
    .example(['content_editor']),
  joined_before: field.instant().as<string>().optional(),
  joined_after: field.instant().as<string>().optional().example('2026-01-01T00:00:00.000Z'),
  last_active_after: field.instant().as<string>().optional().example('2026-10-01T00:00:00.000Z'),
  /** One whose version nobody knows is in no range. */
  app_versions: field
    .json<VersionRange>()
    .optional()
    .about('Members whose last used device has an App version in this range'),
  region_codes: field
    .texts()
    .optional()
    .about('Members whose profile names one of these regions, or one below them')
    .example(['330000']),
  unit_ids: field
    .schema<readonly string[]>({ type: 'array', items: { type: 'string', format: 'uuid' } })
    .optional()
    .about('Members of one of these organization units, or of one below them')
    .example(['0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a']),
  has_push: field
    .flag()
    .optional()
    .about('`true`: members with a device that receives pushes; `false`: members without one')
    .example(true),
});

export type AudienceFilter = Loose<ValuesOf<typeof audienceFilter>>;

/** The intended recipients of a message. */
export const audience = fields({
  mode: field.one('NotificationAudienceMode', AUDIENCE_MODES),
  /** Empty unless the mode is `users`. */
  userIds: field
    .schema<readonly string[]>({ type: 'array', items: { type: 'string', format: 'uuid' } })
    .about('The chosen members, with the mode `users`')
    .example(['0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904']),
  /**
   * Of what is asked for, with the mode `users`: email addresses and mobile numbers. Whom they name is kept by id, so that
   * nobody's address is stored a second time.
   */
  identifiers: field.schema<readonly string[]>({ type: 'array', items: { type: 'string' } }).optional(),
  /** Empty unless the mode is `filter`. */
  filter: field.json<AudienceFilter>().about('The conditions, with the mode `filter`'),
});

export type Audience = Loose<ValuesOf<typeof audience>>;
export type AudienceMode = Audience['mode'];

/** How long a publication may refer to a preview of its audience: it then has exactly that one. */
export const PREVIEW_MINUTES = 15;

/** What decides whom a message reaches. */
export interface AudienceSettings {
  /** Null for notices. */
  readonly messageType: MessageType | null;
  readonly audience: Audience;
  /** The inbox is always among them. */
  readonly channels: readonly Channel[];
}

/** The limit of those who are named, by whichever means. */
export const MAX_AUDIENCE_USERS = 10_000;
/** The limit per list of a filter. */
export const MAX_FILTER_VALUES = 50;

const LISTS = ['locales', 'platforms', 'roles', 'region_codes', 'unit_ids'] as const;
const TIMES = ['joined_before', 'joined_after', 'last_active_after'] as const;

/** An instant as it is on the wire, in the years that PostgreSQL and JavaScript write in the same way. */
const INSTANT = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** What is wrong with an audience by itself. Whether the users and roles are there, others know. */
export function audienceProblems({ mode, userIds, identifiers, filter }: Audience): FieldError[] {
  const names = Object.keys(filter);
  const errors: FieldError[] = [];
  if (mode !== 'users' && userIds.length > 0) errors.push({ field: 'audience.user_ids', code: 'other_mode' });
  if (mode !== 'users' && identifiers) errors.push({ field: 'audience.identifiers', code: 'other_mode' });
  if (mode !== 'filter' && names.length > 0) errors.push({ field: 'audience.filter', code: 'other_mode' });
  if (mode === 'users') errors.push(...namedProblems(userIds.length, identifiers?.length ?? 0));
  if (mode === 'filter' && names.length === 0) errors.push({ field: 'audience.filter', code: 'required' });
  return mode === 'filter' ? [...errors, ...filterProblems(filter)] : errors;
}

function namedProblems(users: number, identifiers: number): FieldError[] {
  if (users + identifiers === 0) return [{ field: 'audience.user_ids', code: 'required' }];
  if (users + identifiers <= MAX_AUDIENCE_USERS) return [];
  const field = users > MAX_AUDIENCE_USERS ? 'audience.user_ids' : 'audience.identifiers';
  return [{ field, code: 'too_many_items', params: { max: MAX_AUDIENCE_USERS } }];
}

function filterProblems(filter: AudienceFilter): FieldError[] {
  const lists = LISTS.flatMap((name): FieldError[] => {
    const count = filter[name]?.length ?? 1;
    const field = `audience.filter.${name}`;
    if (count === 0) return [{ field, code: 'too_few_items', params: { min: 1 } }];
    return count > MAX_FILTER_VALUES ? [{ field, code: 'too_many_items', params: { max: MAX_FILTER_VALUES } }] : [];
  });
  const values = [
    ...problemsOf('locales', filter.locales, isSupportedLocale, 'not_supported_locale'),
    ...problemsOf('platforms', filter.platforms, isPlatform, 'not_allowed', { allowed: AUDIENCE_PLATFORMS.join(', ') }),
  ];
  const times = TIMES.flatMap((name): FieldError[] => {
    const time = filter[name];
    return time === undefined || INSTANT.test(time) ? [] : [{ field: `audience.filter.${name}`, code: 'not_instant' }];
  });
  const { app_versions: versions } = filter;
  const isOpen = versions && versions.gte === undefined && versions.lt === undefined;
  const ranges: FieldError[] = isOpen ? [{ field: 'audience.filter.app_versions', code: 'required' }] : [];
  return [...lists, ...values, ...times, ...ranges];
}

function problemsOf(
  name: string,
  values: readonly string[] = [],
  isKnown: (value: string) => boolean,
  code: string,
  params?: FieldError['params'],
): FieldError[] {
  return values.flatMap((value, index) =>
    isKnown(value) ? [] : [{ field: `audience.filter.${name}.${index}`, code, ...(params ? { params } : {}) }],
  );
}

function isPlatform(value: string): boolean {
  return (AUDIENCE_PLATFORMS as readonly string[]).includes(value);
}
