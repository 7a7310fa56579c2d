import { newId } from '@libs/kernel';
import { queryAs, type TestDatabaseUrls } from '../../support/database';
import type { AdminClient } from './admin';

/** AdminContentCategoryResponse on the wire. */
export interface CategoryData {
  readonly id: string;
  readonly app_id: string;
  readonly parent_id: string | null;
  readonly slug: string;
  readonly name: Readonly<Record<string, string>>;
  readonly sort_order: number;
  readonly status: string;
  readonly article_count: number;
  readonly lock_version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export const NAME = { 'zh-CN': '新闻', 'en-US': 'News' };

/** An administrator's requests about the categories of an App. */
export function categoryClient(admin: AdminClient, appId: string) {
  const path = `apps/${appId}/content/categories`;
  const create = async (slug: string, fields: object = {}): Promise<CategoryData> =>
    (await admin.post(path, { slug, name: NAME, ...fields }).expect(201)).body.data as CategoryData;
  return {
    path,
    create,
    /** One below the other, the first below `parent`. */
    line: async (slugs: readonly string[], parent: string | null = null): Promise<CategoryData[]> => {
      const made: CategoryData[] = [];
      for (const slug of slugs) made.push(await create(slug, { parent_id: made.at(-1)?.id ?? parent }));
      return made;
    },
    read: async (id: string): Promise<CategoryData> =>
      (await admin.get(`${path}/${id}`).expect(200)).body.data as CategoryData,
    list: async (query = '') => {
      const { body } = await admin.get(`${path}${query}`).expect(200);
      return body.data as { items: CategoryData[]; page: number; page_size: number; total: number };
    },
  };
}

type Urls = Pick<TestDatabaseUrls, 'superuserUrl'>;

interface ArticleRow {
  readonly tenantId: string;
  readonly appId: string;
  readonly categoryId: string;
}

/** Inserts the draft of an article: id, tenant, App and category. */
export const INSERT_ARTICLE = `
  INSERT INTO content_articles (id, tenant_id, app_id, category_id, slug, title, summary, body, body_format, tags,
                                visibility, pinned, status, has_changes)
  VALUES ($1::uuid, $2, $3, $4, $1::uuid::text, '{}', '{}', '{}', 'markdown', '{}', 'members', false, 'draft', true)`;

/** A draft of an article, written past the interface; returns its id. */
export async function anArticleIn(urls: Urls, { tenantId, appId, categoryId }: ArticleRow): Promise<string> {
  const id = newId();
  await queryAs(urls.superuserUrl, INSERT_ARTICLE, [id, tenantId, appId, categoryId]);
  return id;
}

/** Publishes it in its category, past the interface. */
export async function publishArticle(urls: Urls, id: string): Promise<void> {
  await queryAs(
    urls.superuserUrl,
    `INSERT INTO content_article_revisions (tenant_id, article_id, revision, category_id, slug, title, summary, body,
                                            body_format, tags, visibility, pinned, revision_hash)
     SELECT tenant_id, id, 1, category_id, slug, title, summary, body, body_format, tags, visibility, pinned,
            repeat('0', 64)
       FROM content_articles WHERE id = $1`,
    [id],
  );
  await queryAs(
    urls.superuserUrl,
    `INSERT INTO content_published_articles (tenant_id, app_id, article_id, revision, category_id, slug, title, summary,
                                             tags, visibility, pinned, published_at, updated_at)
     SELECT tenant_id, app_id, id, 1, category_id, slug, title, summary, tags, visibility, pinned, now(), now()
       FROM content_articles WHERE id = $1`,
    [id],
  );
}
