import {
  DICTIONARY_SCOPES,
  DICTIONARY_STATUSES,
  type DictionaryScope,
  type DictionaryStatus,
  type DictionaryValue,
  type ManagedDictionary,
  type ManagedDictionarySummary,
  MAX_DICTIONARY_ITEMS,
} from '@libs/content';
import { field, type LocalizedText } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer, SCALAR_OR_NULL } from '../../http/answers/answer-fields';
import { pageOf } from '../common/admin-responses.dto';

export class AdminDictionaryItemResponse extends answer({
  key: field.text().about('Unique within the dictionary').example('paid'),
  label: field.localized().example({ 'zh-CN': '已付款', 'en-US': 'Paid' }),
  value: field
    .schema<DictionaryValue>(SCALAR_OR_NULL)
    .about('Value of the item for programs: any string, number or boolean; null for none')
    .example(20),
  sortOrder: field.count().about('Position among the items, the lowest first, then by key').example(1),
  status: field.one('DictionaryStatus', DICTIONARY_STATUSES),
}) {}

/** The fields of a dictionary besides its items. */
abstract class AdminDictionaryIdentity {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Text({ description: 'Unique within the App, the tenant or the global scope', example: 'order_status' })
  readonly code: string;

  @Answer.Localized({ example: { 'zh-CN': '订单状态', 'en-US': 'Order status' } })
  readonly name: LocalizedText;

  @Answer.OneOf('DictionaryScope', DICTIONARY_SCOPES, { example: 'tenant' })
  readonly scope: DictionaryScope;

  @Answer.Uuid({
    nullable: true,
    description: 'The App of a dictionary with the scope `app`, else null',
    example: null,
  })
  readonly app_id: string | null;

  @Answer.Flag({ description: 'Whether clients may read the dictionary' })
  readonly is_public: boolean;

  @Answer.OneOf('DictionaryStatus', DICTIONARY_STATUSES)
  readonly status: DictionaryStatus;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  protected constructor(dictionary: Omit<ManagedDictionary, 'items'>) {
    this.id = dictionary.id;
    this.code = dictionary.code;
    this.name = dictionary.name;
    this.scope = dictionary.scope;
    this.app_id = dictionary.appId;
    this.is_public = dictionary.isPublic;
    this.status = dictionary.status;
    this.lock_version = dictionary.lockVersion;
    this.created_at = dictionary.createdAt.toISOString();
    this.updated_at = dictionary.updatedAt.toISOString();
  }
}

export class AdminDictionaryResponse extends AdminDictionaryIdentity {
  @Answer.ListOf(() => AdminDictionaryItemResponse, {
    max: MAX_DICTIONARY_ITEMS,
    description: 'The items in the order in which they were written',
  })
  readonly items: readonly AdminDictionaryItemResponse[];

  constructor(dictionary: ManagedDictionary) {
    super(dictionary);
    this.items = dictionary.items.map((item) => new AdminDictionaryItemResponse(item));
  }
}

export class AdminDictionarySummaryResponse extends AdminDictionaryIdentity {
  @Answer.Count({ description: 'Number of items', example: 4 })
  readonly item_count: number;

  constructor(dictionary: ManagedDictionarySummary) {
    super(dictionary);
    this.item_count = dictionary.itemCount;
  }
}

export class AdminDictionaryListResponse extends pageOf(AdminDictionarySummaryResponse) {}
