import { MAX_UUID } from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';
import type { SearchTerms } from '../../domain/articles/search-terms';
import { tagKey } from '../../domain/articles/tags';

/** Where in the order of a list an article stands. */
export interface Place {
  /** In a search the rank of the match, else 0 for what is pinned and 1 for the rest. */
  readonly rank: number;
  readonly moment: string;
  readonly id: string;
}

/** Precedes every article. */
export const TOP: Place = { rank: -1, moment: 'infinity', id: MAX_UUID };

export interface ListRequest {
  readonly scope: ContentScope;
  /** Null for anybody, who sees less. */
  readonly member: string | null;
  /** Null if no article has to be left out. */
  readonly categories: readonly string[] | null;
  readonly allCategories: readonly string[];
  readonly tag: string | undefined;
  readonly terms: SearchTerms | null;
  readonly after: Place;
  readonly count: number;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const COLUMNS = 'CASE WHEN pinned THEN 0 ELSE 1 END AS rank, published_at, article_id, true AS is_match';
/** One more than the longest page has. */
const MOST_ROWS = 101;
const ORDER = 'ORDER BY pinned DESC, published_at DESC, article_id DESC';

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

/** The statement that lists a page and, in a search, the place that was reached. Its first values are tenant and App. */
export function listStatement(request: ListRequest): Statement {
  const { text, values } = sourceOf(request);
  const { member } = request;
  return {
    text: `
      SELECT p.rank, ${momentOf('p.published_at')} AS moment, p.article_id AS "placeId", p.is_match AS "isMatch",
             ${listedColumns(member === null ? null : `$${values.length + 1}`)}
        FROM (${text}) p
        LEFT JOIN content_published_articles a ON a.tenant_id = $1 AND a.article_id = p.article_id AND p.is_match
       ORDER BY p.rank, p.published_at DESC, p.article_id DESC, p.is_match DESC`,
    values: member === null ? values : [...values, member],
  };
}

/**
 * Finds the places of a page, each in the order of an index. Row by row it never looks at what it will not show: with
 * categories to choose from, it takes the first of each.
 */
function sourceOf(request: ListRequest): Statement {
  const { scope, tag, terms, categories } = request;
  const values = [scope.tenantId, scope.appId];
  if (terms) return search(request, terms, values);
  if (tag !== undefined) return tagged(request, tag, values);
  return categories === null ? ordered(request, values) : chosen(request, categories, values);
}

function ordered({ member, after, count }: ListRequest, values: unknown[]): Statement {
  return {
    text: first(`SELECT ${COLUMNS}, pinned FROM content_published_articles
                  WHERE tenant_id = $1 AND app_id = $2 ${shownTo(member)} AND ${isAfter(3)}`),
    values: [...values, ...keyOf(after), count],
  };
}

function chosen({ member, after, count }: ListRequest, categories: readonly string[], values: unknown[]): Statement {
  return {
    text: `SELECT ${COLUMNS} FROM unnest($7::uuid[]) AS c (category), LATERAL (
             ${first(`SELECT pinned, published_at, article_id FROM content_published_articles
                       WHERE tenant_id = $1 AND app_id = $2 AND category_id = c.category ${shownTo(member)} AND ${isAfter(3)}`)}
             ) AS found
            ${ORDER} LIMIT $6`,
    values: [...values, ...keyOf(after), count, categories],
  };
}

function tagged({ member, allCategories, after, count }: ListRequest, tag: string, values: unknown[]): Statement {
  return {
    text: `SELECT ${COLUMNS} FROM unnest($7::uuid[]) AS c (category), unnest($8::text[]) AS v (audience), LATERAL (
             ${first(`SELECT pinned, published_at, article_id FROM content_published_article_tags
                       WHERE tenant_id = $1 AND app_id = $2 AND tag = ${spellingOf(9, 10)} AND category_id = c.category
                         AND visibility = v.audience AND ${isAfter(3)}`)}
             ) AS found
            ${ORDER} LIMIT $6`,
    values: [
      ...values,
      ...keyOf(after),
      count,
      allCategories,
      member === null ? ['public'] : ['public', 'members'],
      tag,
      tagKey(tag),
    ],
  };
}

function search(
  { member, categories, tag, after, count }: ListRequest,
  { patterns, pieces, phrase }: SearchTerms,
  values: unknown[],
): Statement {
  return {
    text: `SELECT match_rank AS rank, match_at AS published_at, match_id AS article_id, is_match
             FROM search_published_articles($2, $3, $4, ${tag === undefined ? '$5' : spellingOf(5, 13)},
                                            $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      ...values,
      member === null ? 'public' : 'members',
      categories,
      tag ?? null,
      patterns,
      pieces,
      phrase,
      after.rank,
      after.moment,
      after.id,
      count,
      ...(tag === undefined ? [] : [tagKey(tag)]),
    ],
  };
}

/**
 * How a tag is spelled in the App; as it was asked for, if no article has it. Published articles are found by that.
 *
 * @param asked the number of the value that holds it. @param key that of its key.
 */
function spellingOf(asked: number, key: number): string {
  return `coalesce((SELECT t.tag FROM content_article_tags t
                     WHERE t.tenant_id = $1 AND t.app_id = $2 AND t.key = $${key}::text LIMIT 1), $${asked}::text)`;
}

/**
 * The first $6 rows. A plan that is made once does not know how many that are, and would reckon with a tenth of all: a
 * limit in figures, which is never reached, tells it that they are few.
 */
function first(select: string): string {
  return `SELECT * FROM (${select} ${ORDER} LIMIT ${MOST_ROWS}) AS ordered LIMIT $6`;
}

function shownTo(member: string | null): string {
  return member === null ? "AND visibility = 'public'" : '';
}

/** @param first the number of the value of `keyOf`. */
function isAfter(first: number): string {
  return `(pinned, published_at, article_id) < ($${first}::boolean, $${first + 1}::timestamptz, $${first + 2}::uuid)`;
}

function keyOf({ rank, moment, id }: Place): unknown[] {
  return [rank <= 0, moment, id];
}
