import { field, fields, type NewOf, valuesIn, type ValuesOf } from '@libs/kernel';

export const DICTIONARY_STATUSES = ['active', 'disabled'] as const;
export type DictionaryStatus = (typeof DICTIONARY_STATUSES)[number];

/** Of dictionaries and of their items. */
export const STATUS = field.one('DictionaryStatus', DICTIONARY_STATUSES).initially('active');

export const MAX_DICTIONARY_VALUE_LENGTH = 2_000;

/** The value of an item for programs, where the key is not enough. */
type DictionaryValue = string | number | boolean | null;

export const dictionaryItem = fields({
  key: field
    .text(64, { pattern: /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/, patternCode: 'not_dictionary_key' })
    .about('Unique within the dictionary')
    .example('paid'),
  label: field
    .localized(200, { pattern: /\S/, patternCode: 'required' })
    .about('At least in the default locale of the App where the scope is app, else in any language')
    .example({ 'zh-CN': '已付款', 'en-US': 'Paid' }),
  value: field
    .schema<DictionaryValue>({
      oneOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'number' }, { type: 'null' }],
    })
    .initially(null)
    .about('Value of the item for programs: any string, number or boolean; null for none')
    .example(20),
  sortOrder: field.integer(0, 1_000_000).about('Position among the items, the lowest first, then by key').example(1),
  status: STATUS.about('Disabled items are not delivered to clients'),
});

/** The same as it is written. */
export const newDictionaryItem = {
  ...dictionaryItem,
  sortOrder: dictionaryItem.sortOrder
    .nullable()
    .initially(null)
    .about('Position among the items, the lowest first, then by key; initially the index in the list, counted from 0'),
};

export type DictionaryItem = ValuesOf<typeof dictionaryItem>;
export type NewDictionaryItem = NewOf<typeof newDictionaryItem>;

/** @param position of the item in its list, counted from 0. */
export function itemAt(given: NewDictionaryItem, position: number): DictionaryItem {
  const item = valuesIn(newDictionaryItem, given);
  return { ...item, sortOrder: item.sortOrder ?? position };
}

/** The items that clients get, in their order. */
export function itemsForClients(items: readonly DictionaryItem[]): DictionaryItem[] {
  return items
    .filter(({ status }) => status === 'active')
    .sort((a, b) => a.sortOrder - b.sortOrder || (a.key < b.key ? -1 : 1));
}
