import {
  ARTICLE_STATUSES,
  type ArticleChanges,
  type ArticleStatus,
  BODY_FORMATS,
  type BodyFormat,
  MAX_BODY_BYTES,
  MAX_SLUG_LENGTH,
  MAX_TITLE_LENGTH,
  type NewArticle,
  SLUG,
  VISIBILITIES,
  type Visibility,
} from '@libs/content';
import { type LocalizedText, ValidationFailedError } from '@libs/kernel';
import { Flag, Instant, Localized, LockVersion, OneOf, Text, Uuid } from '../../http/fields/fields';
import { LockVersionRequest, SearchQuery } from '../common/admin-requests.dto';
import { Summary, Tags } from './admin-article-fields';

const RFC_3339_LENGTH = '2026-12-01T00:00:00.000Z'.length;

/** The required fields of a new article. */
const REQUIRED = ['category_id', 'slug', 'title', 'body'] as const;

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
export class AdminArticleRequest {
  @Uuid({
    optional: true,
    description: 'Required on POST; a category of the App',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906',
  })
  readonly category_id?: string;

  @Text(
    { max: MAX_SLUG_LENGTH, pattern: SLUG, patternCode: 'not_slug' },
    {
      optional: true,
      description:
        'Required on POST; unique among the working copies and the published revisions of all articles of the App',
      example: 'autumn-menu',
    },
  )
  readonly slug?: string;

  @Localized(
    { max: MAX_TITLE_LENGTH },
    {
      optional: true,
      description: 'Required on POST, at least in the App’s default locale',
      example: { 'zh-CN': '秋季菜单', 'en-US': 'Autumn menu' },
    },
  )
  readonly title?: LocalizedText;

  @Summary({
    optional: true,
    nullable: true,
    description: 'Initially empty; otherwise at least in the App’s default locale',
    example: { 'zh-CN': '十月起供应', 'en-US': 'From October on' },
  })
  readonly summary?: LocalizedText | null;

  @Localized(
    { max: MAX_BODY_BYTES },
    {
      optional: true,
      description: `Required on POST, at least in the App’s default locale; at most ${MAX_BODY_BYTES} bytes in each language. HTML is sanitised.`,
      example: { 'zh-CN': '# 秋季菜单', 'en-US': '# Autumn menu' },
    },
  )
  readonly body?: LocalizedText;

  @OneOf('BodyFormat', BODY_FORMATS, {
    optional: true,
    nullable: true,
    description: 'Format of the body; initially `markdown`',
  })
  readonly body_format?: BodyFormat | null;

  @Uuid({
    optional: true,
    nullable: true,
    description:
      'A clean file with the purpose `content_image`, of the App or of no App; null for none. Image requests carry no token: the cover of a published article is served to anyone who knows its URL, also if the article is for members.',
    example: null,
  })
  readonly cover_file_id?: string | null;

  @Tags({
    optional: true,
    nullable: true,
    description: 'Surrounding spaces are removed, duplicates count once; initially none',
    example: ['菜单', 'autumn'],
  })
  readonly tags?: string[] | null;

  @OneOf('ArticleVisibility', VISIBILITIES, {
    optional: true,
    nullable: true,
    description: '`public` articles are shown to everybody, `members` articles only to members; initially `members`',
  })
  readonly visibility?: Visibility | null;

  @Flag({
    optional: true,
    nullable: true,
    description: 'Whether the article comes before all others in lists; initially false',
    example: false,
  })
  readonly pinned?: boolean | null;

  @LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })
  readonly lock_version?: number;

  /** @throws ValidationFailedError naming missing required fields, and those that a new article cannot have. */
  newArticle(): NewArticle {
    const missing = REQUIRED.filter((field) => this[field] === undefined);
    if (missing.length > 0) throw new ValidationFailedError(missing.map((field) => ({ field, code: 'required' })));
    if (this.lock_version !== undefined) throw ValidationFailedError.of('lock_version', 'unknown_field');
    return this.changes() as NewArticle;
  }

  /** @throws ValidationFailedError when it is missing. */
  expectedVersion(): number {
    if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
    return this.lock_version;
  }

  changes(): ArticleChanges {
    return {
      categoryId: this.category_id,
      slug: this.slug,
      title: this.title,
      summary: this.summary,
      body: this.body,
      bodyFormat: this.body_format,
      coverFileId: this.cover_file_id,
      tags: this.tags,
      visibility: this.visibility,
      pinned: this.pinned,
    };
  }
}

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
