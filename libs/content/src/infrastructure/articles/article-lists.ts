import { Injectable } from '@nestjs/common';
import { type CursorPosition, Cursors, Database } from '@libs/foundation';
import { type LocalizedText, ValidationFailedError } from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';
import { searchTerms } from '../../domain/articles/search-terms';
import type { ReadableCategory } from '../../domain/categories/readable-categories';
import { ArticleCategories } from '../categories/article-categories';
import { type Place, sourceOf, TOP } from './article-sources';

/** Who reads: anybody, or a member of the App, who sees more. */
export type Reader = 'anybody' | { readonly userId: string };

export interface ArticleListRequest {
  /** The slug of a category, for its articles and those of the categories below it. */
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** An article as lists show it. */
export interface ListedArticle {
  readonly id: string;
  readonly slug: string;
  readonly category: ReadableCategory;
  readonly title: LocalizedText;
  readonly summary: LocalizedText;
  readonly coverFileId: string | null;
  readonly tags: readonly string[];
  readonly pinned: boolean;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
  readonly isBookmarked: boolean;
}

export interface ArticlePage<Article = ListedArticle> {
  readonly items: readonly Article[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A row in the order of its list: an article, or (in a search) no more than the place that was reached. */
export type ArticleRow = Omit<ListedArticle, 'category'> & {
  readonly categoryId: string;
  readonly rank: number;
  /** In microseconds, as the database orders. */
  readonly moment: string;
  readonly placeId: string;
  readonly isMatch: boolean;
};

/** What lists read of a published article `a`. @param member the SQL of the id of the member; null for anybody. */
export function listedColumns(member: string | null): string {
  const isBookmarked =
    member === null
      ? 'false'
      : `EXISTS (SELECT FROM content_article_bookmarks b
                  WHERE b.tenant_id = $1 AND b.app_id = $2 AND b.user_id = ${member} AND b.article_id = a.article_id)`;
  return `a.article_id AS id, a.slug, a.category_id AS "categoryId", a.title, a.summary, a.cover_file_id AS "coverFileId",
          a.tags, a.pinned, a.published_at AS "publishedAt", a.updated_at AS "updatedAt", ${isBookmarked} AS "isBookmarked"`;
}

export function momentOf(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ')`;
}

const SEARCH_TIMEOUT = '1s';

/** Lists of published articles: at most one statement each, and work that a page bounds. */
@Injectable()
export class ArticleLists {
  constructor(
    private readonly database: Database,
    private readonly categories: ArticleCategories,
    private readonly cursors: Cursors,
  ) {}

  /** @throws ValidationFailedError for a cursor of another list, DependencyUnavailableError. */
  async list(scope: ContentScope, reader: Reader, request: ArticleListRequest): Promise<ArticlePage> {
    const { category, tag, cursor, limit } = request;
    const terms = searchTerms(request.q ?? '');
    const audience = reader === 'anybody' ? 'public' : 'members';
    const filters = JSON.stringify([category ?? null, tag ?? null, terms?.phrase ?? null]);
    const list = ['articles', audience, scope.tenantId, scope.appId, filters];
    const after = cursor === undefined ? TOP : placeOf(this.cursors.decode(list, cursor));
    const readable = await this.categories.of(scope);
    const shown = category === undefined ? readable.all : readable.within(category);
    if (shown.length === 0) return { items: [], nextCursor: null };
    const { text, values } = sourceOf({
      scope,
      audience,
      // Null stands for all: none of them has to be left out.
      categories: category === undefined && readable.isComplete ? null : shown.map(({ id }) => id),
      allCategories: shown.map(({ id }) => id),
      tag,
      terms,
      after,
      count: limit + 1,
    });
    const member = reader === 'anybody' ? null : reader.userId;
    const statement = `
      SELECT p.rank, ${momentOf('p.published_at')} AS moment, p.article_id AS "placeId", p.is_match AS "isMatch",
             ${listedColumns(member === null ? null : `$${values.length + 1}`)}
        FROM (${text}) p
        LEFT JOIN content_published_articles a ON a.tenant_id = $1 AND a.article_id = p.article_id AND p.is_match
       ORDER BY p.rank, p.published_at DESC, p.article_id DESC, p.is_match DESC`;
    const all = member === null ? values : [...values, member];
    const rows = terms
      ? await this.search(scope.tenantId, statement, all)
      : await this.database.read<ArticleRow>(scope.tenantId, statement, all);
    const items = rows.filter(({ isMatch }) => isMatch).slice(0, limit);
    // With more matches than fit, the next page begins behind the last that does; else where the search gave up.
    const last = rows.length > limit ? rows[limit - 1] : rows.find(({ isMatch }) => !isMatch);
    return {
      items: items.flatMap(({ categoryId, ...article }) => {
        const found = readable.find(categoryId);
        // It may have been hidden since the categories were read.
        return found ? [{ ...article, category: found }] : [];
      }),
      nextCursor: last ? this.cursors.encode(list, [last.rank, last.moment, last.placeId]) : null,
    };
  }

  /** What a text costs to find is foretold from a sample, which may mislead. */
  private async search(tenantId: string, statement: string, values: unknown[]): Promise<ArticleRow[]> {
    return this.database.run(tenantId, async () => {
      // Sent together, without waiting for the first.
      const [, rows] = await Promise.all([
        this.database.query(`SELECT set_config('statement_timeout', $1, true)`, [SEARCH_TIMEOUT]),
        this.database.query<ArticleRow>(statement, values),
      ]);
      return rows;
    });
  }
}

function placeOf([rank, moment, id]: CursorPosition): Place {
  if (typeof rank !== 'number' || typeof moment !== 'string' || typeof id !== 'string') {
    throw ValidationFailedError.of('cursor', 'invalid');
  }
  return { rank, moment, id };
}
