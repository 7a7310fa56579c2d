import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import { found, NIL_UUID, ResourceConflictError } from '@libs/kernel';
import { In, IsNull } from 'typeorm';
import { Article } from '../../domain/articles/article';
import type { SeenRevision } from '../../domain/articles/article.events';
import type { ArticleRepository } from '../../domain/articles/article.repository';
import { ArticleRevision } from '../../domain/articles/article-revision';
import type { ContentScope } from '../../domain/content-scope';
import { ArticleFigures } from './article-figures';
import type { ShownBodies } from '../../domain/texts/rich-text-renderer';
import { ArticleRenderings } from './article-renderings';
import { ArticleTags } from './article-tags';
import { ArticleRevisionSchema } from './article.schema';

/** Keeps others from changing the row, but allows inserting and deleting rows that refer to it. */
const LOCK = { mode: 'for_no_key_update' } as const;

const SELECT_REVISION = `
  SELECT ${columnsOf(ArticleRevisionSchema, 'r')}
    FROM content_article_revisions r WHERE tenant_id = $1 AND article_id = $2 AND revision = $3`;

const GIVE_UP_SLUGS = `
  DELETE FROM content_article_slugs s
   WHERE s.tenant_id = $1 AND s.article_id = $2 AND s.slug <> $3
     AND NOT EXISTS (SELECT FROM content_published_articles p
                      WHERE p.tenant_id = s.tenant_id AND p.article_id = s.article_id AND p.slug = s.slug)`;

/** Returns a row if the slug belongs to the article now. */
const CLAIM_SLUG = `
  INSERT INTO content_article_slugs AS s (tenant_id, app_id, slug, article_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id, app_id, slug) DO UPDATE SET article_id = s.article_id WHERE s.article_id = $4
  RETURNING 1`;

const SHOW = `
  INSERT INTO content_published_articles
    (tenant_id, app_id, article_id, revision, category_id, slug, title, summary, cover_file_id, tags, visibility, pinned,
     published_at, updated_at)
  SELECT r.tenant_id, $3, r.article_id, r.revision, r.category_id, r.slug, r.title, r.summary, r.cover_file_id, r.tags,
         r.visibility, r.pinned, $5, r.published_at
    FROM content_article_revisions r WHERE r.tenant_id = $1 AND r.article_id = $2 AND r.revision = $4
  ON CONFLICT (tenant_id, article_id) DO UPDATE
     SET revision = excluded.revision, category_id = excluded.category_id, slug = excluded.slug, title = excluded.title,
         summary = excluded.summary, cover_file_id = excluded.cover_file_id, tags = excluded.tags,
         visibility = excluded.visibility, pinned = excluded.pinned, published_at = excluded.published_at,
         updated_at = excluded.updated_at`;

const FORGET_TAGS = 'DELETE FROM content_published_article_tags WHERE tenant_id = $1 AND article_id = $2';

const SHOW_TAGS = `
  INSERT INTO content_published_article_tags
    (tenant_id, app_id, tag, article_id, category_id, visibility, pinned, published_at)
  SELECT tenant_id, app_id, tag, article_id, category_id, visibility, pinned, published_at
    FROM content_published_articles CROSS JOIN unnest(tags) AS tag
   WHERE tenant_id = $1 AND article_id = $2`;

/** Its tags go with it. */
const HIDE = `
  WITH hidden AS (
    DELETE FROM content_published_articles WHERE tenant_id = $1 AND article_id = $2 RETURNING *
  )
  SELECT r.slug, r.revision, r.revision_hash AS "revisionHash"
    FROM hidden h JOIN content_article_revisions r
      ON r.tenant_id = h.tenant_id AND r.article_id = h.article_id AND r.revision = h.revision`;

const COVERS = `
  SELECT cover_file_id AS id FROM content_articles
   WHERE tenant_id = $1 AND id = $2 AND cover_file_id IS NOT NULL
  UNION
  SELECT cover_file_id FROM content_published_articles
   WHERE tenant_id = $1 AND article_id = $2 AND cover_file_id IS NOT NULL`;

const DELETE = `
  UPDATE content_articles
     SET deleted_at = now(), updated_at = now(), lock_version = lock_version + 1, category_id = NULL, title = '{}',
         summary = '{}', body = '{}', cover_file_id = NULL, tags = '{}'
   WHERE tenant_id = $1 AND app_id = $2 AND id = ANY ($3)`;

