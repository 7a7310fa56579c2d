import { Transform } from 'class-transformer';
import {
  ARTICLE_STATUSES,
  articleContent,
  type ArticleStatus,
  ManagedArticles,
  MAX_STATISTICS_DAYS,
  type PublicationSchedule,
  VISIBILITIES,
  type Visibility,
} from '@libs/content';
import { ValidationFailedError } from '@libs/kernel';
import { Instant, OneOf, Text, Uuid } from '../../http/fields/fields';
import { writeRequest } from '../../http/fields/request';
import { Ids, LockVersionRequest, SearchQuery, Sort } from '../common/admin-requests.dto';

const MAX_TAG_LENGTH = 100;
const RFC_3339_LENGTH = '2026-12-01T00:00:00.000Z'.length;

export class AdminArticleListQuery extends SearchQuery {
  @Sort(ManagedArticles.order)
  override readonly sort?: string;

  @Ids('articles')
  override readonly ids?: string[];

  @OneOf('ArticleStatus', ARTICLE_STATUSES, { optional: true })
  readonly status?: ArticleStatus;

  @Uuid({ optional: true, description: 'Only articles whose working copy is in this category' })
  readonly category_id?: string;

  @OneOf('ArticleVisibility', VISIBILITIES, {
    optional: true,
    description: 'Only articles whose working copy has this visibility',
  })
  readonly visibility?: Visibility;

  @Text(
    { max: MAX_TAG_LENGTH },
    {
      optional: true,
      description: 'Only articles whose working copy has this tag, compared without regard to case',
      example: 'autumn',
    },
  )
  readonly tag?: string;
}

export class AdminArticleTagListQuery {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))
  @Text({ min: 0, max: 160 }, { optional: true, description: 'Only tags that contain this text, ignoring case' })
  readonly q?: string;
}

export class AdminArticleStatisticsQuery {
  @Instant({
    description: 'Start of the range: the first day is that which contains this time',
    example: '2026-11-01T00:00:00.000Z',
  })
  readonly from!: string;

  @Instant({
    description: `End of the range, exclusive: the last day is the last one that begins before this time. At most ${MAX_STATISTICS_DAYS} days after \`from\``,
    example: '2026-11-21T00:00:00.000Z',
  })
  readonly to!: string;
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

  @Instant({
    optional: true,
    nullable: true,
    description:
      'Time at which the article becomes a draft again by itself, later than the publication. If absent, an end that is set already stays; null removes it. With a published article that has no changes, only the end is set.',
    example: '2027-01-06T00:00:00.000Z',
  })
  readonly unpublish_at?: string | null;

  /** @throws ValidationFailedError for years after 9999 or before 0, which have another format. */
  schedule(): Pick<PublicationSchedule, 'publishAt' | 'unpublishAt'> {
    const { publish_at, unpublish_at } = this;
    return {
      publishAt: publish_at ? instantOf('publish_at', publish_at) : null,
      unpublishAt: typeof unpublish_at === 'string' ? instantOf('unpublish_at', unpublish_at) : unpublish_at,
    };
  }
}

function instantOf(field: string, text: string): Date {
  const instant = new Date(text);
  if (instant.toISOString().length !== RFC_3339_LENGTH) throw ValidationFailedError.of(field, 'not_instant');
  return instant;
}
