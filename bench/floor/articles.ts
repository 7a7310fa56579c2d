import type pg from 'pg';
import type { Tokens } from '../data/tokens';
import { IS_SESSION, LIVE_MEMBER, memberOf, sessionValues } from './bearers';
import { answer, type FloorRequest, type Routes, UNAUTHORIZED } from './http';

interface ArticleRow {
  readonly id: string;
  readonly slug: string;
  readonly category: string;
  readonly name: Readonly<Record<string, string>>;
  readonly title: Readonly<Record<string, string>>;
  readonly summary: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly pinned: boolean;
  readonly published_at: Date;
  readonly updated_at: Date;
  readonly bookmarked: boolean;
}

const LIMIT = 20;
const HEADERS = {
  'Cache-Control': 'public, max-age=60',
  'Content-Language': 'zh-CN',
  Vary: 'Accept-Language, X-AppID',
};

const COLUMNS = `a.article_id AS id, a.slug, c.slug AS category, c.name, a.title, a.summary, a.tags, a.pinned, a.published_at,
  a.updated_at`;
const FROM = `FROM content_published_articles a JOIN content_categories c ON c.id = a.category_id`;
const ORDER = `ORDER BY a.pinned DESC, a.published_at DESC, a.article_id DESC LIMIT ${LIMIT + 1}`;

const FIRST = {
  name: 'articles',
  text: `SELECT ${COLUMNS}, false AS bookmarked ${FROM} WHERE a.app_id = $1 AND a.tenant_id = $2 AND a.visibility = 'public' ${ORDER}`,
};
const IN_CATEGORY = {
  name: 'articles-category',
  text: `SELECT ${COLUMNS}, false AS bookmarked ${FROM}
          WHERE a.app_id = $1 AND a.tenant_id = $2 AND a.visibility = 'public' AND a.category_id =
            (SELECT id FROM content_categories WHERE app_id = $1 AND tenant_id = $2 AND slug = $3) ${ORDER}`,
};
/** Whether the session lives, and the articles, in one statement. */
const OF_MEMBER = {
  name: 'articles-member',
  text: `SELECT ${COLUMNS}, EXISTS (SELECT FROM content_article_bookmarks b
           WHERE b.user_id = $3 AND b.tenant_id = $1 AND b.app_id = $4 AND b.article_id = a.article_id) AS bookmarked
         ${FROM} WHERE a.app_id = $4 AND a.tenant_id = $1 AND EXISTS (SELECT FROM ${LIVE_MEMBER} WHERE ${IS_SESSION}) ${ORDER}`,
};
/** Unnamed, as a plan that was made once knows nothing of the pattern. The newest that match, in no other order. */
const MATCHES = `SELECT ${COLUMNS}, false AS bookmarked ${FROM} JOIN content_article_search s ON s.article_id = a.article_id
  WHERE s.app_id = $1 AND a.app_id = $1 AND a.tenant_id = $2 AND a.visibility = 'public' AND s.content LIKE $3
  ORDER BY a.published_at DESC, a.article_id DESC LIMIT ${LIMIT + 1}`;
const ONE = {
  name: 'article',
  text: `SELECT ${COLUMNS}, a.revision, r.revision_hash, r.body, r.body_format, h.body_html ${FROM}
           JOIN content_article_revisions r
             ON r.tenant_id = a.tenant_id AND r.article_id = a.article_id AND r.revision = a.revision
           JOIN content_article_renderings h
             ON h.tenant_id = r.tenant_id AND h.article_id = r.article_id AND h.revision = r.revision
          WHERE a.app_id = $1 AND a.tenant_id = $2 AND a.slug = $3 AND a.visibility = 'public'`,
};

/** As a program has it that asks the database for each answer, without categories below others and without ranks. */
export async function articleRoutes(pool: pg.Pool, tokens: Tokens): Promise<Routes> {
  const { rows: apps } = await pool.query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps');
  const tenants = new Map(apps.map(({ id, tenant_id }) => [id, tenant_id]));
  const scopeOf = ({ headers }: FloorRequest) => {
    const appId = String(headers['x-appid']);
    return [appId, tenants.get(appId)];
  };
  const { rows: slugs } = await pool.query<{ slug: string }>(
    `SELECT slug FROM content_published_articles WHERE visibility = 'public' AND length(slug) <= length('article-99')`,
  );
  const one = async (request: FloorRequest, slug: string) => {
    const { rows } = await pool.query<ArticleRow & Body>({ ...ONE, values: [...scopeOf(request), slug] });
    const [row] = rows;
    if (!row) return { status: 404 };
    const [locale = ''] = Object.keys(row.body);
    const { bookmarked, ...item } = itemOf(row);
    const texts = { body: row.body[locale], body_html: row.body_html, body_format: row.body_format };
    const shown = { ...item, ...texts, locale, available_locales: [locale], bookmarked: bookmarked === true };
    return answer(shown, { ...HEADERS, ETag: `"${row.revision_hash}-${locale}"` });
  };
  return {
    'GET /api/v1/public/articles': async (request) => {
      const [q, category] = [request.query.get('q'), request.query.get('category')];
      const scope = scopeOf(request);
      if (q !== null) return list((await pool.query<ArticleRow>(MATCHES, [...scope, `%${q}%`])).rows);
      if (category === null) return list((await pool.query<ArticleRow>({ ...FIRST, values: scope })).rows);
      return list((await pool.query<ArticleRow>({ ...IN_CATEGORY, values: [...scope, category] })).rows);
    },
    'GET /api/v1/articles': async (request) => {
      const claims = memberOf(request, tokens);
      if (!claims) return UNAUTHORIZED;
      return list((await pool.query<ArticleRow>({ ...OF_MEMBER, values: sessionValues(claims) })).rows);
    },
    ...Object.fromEntries(
      slugs.map(({ slug }) => [`GET /api/v1/public/articles/${slug}`, (request: FloorRequest) => one(request, slug)]),
    ),
  };
}

interface Body {
  readonly body: Readonly<Record<string, string>>;
  readonly body_html: string;
  readonly body_format: string;
  readonly revision_hash: string;
}

function list(rows: readonly ArticleRow[]) {
  const items = rows.slice(0, LIMIT).map(itemOf);
  return answer({ items, next_cursor: rows.length > LIMIT ? String(items.at(-1)?.id) : null }, HEADERS);
}

function itemOf(row: ArticleRow) {
  return {
    id: row.id,
    slug: row.slug,
    category: { slug: row.category, name: textOf(row.name) },
    title: textOf(row.title),
    summary: textOf(row.summary),
    cover_url: null,
    tags: row.tags,
    pinned: row.pinned,
    published_at: row.published_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    bookmarked: row.bookmarked,
  };
}

function textOf(text: Readonly<Record<string, string>>): string {
  return text['zh-CN'] ?? Object.values(text)[0] ?? '';
}
