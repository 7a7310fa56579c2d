import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { searchDocument, titleDocument } from '../../libs/content/src/domain/articles/search-document';
import { RENDERER_VERSION } from '../../libs/content/src/domain/texts/rich-text';

type Texts = Readonly<Record<string, string>>;
type Query = (text: string, values: unknown[]) => Promise<unknown>;

interface Scope {
  readonly tenantId: string;
  readonly appId: string;
}

export interface StoredCategory {
  readonly id: string;
  readonly slug: string;
  readonly name: Texts;
  readonly parentId: string | null;
  readonly sortOrder: number;
  readonly status: 'active' | 'disabled';
}

/** A published article, as it is to be stored. */
export interface StoredArticle {
  readonly id: string;
  readonly categoryId: string;
  readonly slug: string;
  readonly title: Texts;
  readonly summary: Texts;
  readonly body: Texts;
  readonly tags: readonly string[];
  readonly visibility: 'members' | 'public';
  readonly pinned: boolean;
  readonly coverFileId: string | null;
  readonly publishedAt: Date;
}

export function aCategory(changes: Partial<StoredCategory> = {}): StoredCategory {
  const id = v7();
  return { id, slug: `c-${id}`, name: { 'en-US': 'News' }, parentId: null, sortOrder: 0, status: 'active', ...changes };
}

export function anArticle(categoryId: string, changes: Partial<StoredArticle> = {}): StoredArticle {
  const id = v7();
  return {
    id,
    categoryId,
    slug: `a-${id}`,
    title: { 'en-US': 'Title' },
    summary: {},
    body: { 'en-US': 'Text' },
    tags: [],
    visibility: 'public',
    pinned: false,
    coverFileId: null,
    publishedAt: new Date(),
    ...changes,
  };
}

export async function insertCategories(
  query: Query,
  { tenantId, appId }: Scope,
  categories: readonly StoredCategory[],
): Promise<void> {
  await query(
    `INSERT INTO content_categories (tenant_id, app_id, id, parent_id, slug, name, sort_order, status)
     SELECT $1, $2, c.* FROM jsonb_to_recordset($3) AS c
       (id uuid, "parentId" uuid, slug text, name jsonb, "sortOrder" integer, status text)`,
    [tenantId, appId, JSON.stringify(categories)],
  );
}

/** Stores published articles as publishing them does, in one statement. */
export async function insertArticles(query: Query, scope: Scope, articles: readonly StoredArticle[]): Promise<void> {
  const rows = articles.map((article) => {
    const { id, title, summary, body, tags, slug } = article;
    const titles = Object.values(title);
    return {
      ...article,
      hash: createHash('sha256').update(id).digest('hex'),
      draft: searchDocument([slug, ...titles]),
      titles: titleDocument(titles),
      content: searchDocument([...titles, ...Object.values(summary), ...tags, ...Object.values(body)]),
    };
  });
  await query(INSERT, [scope.tenantId, scope.appId, JSON.stringify(rows)]);
}

const INSERT = `
  WITH given AS MATERIALIZED (
    SELECT g.* FROM jsonb_to_recordset($3) AS g (
      id uuid, "categoryId" uuid, slug text, title jsonb, summary jsonb, body jsonb, tags text[], visibility text,
      pinned boolean, "coverFileId" uuid, "publishedAt" timestamptz, hash text, draft text, titles text, content text)
  ), articles AS (
    INSERT INTO content_articles (tenant_id, app_id, id, category_id, slug, title, summary, body, body_format, cover_file_id,
                                  tags, visibility, pinned, status, has_changes, last_revision, published_revision,
                                  published_at)
    SELECT $1, $2, id, "categoryId", slug, title, summary, body, 'html', "coverFileId", tags, visibility, pinned,
           'published', false, 1, 1, "publishedAt" FROM given
  ), slugs AS (
    INSERT INTO content_article_slugs (tenant_id, app_id, slug, article_id) SELECT $1, $2, slug, id FROM given
  ), revisions AS (
    INSERT INTO content_article_revisions (tenant_id, article_id, revision, category_id, slug, title, summary, body,
                                           body_format, cover_file_id, tags, visibility, pinned, revision_hash, published_at)
    SELECT $1, id, 1, "categoryId", slug, title, summary, body, 'html', "coverFileId", tags, visibility, pinned, hash,
           "publishedAt" FROM given
  ), renderings AS (
    INSERT INTO content_article_renderings (tenant_id, article_id, revision, locale, body_html, renderer_version)
    SELECT $1, id, 1, b.key, '<p>' || b.value || '</p>', ${RENDERER_VERSION} FROM given, jsonb_each_text(body) b
  ), published AS (
    INSERT INTO content_published_articles (tenant_id, app_id, article_id, revision, category_id, slug, title, summary,
                                            cover_file_id, tags, visibility, pinned, published_at, updated_at)
    SELECT $1, $2, id, 1, "categoryId", slug, title, summary, "coverFileId", tags, visibility, pinned, "publishedAt",
           "publishedAt" FROM given
  ), tagged AS (
    INSERT INTO content_published_article_tags (tenant_id, app_id, tag, article_id, category_id, visibility, pinned,
                                                published_at)
    SELECT $1, $2, t.tag, id, "categoryId", visibility, pinned, "publishedAt" FROM given, unnest(tags) AS t (tag)
  )
  INSERT INTO content_article_search (tenant_id, app_id, article_id, draft, title, content)
  SELECT $1, $2, id, draft, titles, content FROM given`;
