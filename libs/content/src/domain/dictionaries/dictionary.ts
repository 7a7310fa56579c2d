import {
  type ChangesOf,
  changesIn,
  field,
  type FieldError,
  fields,
  having,
  type LocalizedText,
  newId,
  type NewOf,
  only,
  ResourceImmutableFieldError,
  type SupportedLocale,
  textErrors,
  ValidationFailedError,
  valuesIn,
  wireNameOf,
} from '@libs/kernel';
import { type DictionaryItem, itemAt, type NewDictionaryItem, STATUS } from './dictionary-item';

/** Whose Apps read it. Of dictionaries with the same code an App reads the nearest: its own, its tenant's, the global one. */
export const DICTIONARY_SCOPES = ['app', 'tenant', 'global'] as const;
export type DictionaryScope = (typeof DICTIONARY_SCOPES)[number];

export const DICTIONARY_CODE = /^[a-z0-9][a-z0-9._-]*$/;
export const MAX_DICTIONARY_CODE_LENGTH = 64;
export const MAX_DICTIONARY_ITEMS = 1_000;

/** The limit per App, per tenant and for the global scope, low enough for a process to keep the codes in memory. */
export const MAX_DICTIONARIES = 500;

/** What administrators write: nobody sees a new one before somebody says so. */
export const dictionarySettings = fields({
  code: field
    .text(MAX_DICTIONARY_CODE_LENGTH, { pattern: DICTIONARY_CODE, patternCode: 'not_dictionary_code' })
    .about('Never changed afterwards; unique within the App, the tenant or the global scope')
    .example('order_status'),
  name: field
    .localized(120, { pattern: /\S/, patternCode: 'required' })
    .about('At least in the default locale of the App where the scope is app, else in any language')
    .example({ 'zh-CN': '订单状态', 'en-US': 'Order status' }),
  scope: field.one('DictionaryScope', DICTIONARY_SCOPES).about('Never changed afterwards').example('tenant'),
  appId: field
    .uuid()
    .nullable()
    .initially(null)
    .about('The App of a dictionary with the scope `app`, else null; never changed afterwards')
    .example(null),
  items: field.json<readonly NewDictionaryItem[]>().initially([]),
  isPublic: field.flag().initially(false).about('Whether clients may read the dictionary').example(true),
  status: STATUS.about('Disabled dictionaries are not delivered to clients'),
});

export const dictionary = fields({
  /** The platform's for a global one. */
  tenantId: field.uuid(),
  id: field.uuid(),
  ...only(dictionarySettings, 'code', 'name', 'scope', 'appId', 'isPublic', 'status'),
  lockVersion: field.lockVersion().initially(1),
  /** Set by the database, both. */
  createdAt: field.instant(),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
  /** As they were written; clients get them sorted. */
  items: field.json<readonly DictionaryItem[]>(),
});

export type NewDictionary = NewOf<typeof dictionarySettings>;
export type DictionaryChanges = ChangesOf<typeof dictionarySettings>;

const IMMUTABLE_FIELDS = ['scope', 'appId', 'code'] as const;

/**
 * A list of keys with labels and values, for clients to choose from or to show. To clients one that is disabled or not
 * public does not exist, and hides none that is farther.
 */
export class Dictionary extends having(dictionary) {
  /**
   * @param defaultLocale of its App, in which its texts must be present; null if it has none: then any language does.
   * @throws ValidationFailedError for repeated keys, and texts missing in the default locale.
   */
  constructor(tenantId: string, input: NewDictionary, defaultLocale: SupportedLocale | null) {
    expectFit(input, defaultLocale);
    const { items, ...settings } = valuesIn(dictionarySettings, input);
    super({ tenantId, id: newId(), ...settings, items: items.map(itemAt) });
  }

  /**
   * Texts and lists are replaced as a whole. What does not change is not checked again.
   *
   * @throws ResourceImmutableFieldError for another scope, App or code.
   * @throws ValidationFailedError as the constructor.
   */
  update(changes: DictionaryChanges, defaultLocale: SupportedLocale | null): void {
    for (const field of IMMUTABLE_FIELDS) {
      const isOther = changes[field] !== undefined && changes[field] !== this[field];
      if (isOther) throw new ResourceImmutableFieldError({ extra: { field: wireNameOf(field) } });
    }
    expectFit(changes, defaultLocale);
    const { items, ...settings } = changesIn(dictionarySettings, changes);
    Object.assign(this, settings, items && { items: items.map(itemAt) }, { lockVersion: this.lockVersion + 1 });
  }
}

function expectFit({ name, items }: DictionaryChanges, defaultLocale: SupportedLocale | null): void {
  const missing = (field: string, text: LocalizedText) =>
    defaultLocale === null ? [] : textErrors(field, text, defaultLocale);
  const errors = [
    ...(name ? missing('name', name) : []),
    ...repeatedKeys(items ?? []),
    ...(items ?? []).flatMap(({ label }, position) => missing(`items.${position}.label`, label)),
  ];
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

function repeatedKeys(items: readonly NewDictionaryItem[]): FieldError[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }, position) => {
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [{ field: `items.${position}.key`, code: 'repeated_key' }] : [];
  });
}
