import { DependencyUnavailableError } from '@libs/kernel';
import { anApp } from '../admin/support/pages';
import { someone } from '../mobile/support/me';
import { startTestApi, type TestApi } from '../support/api';
import {
  aCategory,
  anArticle,
  insertArticles,
  insertCategories,
  type StoredArticle,
  type StoredCategory,
} from '../support/articles';
import { queryAs } from '../support/database';
import { aTenant } from './fixtures';

interface Item {
  readonly slug: string;
  readonly title: string;
}

interface List {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

describe('Published articles', () => {
  let api: TestApi;
  let appId: string;
  let tenantId: string;

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  beforeEach(async () => {
    tenantId = api.tenantId;
    appId = await anApp(api);
  });

  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const categories = async (...given: StoredCategory[]) => {
    await insertCategories(query, { tenantId, appId }, given);
    return given;
  };
  const articles = (...given: StoredArticle[]) => insertArticles(query, { tenantId, appId }, given);
  const aNewsCategory = async () => (await categories(aCategory({ slug: 'news' })))[0]!.id;
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));

  const asAnybody = (headers: Record<string, string> = {}) => ({
    get: (path: string, more: Record<string, string> = {}) =>
      api.http.get(`/api/v1/public/${path}`).set({ 'X-AppID': appId, ...headers, ...more }),
  });
  const asMember = async () => {
    const { pair } = await someone(api, {}, appId);
    const headers = { 'X-AppID': appId, Authorization: `Bearer ${pair.access_token}` };
    return {
      get: (path: string, more: Record<string, string> = {}) =>
        api.http.get(`/api/v1/${path}`).set({ ...headers, ...more }),
    };
  };
  type Reader = ReturnType<typeof asAnybody>;
  const list = async (reader: Reader, search = ''): Promise<List> =>
    (await reader.get(`articles${search}`).expect(200)).body.data as List;
  const slugs = async (reader: Reader, search = '') => (await list(reader, search)).items.map(({ slug }) => slug);
  /** All pages, one after the other. */
  const pages = async (reader: Reader, search: string, between: () => Promise<unknown> = () => Promise.resolve()) => {
    const found: string[][] = [];
    let cursor = '';
    for (;;) {
      const { items, next_cursor } = await list(reader, `${search}${cursor}`);
      found.push(items.map(({ slug }) => slug));
      if (next_cursor === null) return found;
      cursor = `&cursor=${next_cursor}`;
      await between();
    }
  };

  describe('GET /api/v1/public/articles', () => {
    it('has what lists show of an article', async () => {
      const categoryId = await aNewsCategory();
      const coverFileId = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905';
      const article = anArticle(categoryId, {
        slug: 'hello',
        title: { 'zh-CN': '你好', 'en-US': 'Hello' },
        summary: { 'zh-CN': '摘要' },
        tags: ['b', 'a'],
        coverFileId,
        publishedAt: at(1),
      });
      await articles(article);
      const { body, headers } = await asAnybody().get('articles', { 'Accept-Language': 'en' }).expect(200);
      expect(body.data).toEqual({
        items: [
          {
            id: article.id,
            slug: 'hello',
            category: { slug: 'news', name: 'News' },
            title: 'Hello',
            summary: '摘要',
            cover_url: expect.stringContaining(`/api/v1/public/article-covers/${coverFileId}?app_id=${appId}`),
            tags: ['b', 'a'],
            pinned: false,
            published_at: '2026-11-01T00:01:00.000Z',
            updated_at: '2026-11-01T00:01:00.000Z',
            bookmarked: false,
          },
        ],
        next_cursor: null,
      });
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=60',
        'content-language': 'en-US',
        vary: 'Accept-Language, X-AppID',
      });
      await asAnybody().get('articles', { 'Accept-Language': 'en', 'If-None-Match': headers['etag']! }).expect(304);
    });

    it('has pinned articles first, then the newest, and no others than those for anybody', async () => {
      const categoryId = await aNewsCategory();
      await articles(
        anArticle(categoryId, { slug: 'old', publishedAt: at(1) }),
        anArticle(categoryId, { slug: 'pinned', pinned: true, publishedAt: at(2) }),
        anArticle(categoryId, { slug: 'new', publishedAt: at(4) }),
        anArticle(categoryId, { slug: 'member', visibility: 'members', publishedAt: at(3) }),
      );
      expect(await slugs(asAnybody())).toEqual(['pinned', 'new', 'old']);
      expect(await slugs(await asMember())).toEqual(['pinned', 'new', 'member', 'old']);
    });

