import { type AdminClient } from '../../admin/support/admin';
import { type ArticleData, articleClient } from '../../admin/support/articles';
import { type CategoryData, categoryClient } from '../../admin/support/categories';
import { someone } from '../../mobile/support/me';
import { eventually, type TestApi } from '../../support/api';
import { aPicture } from '../../support/images';
import { anArticleApp, type ArticleReader, slugsListed } from './articles';

/** What is published first. */
export const AUTUMN = {
  slug: 'autumn-menu',
  title: { 'zh-CN': '秋季菜单', 'en-US': 'Autumn menu' },
  summary: { 'zh-CN': '十月起供应', 'en-US': 'From October on' },
  body: { 'zh-CN': '# 南瓜 *汤*', 'en-US': 'Pumpkin **soup**' },
  tags: ['菜单', 'menu'],
  visibility: 'public',
};
/** What it is changed into: everything is another. */
export const WINTER = {
  slug: 'winter-menu',
  title: { 'zh-CN': '冬季火锅', 'en-US': 'Winter stew' },
  summary: { 'zh-CN': '十二月起', 'en-US': 'From December on' },
  body: { 'zh-CN': '羊肉 **锅**', 'en-US': 'Lamb *hotpot*' },
  tags: ['火锅', 'stew'],
  visibility: 'members',
  pinned: true,
};

/** What finds each of the two in lists, by a category, tag or text that only it has. */
export const TO_AUTUMN = [
  'category=news',
  'category=local',
  'tag=菜单',
  'tag=menu',
  'q=秋季',
  'q=autumn',
  'q=南瓜',
  'q=soup',
];
export const TO_WINTER = ['category=shop', 'tag=火锅', 'tag=stew', 'q=冬季火锅', 'q=stew', 'q=羊', 'q=hotpot'];

/** By which of them the reader finds an article with this slug. */
export async function waysTo(
  reader: ArticleReader,
  slug: string,
  searches: readonly string[] = [...TO_AUTUMN, ...TO_WINTER],
): Promise<string[]> {
  const lists = ['', ...searches].map(async (search) => {
    const slugs = await slugsListed(reader, `?${encodeURI(search)}`);
    return slugs.includes(slug) ? [search || 'all'] : [];
  });
  return (await Promise.all(lists)).flat();
}

export function everyWay(ways: readonly string[]): string[] {
  return ['all', ...ways];
}

export function answer(reader: ArticleReader, slug: string, locale = 'en'): ReturnType<ArticleReader['get']> {
  return reader.get(`articles/${slug}`, { 'Accept-Language': locale }).expect(200);
}

/** A member of the App as a reader, who bookmarks as well. */
export async function aMemberOf(api: TestApi, appId: string) {
  const { pair, me } = await someone(api, {}, appId);
  const headers = { 'X-AppID': appId, Authorization: `Bearer ${pair.access_token}` };
  return {
    get: (path: string, more: Record<string, string> = {}) =>
      api.http.get(`/api/v1/${path}`).set({ ...headers, ...more }),
    /** Saves the language. */
    speak: (locale: string) => me.patch('preferences', { locale }).expect(200),
    bookmark: (id: string) => api.http.put(`/api/v1/me/article-bookmarks/${id}`).set(headers),
  };
}

/** An App with categories, its editor and its readers. */
export async function aJourney(api: TestApi, admin: AdminClient) {
  const app = await anArticleApp(api);
  const { appId } = app;
  const [categories, articles] = [categoryClient(admin, appId), articleClient(admin, appId)];
  const [news, local] = (await categories.line(['news', 'local'])) as [CategoryData, CategoryData];
  const shop = await categories.create('shop');
  const anybody = app.anybody();
  const member = await aMemberOf(api, appId);

  const create = (more: object = {}) => articles.create({ ...AUTUMN, category_id: local.id, ...more });
  const cover = (id: string, from = appId) => api.http.get(`/api/v1/public/article-covers/${id}?app_id=${from}`);
  /** Those of the slugs to anybody, and then to the member. */
  const statuses = (...slugs: string[]) =>
    Promise.all(
      [anybody, member].flatMap((reader) => slugs.map(async (slug) => (await reader.get(`articles/${slug}`)).status)),
    );
  const bookmarks = async () => {
    const { body } = await member.get('me/article-bookmarks').expect(200);
    return (body.data.items as { slug: string }[]).map(({ slug }) => slug);
  };
  const isKept = async (reader: ArticleReader, slug: string, locale: string) => {
    const asked = jest.spyOn(api.database, 'read');
    try {
      await answer(reader, slug, locale);
      return asked.mock.calls.every(([, text]) => !text.includes('content_published_articles a'));
    } finally {
      asked.mockRestore();
    }
  };
  return {
    appId,
    categories,
    articles,
    news,
    /** Below the news. */
    local,
    shop,
    anybody,
    member,
    readers: [anybody, member],
    create,
    publish: async (more: object = {}) => articles.publish(await create(more)),
    aCover: async () => {
      const picture = await aPicture();
      const form = admin.postForm('files').field('purpose', 'content_image').attach('file', picture, 'cover.png');
      return { picture, id: (await form.expect(201)).body.data.id as string };
    },
    cover,
    statuses,
    bookmarks,
    patchCategory: async ({ id }: CategoryData, changes: object) => {
      const { lock_version } = await categories.read(id);
      await admin.patch(`${categories.path}/${id}`, { lock_version, ...changes }).expect(200);
    },
    /** Has the answers of all languages kept in memory, so that nothing but an announcement changes them. */
    keep: async (slug: string, reader: ArticleReader = anybody) => {
      for (const locale of ['zh', 'en']) await eventually(() => isKept(reader, slug, locale));
    },
    /** Nobody comes upon it, by any route that readers have. */
    expectGone: async (slug: string, { id, cover_file_id }: ArticleData) => {
      expect(await statuses(slug)).toEqual([404, 404]);
      for (const reader of [anybody, member]) expect(await waysTo(reader, slug)).toEqual([]);
      await member.bookmark(id).expect(404);
      expect(await bookmarks()).not.toContain(slug);
      if (cover_file_id !== null) await cover(cover_file_id as string).expect(404);
    },
  };
}
