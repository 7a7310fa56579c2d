import type { ArticleStatus } from '../../domain/articles/article';
import type { Visibility } from '../../domain/articles/article-content';
import { literalPattern } from '../../domain/articles/search-terms';
import { tagKey } from '../../domain/articles/tags';
import type { ContentScope } from '../../domain/content-scope';

/** Selects the articles that meet all given conditions. */
export interface ArticleFilter {
  /** A part of the slug, or of the title in any language. */
  readonly q?: string | undefined;
  readonly status?: ArticleStatus | undefined;
  readonly categoryId?: string | undefined;
  readonly visibility?: Visibility | undefined;
  /** In whatever case. */
  readonly tag?: string | undefined;
}

interface Selection {
  readonly text: string;
  readonly values: unknown[];
}

const FOUND = 'find_articles($1, $2, $3, $4, $5) f';
const TAGGED = `EXISTS (SELECT FROM content_article_tags t
                         WHERE t.tenant_id = $8 AND t.article_id = f.id AND t.key = $9 AND t.is_written)`;

/** The statement that counts the articles and finds those of a page. It reads indexes alone: articles can be long. */
export function selectionOf(scope: ContentScope, filter: ArticleFilter, limit: number, offset: number): Selection {
  const pattern = literalPattern(filter.q);
  return pattern === null ? listed(scope, filter, limit, offset) : searched(scope, pattern, filter, limit, offset);
}

function listed(
  { tenantId, appId }: ContentScope,
  { status, categoryId, visibility, tag }: ArticleFilter,
  limit: number,
  offset: number,
): Selection {
  // Only what is asked for stands in the statement, so that each has the index that serves it.
  const asked = Object.entries({
    'a.status': status,
    'a.category_id': categoryId,
    'a.visibility': visibility,
    't.key': tag === undefined ? undefined : tagKey(tag),
  }).filter(([, value]) => value !== undefined);
  const conditions = asked.map(([column], index) => `AND ${column} = $${index + 5}`).join(' ');
  const isTagged = tag !== undefined;
  const articles = isTagged
    ? `content_article_tags t JOIN content_articles a ON a.tenant_id = t.tenant_id AND a.id = t.article_id
        WHERE t.tenant_id = $1 AND t.app_id = $2 AND t.is_written AND a.deleted_at IS NULL ${conditions}`
    : `content_articles a WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.deleted_at IS NULL ${conditions}`;
  const order = isTagged ? 't.created_at DESC, t.article_id DESC' : 'a.created_at DESC, a.id DESC';
  const text = `
    SELECT (SELECT count(*)::integer FROM ${articles}) AS total,
           ARRAY(SELECT a.id FROM ${articles} ORDER BY ${order} LIMIT $3 OFFSET $4) AS ids`;
  return { text, values: [tenantId, appId, limit, offset, ...asked.map(([, value]) => value)] };
}

function searched(
  { tenantId, appId }: ContentScope,
  pattern: string,
  { status, categoryId, visibility, tag }: ArticleFilter,
  limit: number,
  offset: number,
): Selection {
  const text = `
    SELECT count(*)::integer AS total,
           coalesce((array_agg(id ORDER BY created_at DESC, id DESC))[$6::integer : $7::integer], '{}') AS ids
      FROM ${FOUND}${tag === undefined ? '' : ` WHERE ${TAGGED}`}`;
  const filters = [status ?? null, categoryId ?? null, visibility ?? null];
  const values = [appId, pattern, ...filters, offset + 1, offset + limit];
  return { text, values: tag === undefined ? values : [...values, tenantId, tagKey(tag)] };
}