    it('neither repeats nor leaves out anything while articles are published', async () => {
      const categoryId = await aNewsCategory();
      const given = Array.from({ length: 12 }, (_, n) =>
        // Some at the very same time, and some pinned.
        anArticle(categoryId, { slug: `a-${n}`, publishedAt: at(Math.floor(n / 3)), pinned: n % 5 === 0, tags: ['t'] }),
      );
      await articles(...given);
      let later = 0;
      const publish = () =>
        articles(anArticle(categoryId, { slug: `later-${later++}`, publishedAt: at(99), tags: ['t'] }));
      for (const search of ['?limit=5', '?limit=5&category=news', '?limit=5&tag=t', '?limit=5&q=title']) {
        const found = (await pages(asAnybody(), search, publish)).flat().filter((slug) => !slug.startsWith('later'));
        expect(new Set(found)).toEqual(new Set(given.map(({ slug }) => slug)));
        expect(found).toHaveLength(given.length);
      }
    });

    it('has a category with those below it, and nothing of what is hidden', async () => {
      const [news, shop] = await categories(aCategory({ slug: 'news' }), aCategory({ slug: 'shop' }));
      const [local, closed] = await categories(
        aCategory({ slug: 'local', parentId: news!.id }),
        aCategory({ slug: 'closed', parentId: shop!.id, status: 'disabled' }),
      );
      const [below] = await categories(aCategory({ slug: 'below', parentId: closed!.id }));
      await articles(
        ...[news, shop, local, closed, below].map((category, n) =>
          anArticle(category!.id, { slug: `in-${category!.slug}`, tags: ['t'], publishedAt: at(9 - n) }),
        ),
      );
      const anybody = asAnybody();
      expect(await slugs(anybody)).toEqual(['in-news', 'in-shop', 'in-local']);
      expect(await slugs(anybody, '?category=news')).toEqual(['in-news', 'in-local']);
      expect(await slugs(anybody, '?category=shop&tag=t')).toEqual(['in-shop']);
      expect(await slugs(anybody, '?q=title')).toEqual(['in-news', 'in-shop', 'in-local']);
      expect(await slugs(anybody, '?category=news&q=title')).toEqual(['in-news', 'in-local']);
      for (const category of ['closed', 'below', 'unknown', 'NEWS']) {
        expect(await slugs(anybody, `?category=${category}`)).toEqual([]);
      }
      await anybody.get('articles/in-closed').expect(404);
      await anybody.get('articles/in-below').expect(404);
      await (await asMember()).get('articles/in-below').expect(404);
      // At once, in every process that hears of changes.
      await query(`UPDATE content_categories SET status = 'active' WHERE id = $1`, [closed!.id]);
      expect(await slugs(anybody, '?category=shop')).toEqual(['in-shop', 'in-closed', 'in-below']);
      await anybody.get('articles/in-below').expect(200);
      await query(`UPDATE content_categories SET status = 'disabled' WHERE id = $1`, [shop!.id]);
      expect(await slugs(anybody)).toEqual(['in-news', 'in-local']);
      await anybody.get('articles/in-below').expect(404);
    });

    it('has articles with a tag, those for members only for members', async () => {
      const categoryId = await aNewsCategory();
      await articles(
        anArticle(categoryId, { slug: 'one', tags: ['red', 'blue'], publishedAt: at(2) }),
        anArticle(categoryId, { slug: 'two', tags: ['red'], visibility: 'members', publishedAt: at(3) }),
        anArticle(categoryId, { slug: 'three', tags: ['blue'], publishedAt: at(4) }),
      );
      expect(await slugs(asAnybody(), '?tag=red')).toEqual(['one']);
      expect(await slugs(await asMember(), '?tag=red')).toEqual(['two', 'one']);
      expect(await slugs(asAnybody(), '?tag=green')).toEqual([]);
      expect(await slugs(asAnybody(), '?tag=red&q=title')).toEqual(['one']);
    });

    it('has each text in the locale, else in that of the App, else in any', async () => {
      const categoryId = await aNewsCategory();
      await articles(
        anArticle(categoryId, { slug: 'a', title: { 'en-US': 'E', 'zh-CN': 'Z' }, publishedAt: at(3) }),
        anArticle(categoryId, { slug: 'b', title: { 'zh-CN': 'Z', 'ja-JP': 'J' }, publishedAt: at(2) }),
        anArticle(categoryId, { slug: 'c', title: { 'ja-JP': 'J' }, publishedAt: at(1) }),
      );
      const { items } = await list(asAnybody({ 'Accept-Language': 'en' }));
      expect(items.map(({ title }) => title)).toEqual(['E', 'Z', 'J']);
    });

