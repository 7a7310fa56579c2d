import {
  ARTICLE_STATUSES,
  type ArticleStatus,
  BODY_FORMATS,
  type BodyFormat,
  type ManagedArticle,
  type ManagedArticleRevision,
  type ManagedArticleSummary,
  VISIBILITIES,
  type Visibility,
} from '@libs/content';
import type { LocalizedText, ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import type { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const REVISION_HASH = {
  description:
    'SHA-256 (hex) of the canonical JSON (RFC 8785) of article_id, revision, category_id, slug, title, summary, body, body_format, cover_file_id, tags, visibility, pinned',
};
const SLUG = { example: 'autumn-menu' };
const TITLE = { example: { 'zh-CN': '秋季菜单', 'en-US': 'Autumn menu' } };
const SUMMARY = { example: { 'zh-CN': '十月起供应', 'en-US': 'From October on' } };
const BODY = { example: { 'zh-CN': '# 秋季菜单', 'en-US': '# Autumn menu' } };
const COVER = {
  nullable: true,
  description: 'A file with the purpose `content_image`; null for none',
  example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905',
};
const TAGS = { example: ['菜单', 'autumn'] };
const CATEGORY = { example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906' };

/** What editors write. */
type Content = Omit<
  ManagedArticleRevision,
  'articleId' | 'body' | 'revision' | 'revisionHash' | 'publishedAt' | 'publishedBy'
>;

abstract class AdminArticleContent {
  @Answer.Uuid(CATEGORY)
  readonly category_id: string;

  @Answer.Text(SLUG)
  readonly slug: string;

  @Answer.Localized(TITLE)
  readonly title: LocalizedText;

  @Answer.Localized(SUMMARY)
  readonly summary: LocalizedText;

  @Answer.OneOf('BodyFormat', BODY_FORMATS)
  readonly body_format: BodyFormat;

  @Answer.Uuid(COVER)
  readonly cover_file_id: string | null;

  @Answer.Texts(TAGS)
  readonly tags: readonly string[];

  @Answer.OneOf('ArticleVisibility', VISIBILITIES, {
    description: '`public` articles are shown to everybody, `members` articles only to members',
  })
  readonly visibility: Visibility;

  @Answer.Flag({ description: 'Whether the article comes before all others in lists', example: false })
  readonly pinned: boolean;

  protected constructor(content: Content) {
    this.category_id = content.categoryId;
    this.slug = content.slug;
    this.title = content.title;
    this.summary = content.summary;
    this.body_format = content.bodyFormat;
    this.cover_file_id = content.coverFileId;
    this.tags = content.tags;
    this.visibility = content.visibility;
    this.pinned = content.pinned;
  }
}

export class AdminArticlePublicationResponse {
  @Answer.Integer({ min: 1, example: 1 })
  readonly revision: number;

  @Answer.Sha256(REVISION_HASH)
  readonly revision_hash: string;

  @Answer.Text({ ...SLUG, description: 'Slug under which readers find the article' })
  readonly slug: string;

  @Answer.Instant({
    description: 'Time since which the article has been published without interruption',
    example: '2026-11-20T08:30:00.000Z',
  })
  readonly published_at: string;

  @Answer.Instant({
    description: 'Time since which this revision has been published',
    example: '2026-11-20T08:30:00.000Z',
  })
  readonly updated_at: string;

  constructor(published: NonNullable<ManagedArticle['published']>) {
    this.revision = published.revision;
    this.revision_hash = published.revisionHash;
    this.slug = published.slug;
    this.published_at = published.publishedAt.toISOString();
    this.updated_at = published.updatedAt.toISOString();
  }
}

/** The working copy of an article, without its body. */
export class AdminArticleSummaryResponse extends AdminArticleContent {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907' })
  readonly app_id: string;

  @Answer.OneOf('ArticleStatus', ARTICLE_STATUSES)
  readonly status: ArticleStatus;

  @Answer.Instant({
    nullable: true,
    description: 'Scheduled time of publication; null unless the article is scheduled',
  })
  readonly publish_at: string | null;

  @Answer.Flag({ description: 'Whether the working copy was changed since the latest revision' })
  readonly has_changes: boolean;

  @Answer.Nested(() => AdminArticlePublicationResponse, {
    nullable: true,
    description: 'The revision that readers see; null if the article is not published',
  })
  readonly published: AdminArticlePublicationResponse | null;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant({ example: '2026-11-20T08:00:00.000Z' })
  readonly created_at: string;

  @Answer.Instant({ example: '2026-11-20T08:30:00.000Z' })
  readonly updated_at: string;

  constructor(article: ManagedArticleSummary) {
    super(article);
    this.id = article.id;
    this.app_id = article.appId;
    this.status = article.status;
    this.publish_at = article.publishAt?.toISOString() ?? null;
    this.has_changes = article.hasChanges;
    this.published = article.published && new AdminArticlePublicationResponse(article.published);
    this.lock_version = article.lockVersion;
    this.created_at = article.createdAt.toISOString();
    this.updated_at = article.updatedAt.toISOString();
  }
}

/** The working copy of an article. Readers see the published revision. */
export class AdminArticleResponse extends AdminArticleSummaryResponse {
  @Answer.Localized(BODY)
  readonly body: LocalizedText;

  constructor(article: ManagedArticle) {
    super(article);
    this.body = article.body;
  }
}

export class AdminArticleListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminArticleSummaryResponse)
  readonly items: readonly AdminArticleSummaryResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<ManagedArticleSummary>) {
    super(query, total);
    this.items = items.map((article) => new AdminArticleSummaryResponse(article));
  }
}

/** A published revision of an article. It never changes. */
export class AdminArticleRevisionResponse extends AdminArticleContent {
  @Answer.Uuid()
  readonly article_id: string;

  @Answer.Integer({ min: 1, example: 1 })
  readonly revision: number;

  @Answer.Localized(BODY)
  readonly body: LocalizedText;

  @Answer.Sha256(REVISION_HASH)
  readonly revision_hash: string;

  @Answer.Instant({ example: '2026-11-20T08:30:00.000Z' })
  readonly published_at: string;

  @Answer.Uuid({
    nullable: true,
    description: 'The user who published the revision or scheduled its publication',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903',
  })
  readonly published_by: string | null;

  constructor(revision: ManagedArticleRevision) {
    super(revision);
    this.article_id = revision.articleId;
    this.revision = revision.revision;
    this.body = revision.body;
    this.revision_hash = revision.revisionHash;
    this.published_at = revision.publishedAt.toISOString();
    this.published_by = revision.publishedBy;
  }
}

export class AdminArticleRevisionListResponse extends AdminListResponse {
  /** Empty here: they are sent one by one. */
  @Answer.ListOf(() => AdminArticleRevisionResponse)
  readonly items: readonly AdminArticleRevisionResponse[] = [];

  constructor(query: PageQuery, total: number) {
    super(query, total);
  }
}
