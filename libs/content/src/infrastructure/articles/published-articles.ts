import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { isUuid, type SupportedLocale } from '@libs/kernel';
import type { ArticleRevision } from '../../domain/articles/article-revision';
import type { ContentScope } from '../../domain/content-scope';
import { pageLocales } from '../../domain/pages/page-in-locale';
import { isSlug } from '../../domain/texts/slug';
import { ArticleCategories } from '../categories/article-categories';
import type { StoredBody } from '../rendering/revision-renderings';
import type { ListedArticle } from './article-lists';
import { ArticleRenderings } from './article-renderings';

/** The published revision of an article, without its bodies, which can be long. */
export interface PublishedArticle
  extends
    Omit<ListedArticle, 'isBookmarked'>,
    Pick<ArticleRevision, 'tenantId' | 'revision' | 'revisionHash' | 'bodyFormat'> {
  readonly isPublic: boolean;
  /** The languages in which it can be read. */
  readonly locales: readonly SupportedLocale[];
}

type ArticleRow = Omit<PublishedArticle, 'category' | 'locales'> & {
  readonly categoryId: string;
  readonly bodyLocales: readonly string[];
};

const SELECT = `
  SELECT a.tenant_id AS "tenantId", a.article_id AS id, a.revision, r.revision_hash AS "revisionHash", a.slug,
         a.category_id AS "categoryId", a.title, a.summary, r.body_format AS "bodyFormat",
         a.cover_file_id AS "coverFileId", a.tags, a.visibility = 'public' AS "isPublic", a.pinned,
         a.published_at AS "publishedAt", a.updated_at AS "updatedAt", ARRAY(SELECT jsonb_object_keys(r.body)) AS "bodyLocales"
    FROM content_published_articles a
    JOIN content_article_revisions r
      ON r.tenant_id = a.tenant_id AND r.article_id = a.article_id AND r.revision = a.revision
   WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.article_id = coalesce(
     (SELECT p.article_id FROM content_published_articles p
       WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.slug = $3),
     $4::uuid,
     -- Of the articles that had it in former revisions the one that had it last.
     (SELECT p.article_id FROM content_article_revisions f
        JOIN content_published_articles p ON p.tenant_id = f.tenant_id AND p.article_id = f.article_id
       WHERE f.tenant_id = $1 AND f.slug = $3 AND p.app_id = $2
       ORDER BY f.published_at DESC, f.article_id DESC LIMIT 1))`;

/** The articles that readers see, one by one. */
@Injectable()
export class PublishedArticles {
  constructor(
    private readonly database: Database,
    private readonly categories: ArticleCategories,
    private readonly renderings: ArticleRenderings,
  ) {}

  /**
   * The article that has the slug; else the one with that id, or that had the slug before. Not from memory: the caller
   * keeps the answer it makes of it.
   *
   * @param name a slug or an id, which may be any text.
   */
  async find(scope: ContentScope, name: string): Promise<PublishedArticle | null> {
    const id = isUuid(name) ? name.toLowerCase() : null;
    if (id === null && !isSlug(name)) return null;
    const values = [scope.tenantId, scope.appId, name, id];
    const [row] = await this.database.read<ArticleRow>(scope.tenantId, SELECT, values);
    if (!row) return null;
    const { categoryId, bodyLocales, ...article } = row;
    const category = (await this.categories.of(scope)).find(categoryId);
    return category ? { ...article, category, locales: pageLocales(Object.keys(article.title), bodyLocales) } : null;
  }

  /** The body of an article in one of its languages. */
  body({ tenantId, id, revision }: PublishedArticle, locale: SupportedLocale): Promise<StoredBody | null> {
    return this.renderings.read({ tenantId, ownerId: id, revision }, locale);
  }
}