    it('answers 422 to a cursor that is altered, or from another list, App or surface', async () => {
      const categoryId = await aNewsCategory();
      await articles(
        ...Array.from({ length: 3 }, (_, n) => anArticle(categoryId, { tags: ['t'], publishedAt: at(n) })),
      );
      const anybody = asAnybody();
      const cursorOf = async (search: string) => (await list(anybody, search)).next_cursor!;
      const plain = await cursorOf('?limit=1');
      const found = await cursorOf('?limit=1&q=title');
      const elsewhere = [
        `?cursor=${plain}&tag=t`,
        `?cursor=${plain}&category=news`,
        `?cursor=${plain}&q=title`,
        `?cursor=${found}&q=text`,
        `?cursor=${found}`,
        `?cursor=${plain.slice(0, -2)}AA`,
        '?cursor=x',
      ];
      for (const search of elsewhere) {
        const { body } = await anybody.get(`articles${search}`).expect(422);
        expect(body.errors).toEqual([expect.objectContaining({ field: 'cursor', code: 'invalid' })]);
      }
      await (await asMember()).get(`articles?cursor=${plain}`).expect(422);
      appId = await anApp(api);
      await aNewsCategory();
      await asAnybody().get(`articles?cursor=${plain}`).expect(422);
    });

    it.each([
      '?limit=0',
      '?limit=101',
      '?limit=x',
      `?q=${'x'.repeat(161)}`,
      '?tag=',
      '?category=',
      '?q=a&q=b',
      '?tag=%00',
    ])('answers 422 to %s', async (search) => {
      await asAnybody().get(`articles${search}`).expect(422);
    });

