import { ARTICLE_STATUSES, articleContent, type ArticleStatus, VISIBILITIES, type Visibility } from '@libs/content';
import { ValidationFailedError } from '@libs/kernel';
import { Instant, OneOf, Uuid } from '../../http/fields/fields';
import { writeRequest } from '../../http/fields/request';
import { LockVersionRequest, SearchQuery } from '../common/admin-requests.dto';

const RFC_3339_LENGTH = '2026-12-01T00:00:00.000Z'.length;

export class AdminArticleListQuery extends SearchQuery {
  @OneOf('ArticleStatus', ARTICLE_STATUSES, { optional: true })
  readonly status?: ArticleStatus;

  @Uuid({ optional: true, description: 'Only articles whose working copy is in this category' })
  readonly category_id?: string;

  @OneOf('ArticleVisibility', VISIBILITIES, {
    optional: true,
    description: 'Only articles whose working copy has this visibility',
  })
  readonly visibility?: Visibility;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new article; null resets it to the latter. */
export class AdminArticleRequest extends writeRequest(articleContent) {}

export class AdminArticlePublishRequest extends LockVersionRequest {
  @Instant({
    optional: true,
    nullable: true,
    description: 'Time of publication; if absent, null or in the past, the article is published at once',
    example: '2026-12-24T08:00:00.000Z',
  })
  readonly publish_at?: string | null;

  /** @throws ValidationFailedError for years after 9999 or before 0, which have another format. */
  publishAt(): Date | null {
    const publishAt = this.publish_at ? new Date(this.publish_at) : null;
    if (publishAt && publishAt.toISOString().length !== RFC_3339_LENGTH) {
      throw ValidationFailedError.of('publish_at', 'not_instant');
    }
    return publishAt;
  }
}
