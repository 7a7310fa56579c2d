import { ListOrder, nullable, sorted, sortedCode, sortedText } from '@libs/foundation';
import type { ListRequest } from '@libs/kernel';
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

export const ARTICLE_ORDER = new ListOrder(
  {
    title: sortedText('a.title'),
    slug: sortedCode('a.slug'),
    status: sortedCode('a.status'),
    visibility: sortedCode('a.visibility'),
    publish_at: nullable(sorted('a.publish_at')),
    published_at: nullable(sorted('a.published_at')),
    created_at: sorted('a.created_at'),
    updated_at: sorted('a.updated_at'),
  },
  { usual: 'a.created_at DESC, a.id DESC', tie: 'a.id' },
);

const FOUND = 'find_articles($1, $2, $3, $4, $5) f';

/**
 * The statement that counts the articles and finds those of a page. It reads indexes alone, unless the request sorts by
 * what is in none: articles can be long.
 */
export function selectionOf(scope: ContentScope, filter: ArticleFilter, request: ListRequest): Selection {
  const pattern = literalPattern(filter.q);
  return pattern === null ? listed(scope, filter, request) : searched(scope, pattern, filter, request);
}

function listed(
  { tenantId, appId }: ContentScope,
  { status, categoryId, visibility, tag }: ArticleFilter,
  request: ListRequest,
): Selection {
  const { page, pageSize, ids, sort } = request;
  // Only what is asked for stands in the statement, so that each has the index that serves it.
  const asked = Object.entries({
    'a.status = ?': status,
    'a.category_id = ?': categoryId,
    'a.visibility = ?': visibility,
    't.key = ?': tag === undefined ? undefined : tagKey(tag),
    'a.id = ANY (?::uuid[])': ids,
  }).filter(([, value]) => value !== undefined);
  const conditions = asked.map(([condition], index) => `AND ${condition.replace('?', `$${index + 5}`)}`).join(' ');
  const isTagged = tag !== undefined;
  const articles = isTagged
    ? `content_article_tags t JOIN content_articles a ON a.tenant_id = t.tenant_id AND a.id = t.article_id
        WHERE t.tenant_id = $1 AND t.app_id = $2 AND t.is_written AND a.deleted_at IS NULL ${conditions}`
    : `content_articles a WHERE a.tenant_id = $1 AND a.app_id = $2 AND a.deleted_at IS NULL ${conditions}`;
  const order = isTagged && sort === undefined ? 't.created_at DESC, t.article_id DESC' : ARTICLE_ORDER.of(request);
  const text = `
    SELECT (SELECT count(*)::integer FROM ${articles}) AS total,
           ARRAY(SELECT a.id FROM ${articles} ORDER BY ${order} LIMIT $3 OFFSET $4) AS ids`;
  return { text, values: [tenantId, appId, pageSize, (page - 1) * pageSize, ...asked.map(([, value]) => value)] };
}

function searched(
  { tenantId, appId }: ContentScope,
  pattern: string,
  { status, categoryId, visibility, tag }: ArticleFilter,
  request: ListRequest,
): Selection {
  const { page, pageSize, ids, sort } = request;
  const offset = (page - 1) * pageSize;
  const filters = [status ?? null, categoryId ?? null, visibility ?? null];
  const values: unknown[] = [appId, pattern, ...filters, offset + 1, offset + pageSize];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['true'];
  if (tag !== undefined) {
    conditions.push(`EXISTS (SELECT FROM content_article_tags t
      WHERE t.tenant_id = ${parameter(tenantId)} AND t.article_id = f.id AND t.key = ${parameter(tagKey(tag))}
        AND t.is_written)`);
  }
  if (ids) conditions.push(`f.id = ANY (${parameter(ids)}::uuid[])`);
  const articles =
    sort === undefined
      ? FOUND
      : `${FOUND} JOIN content_articles a ON a.tenant_id = ${parameter(tenantId)} AND a.id = f.id`;
  const order = sort === undefined ? 'f.created_at DESC, f.id DESC' : ARTICLE_ORDER.of(request);
  const text = `
    SELECT count(*)::integer AS total,
           coalesce((array_agg(f.id ORDER BY ${order}))[$6::integer : $7::integer], '{}') AS ids
      FROM ${articles} WHERE ${conditions.join(' AND ')}`;
  return { text, values };
}
