import {
  DICTIONARY_CODE,
  DICTIONARY_KEY,
  DICTIONARY_SCOPES,
  DICTIONARY_STATUSES,
  type DictionaryChanges,
  type DictionaryItem,
  type DictionaryScope,
  type DictionaryStatus,
  type DictionaryValue,
  MAX_DICTIONARY_CODE_LENGTH,
  MAX_DICTIONARY_ITEMS,
  MAX_DICTIONARY_KEY_LENGTH,
  MAX_DICTIONARY_LABEL_LENGTH,
  MAX_DICTIONARY_NAME_LENGTH,
  MAX_DICTIONARY_VALUE_LENGTH,
  MAX_SORT_ORDER,
  type NewDictionary,
} from '@libs/content';
import { type FieldError, type LocalizedText, ValidationFailedError } from '@libs/kernel';
import { checkText, type FieldCheck } from '../../http/fields/field-checks';
import { Checked, Flag, Integer, ListOf, Localized, LockVersion, OneOf, Text, Uuid } from '../../http/fields/fields';
import { SearchQuery } from '../common/admin-requests.dto';

const RESETTABLE = { optional: true, nullable: true } as const;
/** The texts that say something. */
const NOT_BLANK = { pattern: /\S/, patternCode: 'required' } as const;

const checkValueText = checkText({ min: 0, max: MAX_DICTIONARY_VALUE_LENGTH });
const checkValue: FieldCheck = (value) => {
  if (typeof value === 'string') return checkValueText(value);
  // JSON allows numbers too large for a double; they are parsed as Infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? null : { code: 'not_finite' };
  return typeof value === 'boolean' || value === null ? null : { code: 'not_scalar' };
};
const VALUE = {
  oneOf: [
    { type: 'string', maxLength: MAX_DICTIONARY_VALUE_LENGTH },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
  ],
};

export class AdminDictionaryListQuery extends SearchQuery {
  @OneOf('DictionaryScope', DICTIONARY_SCOPES, { optional: true })
  readonly scope?: DictionaryScope;

  @Uuid({ optional: true, description: 'Only items of this App' })
  readonly app_id?: string;

  @OneOf('DictionaryStatus', DICTIONARY_STATUSES, { optional: true })
  readonly status?: DictionaryStatus;
}

export class AdminDictionaryItemRequest {
  @Text(
    { max: MAX_DICTIONARY_KEY_LENGTH, pattern: DICTIONARY_KEY, patternCode: 'not_dictionary_key' },
    { description: 'Unique within the dictionary', example: 'paid' },
  )
  readonly key!: string;

  @Localized(
    { max: MAX_DICTIONARY_LABEL_LENGTH, ...NOT_BLANK },
    {
      description: 'At least in the default locale of the App where the scope is app, else in any language',
      example: { 'zh-CN': '已付款', 'en-US': 'Paid' },
    },
  )
  readonly label!: LocalizedText;

  @Checked(checkValue, VALUE, {
    optional: true,
    description: 'Value of the item for programs: any string, number or boolean; initially null',
    example: 20,
  })
  readonly value?: DictionaryValue;

  @Integer(0, MAX_SORT_ORDER, {
    ...RESETTABLE,
    description:
      'Position among the items, the lowest first, then by key; initially the index in the list, counted from 0',
    example: 1,
  })
  readonly sort_order?: number | null;

  @OneOf('DictionaryStatus', DICTIONARY_STATUSES, {
    ...RESETTABLE,
    description: 'Disabled items are not delivered to clients; initially `active`',
  })
  readonly status?: DictionaryStatus | null;

  item(position: number): DictionaryItem {
    const { key, label, value, sort_order: sortOrder, status } = this;
    return { key, label, value: value ?? null, sortOrder: sortOrder ?? position, status: status ?? 'active' };
  }
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new dictionary; null resets it to the latter. */
export class AdminDictionaryRequest {
  @Text(
    { max: MAX_DICTIONARY_CODE_LENGTH, pattern: DICTIONARY_CODE, patternCode: 'not_dictionary_code' },
    {
      optional: true,
      description: 'Required on POST, never changed afterwards; unique within the App, the tenant or the global scope',
      example: 'order_status',
    },
  )
  readonly code?: string;

  @Localized(
    { max: MAX_DICTIONARY_NAME_LENGTH, ...NOT_BLANK },
    {
      optional: true,
      description:
        'Required on POST, at least in the default locale of the App where the scope is app, else in any language',
      example: { 'zh-CN': '订单状态', 'en-US': 'Order status' },
    },
  )
  readonly name?: LocalizedText;

  @OneOf('DictionaryScope', DICTIONARY_SCOPES, {
    optional: true,
    description: 'Required on POST, never changed afterwards',
    example: 'tenant',
  })
  readonly scope?: DictionaryScope;

  @Uuid({
    ...RESETTABLE,
    description: 'The App of a dictionary with the scope `app`, else null; never changed afterwards',
    example: null,
  })
  readonly app_id?: string | null;

  @ListOf(
    () => AdminDictionaryItemRequest,
    { max: MAX_DICTIONARY_ITEMS },
    { ...RESETTABLE, description: 'Replaced as a whole' },
  )
  readonly items?: AdminDictionaryItemRequest[] | null;

  @Flag({ ...RESETTABLE, description: 'Whether clients may read the dictionary; initially false', example: true })
  readonly is_public?: boolean | null;

  @OneOf('DictionaryStatus', DICTIONARY_STATUSES, {
    ...RESETTABLE,
    description: 'Disabled dictionaries are not delivered to clients; initially `active`',
  })
  readonly status?: DictionaryStatus | null;

  @LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })
  readonly lock_version?: number;

  /** @throws ValidationFailedError naming missing required fields, and those that a new dictionary cannot have. */
  newDictionary(): NewDictionary {
    const { code, name, scope, app_id: appId = null } = this;
    if (code === undefined || name === undefined || scope === undefined) {
      const missing = (['code', 'name', 'scope'] as const).filter((field) => this[field] === undefined);
      throw new ValidationFailedError(missing.map((field) => ({ field, code: 'required' })));
    }
    const errors: FieldError[] = [];
    if (this.lock_version !== undefined) errors.push({ field: 'lock_version', code: 'unknown_field' });
    if (scope === 'app' && appId === null) errors.push({ field: 'app_id', code: 'required' });
    if (scope !== 'app' && appId !== null) errors.push({ field: 'app_id', code: 'only_for_app' });
    if (errors.length > 0) throw new ValidationFailedError(errors);
    return { ...this.changes(), code, name, scope, appId };
  }

  /** @throws ValidationFailedError when it is missing. */
  expectedVersion(): number {
    if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
    return this.lock_version;
  }

  changes(): DictionaryChanges {
    return {
      scope: this.scope,
      appId: this.app_id,
      code: this.code,
      name: this.name,
      items: this.items && this.items.map((item, position) => item.item(position)),
      isPublic: this.is_public,
      status: this.status,
    };
  }
}
