import type { LocalizedText } from '@libs/kernel';
import { contentHash } from '../texts/content-hash';
import type { BodyFormat } from '../texts/rich-text';
import type { ArticleContent, Visibility } from './article-content';

/** One published revision of an article. Never changed afterwards: the database refuses. */
export class ArticleRevision implements ArticleContent {
  readonly tenantId: string;
  readonly articleId: string;
  /** Counted from 1. */
  readonly revision: number;
  readonly categoryId!: string;
  readonly slug!: string;
  readonly title!: LocalizedText;
  readonly summary!: LocalizedText;
  readonly body!: LocalizedText;
  readonly bodyFormat!: BodyFormat;
  readonly coverFileId!: string | null;
  readonly tags!: readonly string[];
  readonly visibility!: Visibility;
  readonly pinned!: boolean;
  readonly revisionHash: string;
  /** Set by the database. */
  readonly publishedAt!: Date;
  /** The user who published it, or who scheduled its publication. */
  readonly publishedBy: string | null;

  constructor(
    article: { readonly tenantId: string; readonly id: string },
    revision: number,
    content: ArticleContent,
    publishedBy: string | null,
  ) {
    this.tenantId = article.tenantId;
    this.articleId = article.id;
    this.revision = revision;
    Object.assign(this, content);
    this.revisionHash = articleHash(article.id, revision, content);
    this.publishedBy = publishedBy;
  }
}

/**
 * SHA-256 of the canonical JSON of a revision. The keys are those of the wire, so that anyone can compute the hash from
 * an answer.
 */
function articleHash(articleId: string, revision: number, content: ArticleContent): string {
  return contentHash({
    article_id: articleId,
    revision,
    category_id: content.categoryId,
    slug: content.slug,
    title: content.title,
    summary: content.summary,
    body: content.body,
    body_format: content.bodyFormat,
    cover_file_id: content.coverFileId,
    tags: content.tags,
    visibility: content.visibility,
    pinned: content.pinned,
  });
}
