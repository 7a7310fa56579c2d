import { category, CATEGORY_STATUSES, categorySettings, type CategoryStatus, ManagedCategories } from '@libs/content';
import { field, only } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { OneOf } from '../../http/fields/fields';
import { changeRequest, newRequest } from '../../http/fields/request';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

export class AdminContentCategoryListQuery extends SearchQuery {
  @Sort(ManagedCategories.order)
  override readonly sort?: string;

  @Ids('categories')
  override readonly ids?: string[];

  @OneOf('ContentCategoryStatus', CATEGORY_STATUSES, { optional: true })
  readonly status?: CategoryStatus;
}

export class AdminContentCategoryRequest extends newRequest(categorySettings) {}

export class AdminContentCategoryUpdateRequest extends changeRequest(categorySettings) {}

export class AdminContentCategoryResponse extends answer({
  ...only(category, 'id', 'appId', 'parentId', 'slug', 'name', 'sortOrder', 'status'),
  articleCount: field
    .count()
    .about('Number of articles whose working copy is in the category itself, without those of its descendants')
    .example(3),
  ...only(category, 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
}) {}

export class AdminContentCategoryListResponse extends pageOf(AdminContentCategoryResponse) {}
