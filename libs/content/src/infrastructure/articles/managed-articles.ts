import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf } from '@libs/foundation';
import { found, type ListPage, type PageRequest } from '@libs/kernel';
import type { Article, ArticleStatus } from '../../domain/articles/article';
import type { Visibility } from '../../domain/articles/article-content';
import type { ArticleRevision } from '../../domain/articles/article-revision';
import { literalPattern } from '../../domain/articles/search-terms';
import type { ContentScope } from '../../domain/content-scope';
import { type RevisionPage, revisionPage } from '../texts/revision-page';
import { ArticleRevisionSchema, ArticleSchema } from './article.schema';

const SUMMARY_FIELDS = fieldsOf(ArticleSchema, {
  without: ['tenantId', 'body', 'scheduledBy', 'lastRevision', 'publishedRevision', 'publishedAt', 'deletedAt'],
});

/** What readers see of an article. */
export interface ArticlePublication extends Pick<
  ArticleRevision,
  'revision' | 'revisionHash' | 'slug' | 'publishedBy'
> {
  /** Since when readers have seen the article, and this revision of it. */
  readonly publishedAt: Date;
  readonly updatedAt: Date;
}

/** An article as administrators see it in lists: without its body, which can be long. */
export interface ManagedArticleSummary extends Pick<Article, (typeof SUMMARY_FIELDS)[number]> {
  readonly published: ArticlePublication | null;
}

/** The working copy of an article, and which revision readers see. */
export interface ManagedArticle extends ManagedArticleSummary, Pick<Article, 'body'> {}

const REVISION_FIELDS = fieldsOf(ArticleRevisionSchema, { without: ['tenantId'] });

export type ManagedArticleRevision = Pick<ArticleRevision, (typeof REVISION_FIELDS)[number]>;

/** Selects the articles that meet all given conditions. */
export interface ArticleFilter {
  /** A part of the slug, or of the title in any language. */
  readonly q?: string | undefined;
  readonly status?: ArticleStatus | undefined;
  readonly categoryId?: string | undefined;
  readonly visibility?: Visibility | undefined;
}

interface ArticleRow extends Omit<ManagedArticleSummary, 'published'> {
  readonly published_revision: number | null;
  readonly revision_hash: string;
  readonly published_by: string | null;
  readonly published_slug: string;
  readonly published_at: Date;
  readonly published_updated_at: Date;
}

const FROM_ARTICLES = `
  FROM content_articles a
  LEFT JOIN content_published_articles p ON p.tenant_id = a.tenant_id AND p.article_id = a.id
  LEFT JOIN content_article_revisions r
    ON r.tenant_id = p.tenant_id AND r.article_id = p.article_id AND r.revision = p.revision`;

const SUMMARY = `
  ${columnsOf(ArticleSchema, 'a', SUMMARY_FIELDS)}, p.revision AS published_revision, r.revision_hash, r.published_by,
  p.slug AS published_slug, p.published_at, p.updated_at AS published_updated_at`;

const SELECT_ONE = `
  SELECT ${SUMMARY}, a.body ${FROM_ARTICLES}
   WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.id = $3 AND a.deleted_at IS NULL`;

const SELECT_REVISION = `
  SELECT ${columnsOf(ArticleRevisionSchema, 'r', REVISION_FIELDS)}
    FROM content_article_revisions r WHERE tenant_id = $1 AND article_id = $2 AND revision = $3`;

const IS_AHEAD = 'SELECT $1::timestamptz > now() AS ahead';

const SELECT_THESE = `
  SELECT ${SUMMARY} ${FROM_ARTICLES}
   WHERE a.tenant_id = $1 AND a.id = ANY ($2) AND a.deleted_at IS NULL
   ORDER BY a.created_at DESC, a.id DESC`;

const SEARCH = `
  SELECT count(*)::integer AS total,
         coalesce((array_agg(id ORDER BY created_at DESC, id DESC))[$6::integer : $7::integer], '{}') AS ids
    FROM find_articles($1, $2, $3, $4, $5)`;

/** The articles of an App, as their administrators see them. */
@Injectable()
export class ManagedArticles {
  constructor(private readonly database: Database) {}

