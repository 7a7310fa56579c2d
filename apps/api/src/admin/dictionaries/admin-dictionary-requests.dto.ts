import {
  DICTIONARY_SCOPES,
  DICTIONARY_STATUSES,
  type DictionaryScope,
  dictionarySettings,
  type DictionaryStatus,
  ManagedDictionaries,
  MAX_DICTIONARY_ITEMS,
  MAX_DICTIONARY_VALUE_LENGTH,
  type NewDictionaryItem,
  newDictionaryItem,
} from '@libs/content';
import { field, ValidationFailedError } from '@libs/kernel';
import { checkText, type FieldCheck } from '../../http/fields/field-checks';
import { Checked, OneOf, Uuid } from '../../http/fields/fields';
import { newRequest, writeRequest } from '../../http/fields/request';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';

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
  @Sort(ManagedDictionaries.order)
  override readonly sort?: string;

  @Ids('dictionaries')
  override readonly ids?: string[];

  @OneOf('DictionaryScope', DICTIONARY_SCOPES, { optional: true })
  readonly scope?: DictionaryScope;

  @Uuid({ optional: true, description: 'Only items of this App' })
  readonly app_id?: string;

  @OneOf('DictionaryStatus', DICTIONARY_STATUSES, { optional: true })
  readonly status?: DictionaryStatus;
}

export class AdminDictionaryItemRequest extends newRequest(newDictionaryItem, {
  // Null is one of the values.
  value: (options) => Checked(checkValue, VALUE, { ...options, nullable: false }),
}) {}

const settings = {
  ...dictionarySettings,
  items: field
    .listOf<NewDictionaryItem, AdminDictionaryItemRequest>(() => AdminDictionaryItemRequest, MAX_DICTIONARY_ITEMS)
    .initially([])
    .about('Replaced as a whole'),
};

/** For both POST and PATCH. An absent field keeps its value, or that of a new dictionary; null resets it to the latter. */
export class AdminDictionaryRequest extends writeRequest(settings) {
  /** @throws ValidationFailedError also for an App without the scope app, and for that scope without one. */
  override values() {
    const given = super.values();
    const { scope, appId = null } = given;
    if (scope === 'app' && appId === null) throw ValidationFailedError.of('app_id', 'required');
    if (scope !== 'app' && appId !== null) throw ValidationFailedError.of('app_id', 'only_for_app');
    return given;
  }
}