/** Of as many as one statement can change in a moment. Returns the last that was looked at. */
const RETIRE = `
  WITH next AS MATERIALIZED (
    SELECT id FROM content_articles WHERE tenant_id = $1 AND app_id = $2 AND id > $3
     ORDER BY id LIMIT 1000 FOR NO KEY UPDATE
  ), retired AS (
    UPDATE content_articles a
       SET cover_file_id = NULL, publish_at = NULL, scheduled_by = NULL, unpublish_at = NULL, unpublish_by = NULL,
           status = CASE WHEN status <> 'scheduled' THEN status
                         WHEN published_revision IS NULL THEN 'draft' ELSE 'published' END
      FROM next WHERE a.tenant_id = $1 AND a.id = next.id
       AND (a.cover_file_id IS NOT NULL OR a.status = 'scheduled' OR a.unpublish_at IS NOT NULL)
  ), uncovered AS (
    UPDATE content_published_articles p SET cover_file_id = NULL
      FROM next WHERE p.tenant_id = $1 AND p.article_id = next.id AND p.cover_file_id IS NOT NULL
  )
  SELECT id FROM next ORDER BY id DESC LIMIT 1`;

@Injectable()
export class TypeOrmArticleRepository implements ArticleRepository {
  constructor(
    private readonly database: Database,
    private readonly renderings: ArticleRenderings,
    private readonly tags: ArticleTags,
    private readonly figures: ArticleFigures,
  ) {}

  async add(article: Article): Promise<void> {
    await this.database.manager.insert(Article, article);
    await this.claimSlug(article);
    await this.tags.write(article);
  }

  async save(article: Article): Promise<void> {
    await this.database.manager.save(article);
    await this.database.query(GIVE_UP_SLUGS, [article.tenantId, article.id, article.slug]);
    await this.claimSlug(article);
    await this.tags.write(article);
  }

  tagsAsWritten(scope: ContentScope, tags: readonly string[]): Promise<string[]> {
    return this.tags.asWritten(scope, tags);
  }

  async getForUpdate({ tenantId, appId }: ContentScope, id: string): Promise<Article> {
    const where = { tenantId, appId, id, deletedAt: IsNull() };
    return found(await this.database.manager.findOne(Article, { where, lock: LOCK }));
  }

  findAllForUpdate({ tenantId, appId }: ContentScope, ids: readonly string[]): Promise<Article[]> {
    const where = { tenantId, appId, id: In([...ids]), deletedAt: IsNull() };
    return this.database.manager.find(Article, { where, order: { id: 'ASC' }, lock: LOCK });
  }

  async getRevision({ tenantId, id }: Pick<Article, 'tenantId' | 'id'>, revision: number): Promise<ArticleRevision> {
    return found(await this.database.readOne<ArticleRevision>(tenantId, SELECT_REVISION, [tenantId, id, revision]));
  }

  async show(article: Article, revision: ArticleRevision, bodies: ShownBodies): Promise<void> {
    const { tenantId, appId, id, publishedAt } = article;
    await this.database.manager.insert(ArticleRevision, revision);
    await this.renderings.storeAll({ tenantId, ownerId: id, revision: revision.revision }, bodies);
    await this.database.query(SHOW, [tenantId, id, appId, revision.revision, publishedAt]);
    await this.database.query(FORGET_TAGS, [tenantId, id]);
    await this.database.query(SHOW_TAGS, [tenantId, id]);
  }

  async hide({ tenantId, id }: Article): Promise<SeenRevision | null> {
    return this.database.queryOne<SeenRevision>(HIDE, [tenantId, id]);
  }

  async coversOf({ tenantId, id }: Article): Promise<string[]> {
    const covers = await this.database.query<{ id: string }>(COVERS, [tenantId, id]);
    return covers.map((cover) => cover.id);
  }

  async keepsCategory({ tenantId, appId }: ContentScope, categoryId: string): Promise<boolean> {
    return this.database.hasRows(
      'SELECT 1 FROM content_categories WHERE tenant_id = $1 AND app_id = $2 AND id = $3 FOR KEY SHARE',
      [tenantId, appId, categoryId],
    );
  }

  async delete({ tenantId, appId }: ContentScope, articles: readonly Article[]): Promise<void> {
    const ids = articles.map(({ id }) => id);
    for (const table of ['content_article_slugs', 'content_article_bookmarks']) {
      await this.database.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND article_id = ANY ($2)`, [tenantId, ids]);
    }
    await this.tags.forget(tenantId, ids);
    await this.figures.forget({ tenantId, appId }, ids);
    await this.database.query(DELETE, [tenantId, appId, ids]);
  }

  async retire({ tenantId, appId }: ContentScope, after: string | null): Promise<string | null> {
    const values = [tenantId, appId, after ?? NIL_UUID];
    const [last] = await this.database.write<{ id: string }>(tenantId, RETIRE, values);
    return last?.id ?? null;
  }

  private async claimSlug({ tenantId, appId, id, slug }: Article): Promise<void> {
    const claimed = await this.database.query(CLAIM_SLUG, [tenantId, appId, slug, id]);
    if (claimed.length === 0) throw new ResourceConflictError();
  }
}
