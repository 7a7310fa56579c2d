import { type DictionaryItem, type DictionaryValue, MAX_DICTIONARY_ITEMS, type PublicDictionary } from '@libs/content';
import { type LocalizedText, localize, type SupportedLocale } from '@libs/kernel';
import { Answer, SCALAR_OR_NULL } from '../../http/answers/answer-fields';

type Translate = (text: LocalizedText) => string;

export class AppPublicDictionaryItemResponse {
  @Answer.Text({ example: 'paid' })
  readonly key: string;

  @Answer.Text({ example: 'Paid' })
  readonly label: string;

  @Answer.Schema(SCALAR_OR_NULL, { example: 20 })
  readonly value: DictionaryValue;

  @Answer.Count({ example: 1 })
  readonly sort_order: number;

  constructor({ key, label, value, sortOrder }: DictionaryItem, translate: Translate) {
    this.key = key;
    this.label = translate(label);
    this.value = value;
    this.sort_order = sortOrder;
  }
}

/** A dictionary in one language. */
export class AppPublicDictionaryResponse {
  @Answer.Text({ example: 'order_status' })
  readonly code: string;

  @Answer.Text({ example: 'Order status' })
  readonly name: string;

  @Answer.ListOf(() => AppPublicDictionaryItemResponse, {
    max: MAX_DICTIONARY_ITEMS,
    description: 'The active items, ordered by `sort_order` and `key`',
  })
  readonly items: readonly AppPublicDictionaryItemResponse[];

  constructor({ code, name, items }: PublicDictionary, locale: SupportedLocale, defaultLocale: SupportedLocale) {
    const translate: Translate = (text) => localize(text, locale, defaultLocale);
    this.code = code;
    this.name = translate(name);
    this.items = items.map((item) => new AppPublicDictionaryItemResponse(item, translate));
  }
}