    it('has nothing of other Apps and tenants', async () => {
      const categoryId = await aNewsCategory();
      await articles(anArticle(categoryId, { slug: 'ours', tags: ['t'] }));
      const ours = appId;
      appId = await anApp(api);
      await articles(anArticle(await aNewsCategory(), { slug: 'theirs', tags: ['t'] }));
      tenantId = await aTenant(api.database);
      appId = await anApp(api, {}, tenantId);
      await articles(anArticle(await aNewsCategory(), { slug: 'abroad', tags: ['t'] }));
      for (const search of ['', '?tag=t', '?category=news', '?q=title', '?q=%25']) {
        expect(await slugs(asAnybody(), search)).toEqual(search === '?q=%25' ? [] : ['abroad']);
      }
      await asAnybody().get('articles/ours').expect(404);
      appId = ours;
      await asAnybody().get('articles/ours').expect(200);
    });
  });

  describe('GET /api/v1/public/articles/{slug}', () => {
    it('is the article in one language that has title and body', async () => {
      const categoryId = await aNewsCategory();
      const article = anArticle(categoryId, {
        slug: 'hello',
        title: { 'zh-CN': '你好', 'en-US': 'Hello', 'ja-JP': 'こんにちは' },
        summary: { 'en-US': 'Greeting' },
        body: { 'zh-CN': '世界', 'en-US': 'World' },
        publishedAt: at(5),
      });
      await articles(article);
      const { body, headers } = await asAnybody().get('articles/hello', { 'Accept-Language': 'en' }).expect(200);
      expect(body.data).toEqual({
        id: article.id,
        slug: 'hello',
        category: { slug: 'news', name: 'News' },
        title: 'Hello',
        summary: 'Greeting',
        cover_url: null,
        tags: [],
        pinned: false,
        published_at: '2026-11-01T00:05:00.000Z',
        updated_at: '2026-11-01T00:05:00.000Z',
        body: 'World',
        body_html: '<p>World</p>',
        body_format: 'html',
        locale: 'en-US',
        available_locales: ['zh-CN', 'en-US'],
        bookmarked: false,
      });
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=60',
        'content-language': 'en-US',
        vary: 'Accept-Language, X-AppID',
        etag: expect.stringMatching(/^"[0-9a-f]{64}-en-US-[\w-]{27}"$/),
      });
      const japanese = await asAnybody().get('articles/hello', { 'Accept-Language': 'ja' }).expect(200);
      expect(japanese.headers['content-language']).toBe('zh-CN');
      expect(japanese.body.data).toMatchObject({ title: '你好', body: '世界', locale: 'zh-CN' });
    });

    it('answers 304 until something changes that the bytes depend on', async () => {
      const categoryId = await aNewsCategory();
      const article = anArticle(categoryId, { slug: 'hello' });
      await articles(article);
      const anybody = asAnybody();
      const etag = async () => (await anybody.get('articles/hello').expect(200)).headers['etag']!;
      const first = await etag();
      await anybody.get('articles/hello', { 'If-None-Match': first }).expect(304);
      await query(`UPDATE content_categories SET name = '{"en-US": "Reports"}' WHERE id = $1`, [categoryId]);
      const second = await etag();
      expect(second).not.toBe(first);
      const cover = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905';
      await query('UPDATE content_published_articles SET cover_file_id = $2 WHERE article_id = $1', [
        article.id,
        cover,
      ]);
      expect(await etag()).not.toBe(second);
      await query('DELETE FROM content_published_articles WHERE article_id = $1', [article.id]);
      await anybody.get('articles/hello', { 'If-None-Match': second }).expect(404);
    });

    it('comes from memory, as long as nothing about the articles of the App changes', async () => {
      const categoryId = await aNewsCategory();
      await articles(anArticle(categoryId, { slug: 'hello' }));
      const anybody = asAnybody();
      const { text } = await anybody.get('articles/hello').expect(200);
      const asked = jest.spyOn(api.database, 'read');
      try {
        expect((await anybody.get('articles/hello').expect(200)).text).toBe(text);
        expect(asked).not.toHaveBeenCalled();
        await anybody.get('articles/absent').expect(404);
        await anybody.get('articles/absent').expect(404);
        // What there is none of is asked for again and again, and never kept.
        expect(asked).toHaveBeenCalledTimes(2);
        await anybody.get(`articles/${'x'.repeat(101)}`).expect(404);
        await anybody.get('articles/Not%20a%20slug').expect(404);
        expect(asked).toHaveBeenCalledTimes(2);
      } finally {
        asked.mockRestore();
      }
    });

    it('is 404 for anybody if it is for members', async () => {
      const categoryId = await aNewsCategory();
      await articles(anArticle(categoryId, { slug: 'hello', visibility: 'members' }));
      const member = await asMember();
      await member.get('articles/hello').expect(200);
      // Also from memory.
      await asAnybody().get('articles/hello').expect(404);
      await member.get('articles/hello').expect(200);
    });

    it('is rendered again if its HTML was made by older rules', async () => {
      const categoryId = await aNewsCategory();
      const article = anArticle(categoryId, {
        slug: 'hello',
        body: { 'zh-CN': '<b>x</b><script>1</script>' },
        title: { 'zh-CN': 'x' },
      });
      await articles(article);
      await query('UPDATE content_article_renderings SET renderer_version = 0 WHERE article_id = $1', [article.id]);
      const { body } = await asAnybody().get('articles/hello').expect(200);
      expect(body.data.body_html).toBe('<b>x</b>');
      const [stored] = await queryAs<{ html: string }>(
        api.urls.superuserUrl,
        'SELECT body_html AS html FROM content_article_renderings WHERE article_id = $1 AND renderer_version > 0',
        [article.id],
      );
      expect(stored?.html).toBe('<b>x</b>');
    });

    it('is 503 while the database is away', async () => {
      const away = jest.spyOn(api.database, 'read').mockRejectedValue(new DependencyUnavailableError());
      try {
        await asAnybody().get('articles/hello').expect(503);
      } finally {
        away.mockRestore();
      }
    });
  });

  describe('GET /api/v1/public/article-categories', () => {
    it('has the visible categories, each before those below it', async () => {
      const [b, a] = await categories(
        aCategory({ slug: 'b', sortOrder: 2 }),
        aCategory({ slug: 'a', sortOrder: 1, name: { 'zh-CN': '甲', 'en-US': 'A' } }),
        aCategory({ slug: 'c', sortOrder: 0, status: 'disabled' }),
      );
      await categories(aCategory({ slug: 'b1', parentId: b!.id }), aCategory({ slug: 'a1', parentId: a!.id }));
      const { body, headers } = await asAnybody().get('article-categories', { 'Accept-Language': 'en' }).expect(200);
      const expected = [
        { slug: 'a', name: 'A', parent_slug: null },
        { slug: 'a1', name: 'News', parent_slug: 'a' },
        { slug: 'b', name: 'News', parent_slug: null },
        { slug: 'b1', name: 'News', parent_slug: 'b' },
      ];
      expect(body.data.items).toEqual(expected);
      expect(headers['cache-control']).toBe('public, max-age=60');
      const again = { 'Accept-Language': 'en', 'If-None-Match': headers['etag']! };
      await asAnybody().get('article-categories', again).expect(304);
      const answer = await (await asMember()).get('article-categories', { 'Accept-Language': 'en' }).expect(200);
      expect(answer.body.data.items).toEqual(expected);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      await query(`DELETE FROM content_categories WHERE app_id = $1 AND slug = 'a1'`, [appId]);
      const { body: later } = await asAnybody().get('article-categories', again).expect(200);
      expect(later.data.items).toHaveLength(3);
    });
  });
});