  /** @throws ResourceNotFoundError */
  async get({ tenantId, appId }: ContentScope, id: string): Promise<ManagedArticle> {
    const [row] = await this.database.read<ArticleRow & Pick<Article, 'body'>>(tenantId, SELECT_ONE, [
      tenantId,
      appId,
      id,
    ]);
    return managedArticle(found(row));
  }

  /** Whether the time is yet to come, by the clock of the database. */
  async isAhead({ tenantId }: ContentScope, time: Date): Promise<boolean> {
    const [row] = await this.database.read<{ ahead: boolean }>(tenantId, IS_AHEAD, [time]);
    return row?.ahead ?? false;
  }

  /** The article, if it is scheduled and its time has come. */
  async findDue({ tenantId, appId }: ContentScope, id: string): Promise<ManagedArticle | null> {
    const [row] = await this.database.read<ArticleRow & Pick<Article, 'body'>>(
      tenantId,
      `${SELECT_ONE} AND a.status = 'scheduled' AND a.publish_at <= now()`,
      [tenantId, appId, id],
    );
    return row ? managedArticle(row) : null;
  }

  /** Newest first. */
  async list(
    scope: ContentScope,
    filter: ArticleFilter,
    { page, pageSize }: PageRequest,
  ): Promise<ListPage<ManagedArticleSummary>> {
    const { tenantId } = scope;
    const { text, values } = selectionOf(scope, filter, pageSize, (page - 1) * pageSize);
    const [selected] = await this.database.read<{ total: number; ids: string[] }>(tenantId, text, values);
    const rows = await this.database.read<ArticleRow>(tenantId, SELECT_THESE, [tenantId, selected?.ids ?? []]);
    return { items: rows.map(managedArticle), total: selected?.total ?? 0 };
  }

  /**
   * All revisions, latest first.
   *
   * @throws ResourceNotFoundError as `get`.
   */
  async revisions(
    { tenantId, appId }: ContentScope,
    id: string,
    request: PageRequest,
  ): Promise<RevisionPage<ManagedArticleRevision>> {
    const [article] = await this.database.read<{ total: number }>(
      tenantId,
      `SELECT last_revision AS total FROM content_articles
        WHERE tenant_id = $1 AND app_id = $2 AND id = $3 AND deleted_at IS NULL`,
      [tenantId, appId, id],
    );
    return revisionPage(found(article).total, request, (revision) =>
      this.database.read<ManagedArticleRevision>(tenantId, SELECT_REVISION, [tenantId, id, revision]),
    );
  }
}

/** The statement that counts the articles and finds those of a page. It reads indexes alone: articles can be long. */
function selectionOf(
  { tenantId, appId }: ContentScope,
  { q, status, categoryId, visibility }: ArticleFilter,
  limit: number,
  offset: number,
): { text: string; values: unknown[] } {
  const pattern = literalPattern(q);
  if (pattern !== null) {
    return {
      text: SEARCH,
      values: [appId, pattern, status ?? null, categoryId ?? null, visibility ?? null, offset + 1, offset + limit],
    };
  }
  // Only what is asked for stands in the statement, so that each has the index that serves it.
  const asked = Object.entries({ status, category_id: categoryId, visibility }).filter(
    ([, value]) => value !== undefined,
  );
  const conditions = asked.map(([column], index) => `AND a.${column} = $${index + 5}`).join(' ');
  const articles = `content_articles a WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.deleted_at IS NULL ${conditions}`;
  const text = `
    SELECT (SELECT count(*)::integer FROM ${articles}) AS total,
           ARRAY(SELECT a.id FROM ${articles} ORDER BY a.created_at DESC, a.id DESC LIMIT $3 OFFSET $4) AS ids`;
  return { text, values: [tenantId, appId, limit, offset, ...asked.map(([, value]) => value)] };
}

function managedArticle<Row extends ArticleRow>(row: Row) {
  const { published_revision: revision, revision_hash: revisionHash, published_by: publishedBy, ...others } = row;
  const { published_slug: slug, published_at: publishedAt, published_updated_at: updatedAt, ...article } = others;
  const published = { revision, revisionHash, slug, publishedBy, publishedAt, updatedAt };
  return { ...article, published: revision === null ? null : { ...published, revision } };
}
