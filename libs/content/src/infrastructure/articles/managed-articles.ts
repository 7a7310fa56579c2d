import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf } from '@libs/foundation';
import { found, type ListPage, type ListRequest, type PageRequest } from '@libs/kernel';
import type { Article } from '../../domain/articles/article';
import type { ArticleRevision } from '../../domain/articles/article-revision';
import type { ContentScope } from '../../domain/content-scope';
import { type RevisionPage, revisionPage } from '../texts/revision-page';
import { ARTICLE_ORDER, type ArticleFilter, selectionOf } from './article-selection';
import { ArticleRevisionSchema, ArticleSchema } from './article.schema';

const SUMMARY_FIELDS = fieldsOf(ArticleSchema, {
  without: ['tenantId', 'body', 'scheduledBy', 'lastRevision', 'publishedRevision', 'publishedAt', 'deletedAt'],
});

/** What readers see of an article. */
export interface ArticlePublication extends Pick<
  ArticleRevision,
  'revision' | 'revisionHash' | 'slug' | 'visibility' | 'publishedBy'
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

interface ArticleRow extends Omit<ManagedArticleSummary, 'published'> {
  readonly published_revision: number | null;
  readonly revision_hash: string;
  readonly published_by: string | null;
  readonly published_slug: string;
  readonly published_visibility: ArticleRevision['visibility'];
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
  p.slug AS published_slug, p.visibility AS published_visibility, p.published_at, p.updated_at AS published_updated_at`;

const SELECT_ONE = `
  SELECT ${SUMMARY}, a.body ${FROM_ARTICLES}
   WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.id = $3 AND a.deleted_at IS NULL`;

const SELECT_REVISION = `
  SELECT ${columnsOf(ArticleRevisionSchema, 'r', REVISION_FIELDS)}
    FROM content_article_revisions r WHERE tenant_id = $1 AND article_id = $2 AND revision = $3`;

const SELECT_THESE = `
  SELECT ${SUMMARY} ${FROM_ARTICLES}
   WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.id = ANY ($3) AND a.deleted_at IS NULL
   ORDER BY array_position($3, a.id)`;

const IS_DUE = `
  a.status = 'scheduled' AND a.publish_at <= now() AND (a.unpublish_at IS NULL OR a.unpublish_at > now())`;

/** Where both times passed while nothing ran, readers are not shown what they are not to see any more. */
const HAS_ENDED = `a.status IN ('scheduled', 'published') AND a.unpublish_at <= now()`;

/** The articles of an App, as their administrators see them. */
@Injectable()
export class ManagedArticles {
  static readonly order = ARTICLE_ORDER;

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

  /** Those of the articles that exist. */
  async all({ tenantId, appId }: ContentScope, ids: readonly string[]): Promise<ManagedArticleSummary[]> {
    const rows = await this.database.read<ArticleRow>(tenantId, SELECT_THESE, [tenantId, appId, ids]);
    return rows.map(managedArticle);
  }

  /** The time by the clock of the database. */
  async now({ tenantId }: ContentScope): Promise<Date> {
    return found(await this.database.readOne<{ now: Date }>(tenantId, 'SELECT now()')).now;
  }

  /** The article, if it is to be published now. */
  findDue(scope: ContentScope, id: string): Promise<ManagedArticle | null> {
    return this.findWhere(IS_DUE, scope, id);
  }

  /** The article, if it has not been unpublished although its end has come. */
  findEnded(scope: ContentScope, id: string): Promise<ManagedArticle | null> {
    return this.findWhere(HAS_ENDED, scope, id);
  }

  /** Newest first, unless the request says otherwise. */
  async list(
    scope: ContentScope,
    filter: ArticleFilter,
    request: ListRequest,
  ): Promise<ListPage<ManagedArticleSummary>> {
    const { tenantId, appId } = scope;
    const { text, values } = selectionOf(scope, filter, request);
    const [selected] = await this.database.readRecent<{ total: number; ids: string[] }>(tenantId, text, values);
    const these = [tenantId, appId, selected?.ids ?? []];
    const rows = await this.database.readRecent<ArticleRow>(tenantId, SELECT_THESE, these);
    return { items: rows.map(managedArticle), total: selected?.total ?? 0 };
  }

  /**
   * All revisions, latest first unless the request says otherwise.
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

  private async findWhere(
    condition: string,
    { tenantId, appId }: ContentScope,
    id: string,
  ): Promise<ManagedArticle | null> {
    const row = await this.database.readOne<ArticleRow & Pick<Article, 'body'>>(
      tenantId,
      `${SELECT_ONE} AND ${condition}`,
      [tenantId, appId, id],
    );
    return row && managedArticle(row);
  }
}

function managedArticle<Row extends ArticleRow>(row: Row) {
  const { published_revision: revision, revision_hash: revisionHash, published_by: publishedBy, ...others } = row;
  const { published_slug: slug, published_visibility: visibility, published_at: publishedAt, ...further } = others;
  const { published_updated_at: updatedAt, ...article } = further;
  const published = { revision, revisionHash, slug, visibility, publishedBy, publishedAt, updatedAt };
  return { ...article, published: revision === null ? null : { ...published, revision } };
}
