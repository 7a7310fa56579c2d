import {
  CATEGORY_STATUSES,
  type CategoryChanges,
  type CategoryStatus,
  MAX_CATEGORY_LEVELS,
  MAX_CATEGORY_NAME_LENGTH,
  MAX_SLUG_LENGTH,
  type NewCategory,
  SLUG,
} from '@libs/content';
import { field, type LocalizedText } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Integer, Localized, OneOf, Text, Uuid } from '../../http/fields/fields';
import { LockVersionRequest, SearchQuery } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

const MAX_SORT_ORDER = 1_000_000;

const SLUG_LIMITS = { max: MAX_SLUG_LENGTH, pattern: SLUG, patternCode: 'not_slug' };
const SLUG_FIELD = { description: 'Unique within the App', example: 'news' };
const NAME_FIELD = {
  description: 'At least in the default locale of the App',
  example: { 'zh-CN': '新闻', 'en-US': 'News' },
};
const PARENT_FIELD = {
  optional: true,
  nullable: true,
  description: `The parent category in the same App; null on the first of at most ${MAX_CATEGORY_LEVELS} levels`,
  example: null,
};
const SORT_ORDER_FIELD = {
  optional: true,
  nullable: true,
  default: 0,
  description: 'Position among the siblings, the lowest first',
  example: 10,
};
const STATUS_FIELD = {
  optional: true,
  nullable: true,
  default: 'active',
  description: 'Readers see neither a disabled category nor its descendants, which keep their own status',
};

export class AdminContentCategoryListQuery extends SearchQuery {
  @OneOf('ContentCategoryStatus', CATEGORY_STATUSES, { optional: true })
  readonly status?: CategoryStatus;
}

export class AdminContentCategoryRequest {
  @Localized({ max: MAX_CATEGORY_NAME_LENGTH }, NAME_FIELD)
  readonly name!: LocalizedText;

  @Text(SLUG_LIMITS, SLUG_FIELD)
  readonly slug!: string;

  @Uuid(PARENT_FIELD)
  readonly parent_id?: string | null;

  @Integer(0, MAX_SORT_ORDER, SORT_ORDER_FIELD)
  readonly sort_order?: number | null;

  @OneOf('ContentCategoryStatus', CATEGORY_STATUSES, STATUS_FIELD)
  readonly status?: CategoryStatus | null;

  newCategory(): NewCategory {
    const { name, slug, parent_id: parentId, sort_order: sortOrder, status } = this;
    return { name, slug, parentId, sortOrder, status };
  }
}

/** An absent field keeps its value; null resets it to that of a new category. */
export class AdminContentCategoryUpdateRequest extends LockVersionRequest {
  @Localized({ max: MAX_CATEGORY_NAME_LENGTH }, { ...NAME_FIELD, optional: true })
  readonly name?: LocalizedText;

  @Text(SLUG_LIMITS, { ...SLUG_FIELD, optional: true })
  readonly slug?: string;

  @Uuid(PARENT_FIELD)
  readonly parent_id?: string | null;

  @Integer(0, MAX_SORT_ORDER, SORT_ORDER_FIELD)
  readonly sort_order?: number | null;

  @OneOf('ContentCategoryStatus', CATEGORY_STATUSES, STATUS_FIELD)
  readonly status?: CategoryStatus | null;

  changes(): CategoryChanges {
    const { name, slug, parent_id: parentId, sort_order: sortOrder, status } = this;
    return { name, slug, parentId, sortOrder, status };
  }
}

export class AdminContentCategoryResponse extends answer({
  id: field.uuid(),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  parentId: field.uuid().nullable().about(PARENT_FIELD.description).example(null),
  slug: field.text().about('Unique within the App').example('news'),
  name: field
    .localized()
    .about('At least in the default locale of the App')
    .example({ 'zh-CN': '新闻', 'en-US': 'News' }),
  sortOrder: field.count().about(SORT_ORDER_FIELD.description).example(10),
  status: field.one('ContentCategoryStatus', CATEGORY_STATUSES).about(STATUS_FIELD.description),
  articleCount: field
    .count()
    .about('Number of articles whose working copy is in the category itself, without those of its descendants')
    .example(3),
  lockVersion: field.lockVersion(),
  createdAt: field.instant().example('2026-11-20T08:00:00.000Z'),
  updatedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
}) {}

export class AdminContentCategoryListResponse extends pageOf(AdminContentCategoryResponse) {}
