import { dictionaryItem, type DictionaryItem, MAX_DICTIONARY_ITEMS, type PublicDictionary } from '@libs/content';
import { field, type LocalizedText, localize, only, type SupportedLocale } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

type Translate = (text: LocalizedText) => string;

export class AppPublicDictionaryItemResponse extends answer({
  key: field.text().example('paid'),
  label: field.text().example('Paid'),
  ...only(dictionaryItem, 'value', 'sortOrder'),
}) {
  constructor({ label, ...item }: DictionaryItem, translate: Translate) {
    super({ ...item, label: translate(label) });
  }
}

/** A dictionary in one language. */
export class AppPublicDictionaryResponse extends answer({
  code: field.text().example('order_status'),
  name: field.text().example('Order status'),
  items: field
    .madeListOf(() => AppPublicDictionaryItemResponse, MAX_DICTIONARY_ITEMS)
    .about('The active items, ordered by `sort_order` and `key`'),
}) {
  constructor({ code, name, items }: PublicDictionary, locale: SupportedLocale, defaultLocale: SupportedLocale) {
    const translate: Translate = (text) => localize(text, locale, defaultLocale);
    super({
      code,
      name: translate(name),
      items: items.map((item) => new AppPublicDictionaryItemResponse(item, translate)),
    });
  }
}
