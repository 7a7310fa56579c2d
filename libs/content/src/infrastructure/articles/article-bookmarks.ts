import { Injectable } from '@nestjs/common';
import { Cursors, Database } from '@libs/foundation';
import { isUuid, MAX_UUID, ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import { ArticleBookmarkLimitError } from '../../domain/content.errors';
import type { ContentScope } from '../../domain/content-scope';
import type { ReadableCategories } from '../../domain/categories/readable-categories';
import { ArticleCategories } from '../categories/article-categories';
import { type ArticlePage, type ArticleRow, type ListedArticle } from './article-lists';
import { listedColumns, momentOf } from './article-sources';

/** An article that a member bookmarked. */
export interface BookmarkedArticle extends ListedArticle {
  readonly bookmarkedAt: Date;
}

type BookmarkRow = ArticleRow & { readonly bookmarkedAt: Date };

/** The limit per member and App. */
export const MAX_BOOKMARKS = 1_000;

const FIRST = ['infinity', MAX_UUID] as const;

/** The newest first. What readers do not see now is left out: there are never more than `MAX_BOOKMARKS` to look at. */
const LIST = `
  SELECT ${listedColumns('$3')}, k.created_at AS "bookmarkedAt", ${momentOf('k.created_at')} AS moment
    FROM content_article_bookmarks k
    JOIN content_published_articles a ON a.tenant_id = k.tenant_id AND a.article_id = k.article_id
   WHERE k.tenant_id = $1 AND k.app_id = $2 AND k.user_id = $3
     AND (k.created_at, k.article_id) < ($4::timestamptz, $5::uuid) AND a.category_id = ANY ($6)
   ORDER BY k.created_at DESC, k.article_id DESC LIMIT $7`;

const IS_BOOKMARKED = `
  SELECT 1 FROM content_article_bookmarks WHERE tenant_id = $1 AND app_id = $2 AND user_id = $3 AND article_id = $4`;

const DELETE = `
  DELETE FROM content_article_bookmarks WHERE tenant_id = $1 AND app_id = $2 AND user_id = $3 AND article_id = $4`;

/** The articles that members want to find again. */
@Injectable()
export class ArticleBookmarks {
  constructor(
    private readonly database: Database,
    private readonly categories: ArticleCategories,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Nothing changes if it is there.
   *
   * @throws ResourceNotFoundError if the member does not see the article, ArticleBookmarkLimitError.
   */
  async add(scope: ContentScope, userId: string, articleId: string): Promise<void> {
    const readable = await this.categories.of(scope);
    const [row] = await this.database.write<{ outcome: 'kept' | 'absent' | 'full' }>(
      scope.tenantId,
      'SELECT add_article_bookmark($1, $2, $3, $4, $5) AS outcome',
      [scope.appId, userId, articleId, readable.isComplete ? null : idsOf(readable), MAX_BOOKMARKS],
    );
    if (row?.outcome === 'full') throw new ArticleBookmarkLimitError();
    if (row?.outcome !== 'kept') throw new ResourceNotFoundError();
  }

  /** Nothing changes if it is not there. */
  async remove({ tenantId, appId }: ContentScope, userId: string, articleId: string): Promise<void> {
    await this.database.write(tenantId, DELETE, [tenantId, appId, userId, articleId]);
  }

  async has({ tenantId, appId }: ContentScope, userId: string, articleId: string): Promise<boolean> {
    const rows = await this.database.read(tenantId, IS_BOOKMARKED, [tenantId, appId, userId, articleId]);
    return rows.length > 0;
  }

  /** @throws ValidationFailedError for a cursor of another list. */
  async list(
    scope: ContentScope,
    userId: string,
    { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  ): Promise<ArticlePage<BookmarkedArticle>> {
    const { tenantId, appId } = scope;
    const list = ['article-bookmarks', tenantId, appId, userId];
    const [moment, id] = cursor === undefined ? FIRST : this.cursors.decode(list, cursor);
    if (typeof moment !== 'string' || !isUuid(id)) throw ValidationFailedError.of('cursor', 'invalid');
    const readable = await this.categories.of(scope);
    const values = [tenantId, appId, userId, moment, id, idsOf(readable), limit + 1];
    const rows = await this.database.read<BookmarkRow>(tenantId, LIST, values);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      items: rows.slice(0, limit).flatMap(({ categoryId, ...article }) => {
        const category = readable.find(categoryId);
        return category ? [{ ...article, category }] : [];
      }),
      nextCursor: last ? this.cursors.encode(list, [last.moment, last.id]) : null,
    };
  }
}

function idsOf({ all }: ReadableCategories): string[] {
  return all.map(({ id }) => id);
}
