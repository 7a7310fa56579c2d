import {
  dictionaryItem,
  type DictionaryItem,
  type ListedDictionary,
  MAX_DICTIONARY_ITEMS,
  type PublicDictionary,
} from '@libs/content';
import { field, type LocalizedText, localize, only, type SupportedLocale } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import type { FieldCheck } from '../../http/fields/field-checks';
import { Checked } from '../../http/fields/fields';

const MAX_AT_ONCE = 20;

type Translate = (text: LocalizedText) => string;

const checkCodes: FieldCheck = (value) => {
  if (typeof value !== 'string') return { code: 'not_string' };
  return codesIn(value).length > MAX_AT_ONCE ? { code: 'too_many_items', params: { max: MAX_AT_ONCE } } : null;
};

export class AppPublicDictionaryListQuery {
  @Checked(
    checkCodes,
    { type: 'string' },
    {
      optional: true,
      description: `The codes of up to ${MAX_AT_ONCE} dictionaries, separated by commas. Unknown ones are left out.`,
      example: 'order_status,payment_method',
    },
  )
  readonly codes?: string;

  /** Null if none were named. */
  toCodes(): string[] | null {
    return this.codes === undefined ? null : codesIn(this.codes);
  }
}

/** Each once. */
function codesIn(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim());
  return [...new Set(codes.filter((code) => code !== ''))];
}

export class AppPublicDictionaryItemResponse extends answer({
  key: field.text().example('paid'),
  label: field.text().example('Paid'),
  ...only(dictionaryItem, 'value', 'sortOrder'),
}) {
  constructor({ label, ...item }: DictionaryItem, translate: Translate) {
    super({ ...item, label: translate(label) });
  }
}

const localized = {
  code: field.text().example('order_status'),
  name: field.text().example('Order status'),
};
const items = field
  .madeListOf(() => AppPublicDictionaryItemResponse, MAX_DICTIONARY_ITEMS)
  .about('The active items, ordered by `sort_order` and `key`');

/** A dictionary in one language. */
export class AppPublicDictionaryResponse extends answer({ ...localized, items }) {
  constructor({ code, name, items }: PublicDictionary, locale: SupportedLocale, defaultLocale: SupportedLocale) {
    const translate: Translate = (text) => localize(text, locale, defaultLocale);
    super({
      code,
      name: translate(name),
      items: items.map((item) => new AppPublicDictionaryItemResponse(item, translate)),
    });
  }
}

/** A dictionary of a list, with its items if its code was named. */
export class AppPublicListedDictionaryResponse extends answer({ ...localized, items: items.optional() }) {}

export class AppPublicDictionaryListResponse extends answer({
  items: field.madeListOf(() => AppPublicListedDictionaryResponse),
}) {
  constructor(dictionaries: readonly ListedDictionary[], locale: SupportedLocale, defaultLocale: SupportedLocale) {
    super({
      items: dictionaries.map(
        ({ code, name }) =>
          new AppPublicListedDictionaryResponse({ code, name: localize(name, locale, defaultLocale) }),
      ),
    });
  }
}
