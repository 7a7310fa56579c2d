import {
  type Changes,
  type FieldError,
  type LocalizedText,
  type SettingsChanges,
  type SupportedLocale,
  textErrors,
} from '@libs/kernel';

/** Whose Apps read it. Of dictionaries with the same code an App reads the nearest: its own, its tenant's, the global one. */
export const DICTIONARY_SCOPES = ['app', 'tenant', 'global'] as const;
export type DictionaryScope = (typeof DICTIONARY_SCOPES)[number];

export const DICTIONARY_STATUSES = ['active', 'disabled'] as const;
export type DictionaryStatus = (typeof DICTIONARY_STATUSES)[number];

/** The name of a dictionary in a URL, unique in its scope. */
export const DICTIONARY_CODE = /^[a-z0-9][a-z0-9._-]*$/;
export const MAX_DICTIONARY_CODE_LENGTH = 64;

export const DICTIONARY_KEY = /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/;
export const MAX_DICTIONARY_KEY_LENGTH = 64;

export const MAX_DICTIONARY_ITEMS = 1_000;

/** The limit per App, per tenant and for the global scope, low enough for a process to keep the codes in memory. */
export const MAX_DICTIONARIES = 500;

/** The limit in characters, per language. */
export const MAX_DICTIONARY_NAME_LENGTH = 120;
export const MAX_DICTIONARY_LABEL_LENGTH = 200;

export const MAX_DICTIONARY_VALUE_LENGTH = 2_000;
export const MAX_SORT_ORDER = 1_000_000;

/** The value of an item for programs, where the key is not enough. */
export type DictionaryValue = string | number | boolean | null;

export interface DictionaryItem {
  /** Unique in the dictionary. */
  readonly key: string;
  readonly label: LocalizedText;
  readonly value: DictionaryValue;
  /** The lowest comes first; of equal ones, the first key. */
  readonly sortOrder: number;
  /** Clients do not see disabled items. */
  readonly status: DictionaryStatus;
}

/** What administrators may change in a dictionary at any time. */
export interface DictionarySettings {
  readonly name: LocalizedText;
  /** As they were written; clients get them sorted. */
  readonly items: readonly DictionaryItem[];
  /** Clients do not see other ones, and disabled ones: to them those do not exist, and hide none that is farther. */
  readonly isPublic: boolean;
  readonly status: DictionaryStatus;
}

/** Undefined fields stay as they are, null resets to the default. Lists and texts are replaced as a whole. */
export type DictionaryChanges = Changes<Pick<DictionarySettings, 'name'>> &
  SettingsChanges<Omit<DictionarySettings, 'name'>> & {
    /** Fixed at creation: only the present values are accepted. */
    readonly scope?: DictionaryScope | undefined;
    readonly appId?: string | null | undefined;
    readonly code?: string | undefined;
  };

export type NewDictionary = DictionaryChanges &
  Pick<DictionarySettings, 'name'> & {
    readonly scope: DictionaryScope;
    /** For the scope app, and no other. */
    readonly appId: string | null;
    readonly code: string;
  };

/** The defaults of a new dictionary: nobody sees it before somebody says so. */
export function initialSettings({ name }: Pick<DictionarySettings, 'name'>): DictionarySettings {
  return { name, items: [], isPublic: false, status: 'active' };
}

/** The items that clients get, in their order. */
export function itemsForClients(items: readonly DictionaryItem[]): DictionaryItem[] {
  return items
    .filter(({ status }) => status === 'active')
    .sort((a, b) => a.sortOrder - b.sortOrder || (a.key < b.key ? -1 : 1));
}

/**
 * Why the changes are refused. What does not change is not checked again.
 *
 * @param defaultLocale of the App, in which its texts must be present; null where there is no App: then any language does.
 */
export function changeErrors({ name, items }: DictionaryChanges, defaultLocale: SupportedLocale | null): FieldError[] {
  const missing = (field: string, text: LocalizedText) =>
    defaultLocale === null ? [] : textErrors(field, text, defaultLocale);
  return [
    ...(name ? missing('name', name) : []),
    ...repeatedKeys(items ?? []),
    ...(items ?? []).flatMap(({ label }, position) => missing(`items.${position}.label`, label)),
  ];
}

function repeatedKeys(items: readonly DictionaryItem[]): FieldError[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }, position) => {
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [{ field: `items.${position}.key`, code: 'repeated_key' }] : [];
  });
}
