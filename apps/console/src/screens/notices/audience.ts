import type { components } from '../../api/schema';
import type { Notification, Preview } from './kinds';

type Schemas = components['schemas'];
export type Filter = Schemas['AdminNotificationAudienceFilterResponse'];

export interface Audience {
  mode: Schemas['NotificationAudienceMode'];
  user_ids: string[];
  /** Of people who are not saved yet: the API keeps them by their ids. */
  identifiers: string[];
  filter: Filter;
}

export interface AudienceValues {
  audience: Audience;
}

export const MODES = ['all_members', 'filter', 'users'] as const satisfies readonly Audience['mode'][];
export const PLATFORMS = ['android', 'ios', 'harmony'] as const satisfies readonly NonNullable<
  Filter['platforms']
>[number][];
export const MOST_PEOPLE = 10_000;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function everybody(): AudienceValues {
  return { audience: { mode: 'all_members', user_ids: [], identifiers: [], filter: {} } };
}

export function audienceOf({ audience }: Pick<Notification, 'audience'>): AudienceValues {
  return {
    audience: {
      ...{ mode: audience.mode, user_ids: audience.user_ids ?? [], identifiers: [], filter: audience.filter ?? {} },
    },
  };
}

/** As the API takes it: what belongs to another mode stays in the form alone. */
export function audienceBody({ audience }: Partial<AudienceValues>): object {
  if (!audience) return {};
  const { mode, user_ids, identifiers, filter } = audience;
  return {
    audience: {
      mode,
      ...(mode === 'users' && user_ids.length > 0 ? { user_ids } : {}),
      ...(mode === 'users' && identifiers.length > 0 ? { identifiers } : {}),
      ...(mode === 'filter' ? { filter } : {}),
    },
  };
}

/** The filter with another value for a condition; without it where that is nothing. */
export function withCondition<Name extends keyof Filter>(
  filter: Filter,
  name: Name,
  value: Filter[Name] | null,
): Filter {
  const { [name]: _, ...others } = filter;
  const isNothing =
    value === null ||
    value === undefined ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'object' && Object.keys(value).length === 0);
  return isNothing ? others : { ...others, [name]: value };
}

/** Whether it says whom it is for. */
export function isComplete({ mode, user_ids, identifiers, filter }: Audience): boolean {
  if (mode === 'users') {
    const count = user_ids.length + identifiers.length;
    return count > 0 && count <= MOST_PEOPLE;
  }
  return mode === 'all_members' || Object.keys(filter).length > 0;
}

/** People as they are pasted: ids, and addresses or numbers, between commas, blanks and lines. */
export function peopleIn(text: string): { readonly user_ids: string[]; readonly identifiers: string[] } {
  const named = [...new Set(text.split(/[\s,;，；、]+/).filter((each) => each !== ''))];
  return {
    user_ids: named.filter((each) => UUID.test(each)).map((each) => each.toLowerCase()),
    identifiers: named.filter((each) => !UUID.test(each)),
  };
}

export interface Difference {
  readonly key: string;
  /** 0 where the figure is new, such as that of a language. */
  readonly before: number;
  readonly now: number;
}

/** The figures of two previews that are not the same, those of languages by `by_locale.<locale>`. */
export function differences(before: Preview, now: Preview): Difference[] {
  const [one, other] = [figuresOf(before), figuresOf(now)];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .map((key) => ({ key, before: one[key] ?? 0, now: other[key] ?? 0 }))
    .filter((each) => each.before !== each.now);
}

function figuresOf({ total, eligible, excluded, by_channel, by_locale }: Preview): Readonly<Record<string, number>> {
  return {
    ...{ eligible, total, by_preference: excluded.by_preference, by_membership: excluded.by_membership },
    ...{ push: by_channel.push, email: by_channel.email },
    ...Object.fromEntries(Object.entries(by_locale).map(([locale, count]) => [`by_locale.${locale}`, count])),
  };
}
