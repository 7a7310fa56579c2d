import { newId } from '@libs/kernel';
import type { TestApi } from '../../support/api';
import { canonicalHash } from '../../support/canonical-json';
import { queryAs } from '../../support/database';
import type { AdminClient } from './admin';

/** AdminArticleResponse on the wire. */
export interface ArticleData {
  readonly id: string;
  readonly status: string;
  readonly slug: string;
  readonly publish_at: string | null;
  readonly has_changes: boolean;
  readonly lock_version: number;
  readonly published: {
    readonly revision: number;
    readonly revision_hash: string;
    readonly slug: string;
    readonly published_at: string;
    readonly updated_at: string;
  } | null;
  readonly [field: string]: unknown;
}

/** AdminArticleRevisionResponse on the wire. */
export interface ArticleRevisionData {
  readonly article_id: string;
  readonly revision: number;
  readonly revision_hash: string;
  readonly published_at: string;
  readonly published_by: string | null;
  readonly [field: string]: unknown;
}

/** The least that a new article needs, besides its category and slug. */
export const ARTICLE = {
  title: { 'zh-CN': '秋季菜单', 'en-US': 'Autumn menu' },
  body: { 'zh-CN': '# 菜 "引号" \\ \u2028 😀', 'en-US': '# A *menu*' },
};

/** A category of the App. */
export async function aCategory(api: TestApi, appId: string, tenantId = api.tenantId): Promise<string> {
  const id = newId();
  await queryAs(
    api.urls.superuserUrl,
    `INSERT INTO content_categories (tenant_id, id, app_id, slug, name, sort_order, status)
     VALUES ($1, $2, $3, $4, '{"zh-CN": "新闻"}', 0, 'active')`,
    [tenantId, id, appId, `category-${id}`],
  );
  return id;
}

/** An administrator's requests about the articles of an App. */
export function articleClient(admin: AdminClient, appId: string) {
  const path = `apps/${appId}/content/articles`;
  /** What a request that writes a text answers, without what it removed from it, which no other answer says. */
  const written = ({ body }: { body: { data: ArticleData } }): ArticleData => {
    const { removed: _removed, ...article } = body.data;
    return article;
  };
  const read = async (id: string) => (await admin.get(`${path}/${id}`).expect(200)).body.data as ArticleData;
  const move =
    (verb: string) =>
    async ({ id, lock_version }: ArticleData, more: object = {}): Promise<ArticleData> =>
      written(await admin.post(`${path}/${id}/${verb}`, { lock_version, ...more }).expect(200));
  return {
    path,
    read,
    create: async (input: object): Promise<ArticleData> =>
      written(await admin.post(path, { ...ARTICLE, slug: `article-${newId()}`, ...input }).expect(201)),
    update: async ({ id, lock_version }: ArticleData, changes: object): Promise<ArticleData> =>
      written(await admin.patch(`${path}/${id}`, { lock_version, ...changes }).expect(200)),
    publish: move('publish'),
    unpublish: move('unpublish'),
    unschedule: move('unschedule'),
    archive: move('archive'),
    restore: (article: ArticleData, revision: number) => move(`revisions/${revision}/restore`)(article),
    revisions: async ({ id }: ArticleData, query = ''): Promise<ArticleRevisionData[]> =>
      (await admin.get(`${path}/${id}/revisions${query}`).expect(200)).body.data.items as ArticleRevisionData[],
  };
}

/** What readers see of an article, and what they find it by; null if they see nothing. */
export async function seenOf(api: TestApi, id: string): Promise<Record<string, unknown> | null> {
  const [row] = await queryAs<Record<string, unknown>>(
    api.urls.superuserUrl,
    `SELECT p.revision, p.category_id, p.slug, p.title, p.summary, p.cover_file_id, p.tags, p.visibility, p.pinned,
            ARRAY(SELECT tag FROM content_published_article_tags t WHERE t.article_id = p.article_id ORDER BY tag) AS own_tags,
            (SELECT jsonb_object_agg(h.locale, h.body_html) FROM content_article_renderings h
              WHERE h.article_id = p.article_id AND h.revision = p.revision) AS html,
            s.title AS searched_title, s.content AS searched
       FROM content_published_articles p
       JOIN content_article_search s ON s.article_id = p.article_id
      WHERE p.article_id = $1`,
    [id],
  );
  return row ?? null;
}

/** The events about an article, oldest first. */
export function articleEvents(api: TestApi, id: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return queryAs(
    api.urls.superuserUrl,
    `SELECT type, data FROM outbox_messages
      WHERE data ->> 'article_id' = $1 AND type LIKE 'article.%' ORDER BY created_at, id`,
    [id],
  );
}

/** What the hash of a revision is to be, by its answer alone. */
export function recomputedArticleHash(revision: ArticleRevisionData): string {
  const { revision_hash: _hash, published_at: _at, published_by: _by, ...hashed } = revision;
  return canonicalHash(hashed);
}
