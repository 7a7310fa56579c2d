import type { ContentScope } from '../../domain/content-scope';
import type { SearchTerms } from '../../domain/articles/search-terms';

/** Where in the order of a list an article stands. */
export interface Place {
  /** In a search the rank of the match, else 0 for what is pinned and 1 for the rest. */
  readonly rank: number;
  readonly moment: string;
  readonly id: string;
}

/** Precedes every article. */
export const TOP: Place = { rank: -1, moment: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export interface SourceRequest {
  readonly scope: ContentScope;
  readonly audience: 'public' | 'members';
  /** Null if no article has to be left out. */
  readonly categories: readonly string[] | null;
  readonly allCategories: readonly string[];
  readonly tag: string | undefined;
  readonly terms: SearchTerms | null;
  readonly after: Place;
  readonly count: number;
}

export interface Source {
  readonly text: string;
  readonly values: unknown[];
}

const COLUMNS = 'CASE WHEN pinned THEN 0 ELSE 1 END AS rank, published_at, article_id, true AS is_match';
const ORDER = 'ORDER BY pinned DESC, published_at DESC, article_id DESC';

/**
 * The statement that finds the places of a page, each in the order of an index. Its first values are tenant and App. Row
 * by row it never looks at what it will not show: with categories to choose from, it takes the first of each.
 */
export function sourceOf(request: SourceRequest): Source {
  const { scope, tag, terms, categories } = request;
  const values = [scope.tenantId, scope.appId];
  if (terms) return search(request, terms, values);
  if (tag !== undefined) return tagged(request, tag, values);
  return categories === null ? ordered(request, values) : chosen(request, categories, values);
}

function ordered({ audience, after, count }: SourceRequest, values: unknown[]): Source {
  return {
    text: `SELECT ${COLUMNS} FROM content_published_articles
            WHERE tenant_id = $1 AND app_id = $2 ${shownTo(audience)} AND ${isAfter(3)} ${ORDER} LIMIT $6`,
    values: [...values, ...keyOf(after), count],
  };
}

function chosen({ audience, after, count }: SourceRequest, categories: readonly string[], values: unknown[]): Source {
  return {
    text: `SELECT ${COLUMNS} FROM unnest($7::uuid[]) AS c (category), LATERAL (
             SELECT pinned, published_at, article_id FROM content_published_articles
              WHERE tenant_id = $1 AND app_id = $2 AND category_id = c.category ${shownTo(audience)} AND ${isAfter(3)}
              ${ORDER} LIMIT $6) AS first
            ${ORDER} LIMIT $6`,
    values: [...values, ...keyOf(after), count, categories],
  };
}

function tagged({ audience, allCategories, after, count }: SourceRequest, tag: string, values: unknown[]): Source {
  return {
    text: `SELECT ${COLUMNS} FROM unnest($7::uuid[]) AS c (category), unnest($8::text[]) AS v (audience), LATERAL (
             SELECT pinned, published_at, article_id FROM content_published_article_tags
              WHERE tenant_id = $1 AND app_id = $2 AND tag = $9 AND category_id = c.category
                AND visibility = v.audience AND ${isAfter(3)}
              ${ORDER} LIMIT $6) AS first
            ${ORDER} LIMIT $6`,
    values: [
      ...values,
      ...keyOf(after),
      count,
      allCategories,
      audience === 'public' ? ['public'] : ['public', 'members'],
      tag,
    ],
  };
}

function search(
  { audience, categories, tag, after, count }: SourceRequest,
  { patterns, pieces, phrase }: SearchTerms,
  values: unknown[],
): Source {
  return {
    text: `SELECT match_rank AS rank, match_at AS published_at, match_id AS article_id, is_match
             FROM search_published_articles($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      ...values,
      audience,
      categories,
      tag ?? null,
      patterns,
      pieces,
      phrase,
      after.rank,
      after.moment,
      after.id,
      count,
    ],
  };
}

function shownTo(audience: SourceRequest['audience']): string {
  return audience === 'public' ? "AND visibility = 'public'" : '';
}

/** @param first the number of the value of `keyOf`. */
function isAfter(first: number): string {
  return `(pinned, published_at, article_id) < ($${first}::boolean, $${first + 1}::timestamptz, $${first + 2}::uuid)`;
}

function keyOf({ rank, moment, id }: Place): unknown[] {
  return [rank <= 0, moment, id];
}
