import pg from 'pg';
import { eventually } from '../support/api';
import { aCategory, anArticle } from '../support/articles';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { type ArticleApp, type ArticleReader, anArticleApp, at, listed, slugsListed } from './support/articles';
import { aTenant } from '../support/tenants';

describe('GET /api/v1/public/articles', () => {
  const api = suiteApi();
  let app: ArticleApp;

  beforeEach(async () => {
    app = await anArticleApp(api);
  });

  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  /** All pages, one after the other. */
  const pages = async (reader: ArticleReader, search: string, between: () => Promise<unknown>) => {
    const found: string[][] = [];
    let cursor = '';
    for (;;) {
      const { items, next_cursor } = await listed(reader, `${search}${cursor}`);
      found.push(items.map(({ slug }) => slug));
      if (next_cursor === null) return found;
      cursor = `&cursor=${next_cursor}`;
      await between();
    }
  };

  it('has what lists show of an article', async () => {
    const categoryId = await app.aNewsCategory();
    const coverFileId = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905';
    const article = anArticle(categoryId, {
      slug: 'hello',
      title: { 'zh-CN': '你好', 'en-US': 'Hello' },
      summary: { 'zh-CN': '摘要' },
      tags: ['b', 'a'],
      coverFileId,
      publishedAt: at(1),
    });
    await app.articles(article);
    const { body, headers } = await app.anybody().get('articles', { 'Accept-Language': 'en' }).expect(200);
    expect(body.data).toEqual({
      items: [
        {
          id: article.id,
          slug: 'hello',
          category: { slug: 'news', name: 'News' },
          title: 'Hello',
          summary: '摘要',
          cover_url: expect.stringContaining(`/api/v1/public/content-images/${coverFileId}?app_id=${app.appId}`),
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
    await app.anybody().get('articles', { 'Accept-Language': 'en', 'If-None-Match': headers['etag']! }).expect(304);
  });

  it('has pinned articles first, then the newest, and no others than those for anybody', async () => {
    const categoryId = await app.aNewsCategory();
    await app.articles(
      anArticle(categoryId, { slug: 'old', publishedAt: at(1) }),
      anArticle(categoryId, { slug: 'pinned', pinned: true, publishedAt: at(2) }),
      anArticle(categoryId, { slug: 'new', publishedAt: at(4) }),
      anArticle(categoryId, { slug: 'member', visibility: 'members', publishedAt: at(3) }),
    );
    expect(await slugsListed(app.anybody())).toEqual(['pinned', 'new', 'old']);
    expect(await slugsListed(await app.member())).toEqual(['pinned', 'new', 'member', 'old']);
  });

  it('neither repeats nor leaves out anything while articles are published', async () => {
    const categoryId = await app.aNewsCategory();
    const given = Array.from({ length: 12 }, (_, n) =>
      // Some at the very same time, and some pinned.
      anArticle(categoryId, { slug: `a-${n}`, publishedAt: at(Math.floor(n / 3)), pinned: n % 5 === 0, tags: ['t'] }),
    );
    await app.articles(...given);
    let later = 0;
    const publish = () =>
      app.articles(anArticle(categoryId, { slug: `later-${later++}`, publishedAt: at(99), tags: ['t'] }));
    for (const search of ['?limit=5', '?limit=5&category=news', '?limit=5&tag=t', '?limit=5&q=title']) {
      const found = (await pages(app.anybody(), search, publish)).flat().filter((slug) => !slug.startsWith('later'));
      expect(new Set(found)).toEqual(new Set(given.map(({ slug }) => slug)));
      expect(found).toHaveLength(given.length);
    }
  });

  it('has a category with those below it, and nothing of what is hidden', async () => {
    const [news, shop] = await app.categories(aCategory({ slug: 'news' }), aCategory({ slug: 'shop' }));
    const [local, closed] = await app.categories(
      aCategory({ slug: 'local', parentId: news!.id }),
      aCategory({ slug: 'closed', parentId: shop!.id, status: 'disabled' }),
    );
    const [below] = await app.categories(aCategory({ slug: 'below', parentId: closed!.id }));
    await app.articles(
      ...[news, shop, local, closed, below].map((category, n) =>
        anArticle(category!.id, { slug: `in-${category!.slug}`, tags: ['t'], publishedAt: at(9 - n) }),
      ),
    );
    const anybody = app.anybody();
    expect(await slugsListed(anybody)).toEqual(['in-news', 'in-shop', 'in-local']);
    expect(await slugsListed(anybody, '?category=news')).toEqual(['in-news', 'in-local']);
    expect(await slugsListed(anybody, '?category=shop&tag=t')).toEqual(['in-shop']);
    expect(await slugsListed(anybody, '?q=title')).toEqual(['in-news', 'in-shop', 'in-local']);
    expect(await slugsListed(anybody, '?category=news&q=title')).toEqual(['in-news', 'in-local']);
    for (const category of ['closed', 'below', 'unknown', 'NEWS']) {
      expect(await slugsListed(anybody, `?category=${category}`)).toEqual([]);
    }
    await anybody.get('articles/in-closed').expect(404);
    await anybody.get('articles/in-below').expect(404);
    await (await app.member()).get('articles/in-below').expect(404);
    // At once, in every process that hears of changes.
    await query(`UPDATE content_categories SET status = 'active' WHERE id = $1`, [closed!.id]);
    expect(await slugsListed(anybody, '?category=shop')).toEqual(['in-shop', 'in-closed', 'in-below']);
    await anybody.get('articles/in-below').expect(200);
    await query(`UPDATE content_categories SET status = 'disabled' WHERE id = $1`, [shop!.id]);
    expect(await slugsListed(anybody)).toEqual(['in-news', 'in-local']);
    await anybody.get('articles/in-below').expect(404);
  });

  it('has articles with a tag, those for members only for members', async () => {
    const categoryId = await app.aNewsCategory();
    await app.articles(
      anArticle(categoryId, { slug: 'one', tags: ['red', 'blue'], publishedAt: at(2) }),
      anArticle(categoryId, { slug: 'two', tags: ['red'], visibility: 'members', publishedAt: at(3) }),
      anArticle(categoryId, { slug: 'three', tags: ['blue'], publishedAt: at(4) }),
    );
    expect(await slugsListed(app.anybody(), '?tag=red')).toEqual(['one']);
    expect(await slugsListed(await app.member(), '?tag=red')).toEqual(['two', 'one']);
    expect(await slugsListed(app.anybody(), '?tag=green')).toEqual([]);
    expect(await slugsListed(app.anybody(), '?tag=red&q=title')).toEqual(['one']);
  });

  it('has each text in the locale, else in that of the App, else in any', async () => {
    const categoryId = await app.aNewsCategory();
    await app.articles(
      anArticle(categoryId, { slug: 'a', title: { 'en-US': 'E', 'zh-CN': 'Z' }, publishedAt: at(3) }),
      anArticle(categoryId, { slug: 'b', title: { 'zh-CN': 'Z', 'ja-JP': 'J' }, publishedAt: at(2) }),
      anArticle(categoryId, { slug: 'c', title: { 'ja-JP': 'J' }, publishedAt: at(1) }),
    );
    const { items } = await listed(app.anybody({ 'Accept-Language': 'en' }));
    expect(items.map(({ title }) => title)).toEqual(['E', 'Z', 'J']);
  });

  it('answers 422 to a cursor that is altered, or from another list, App or surface', async () => {
    const categoryId = await app.aNewsCategory();
    await app.articles(
      ...Array.from({ length: 3 }, (_, n) => anArticle(categoryId, { tags: ['t'], publishedAt: at(n) })),
    );
    const anybody = app.anybody();
    const cursorOf = async (search: string) => (await listed(anybody, search)).next_cursor!;
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
    await (await app.member()).get(`articles?cursor=${plain}`).expect(422);
    app = await anArticleApp(api);
    await app.aNewsCategory();
    await app.anybody().get(`articles?cursor=${plain}`).expect(422);
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
    await app.anybody().get(`articles${search}`).expect(422);
  });

  it('has nothing of other Apps and tenants', async () => {
    const categoryId = await app.aNewsCategory();
    await app.articles(anArticle(categoryId, { slug: 'ours', tags: ['t'] }));
    const ours = app;
    app = await anArticleApp(api);
    await app.articles(anArticle(await app.aNewsCategory(), { slug: 'theirs', tags: ['t'] }));
    app = await anArticleApp(api, await aTenant(api.database));
    await app.articles(anArticle(await app.aNewsCategory(), { slug: 'abroad', tags: ['t'] }));
    for (const search of ['', '?tag=t', '?category=news', '?q=title', '?q=%25']) {
      expect(await slugsListed(app.anybody(), search)).toEqual(search === '?q=%25' ? [] : ['abroad']);
    }
    await app.anybody().get('articles/ours').expect(404);
    app = ours;
    await app.anybody().get('articles/ours').expect(200);
  });

  it('keeps connections free for everything else, however many ask for the first of many categories', async () => {
    await app.categories(...Array.from({ length: 101 }, () => aCategory()));
    const client = new pg.Client({ connectionString: api.urls.superuserUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE content_published_article_tags');
      const statuses: number[] = [];
      const lists = Array.from({ length: 9 }, async () => {
        statuses.push((await app.anybody().get('articles?tag=any')).status);
      });
      // Two of them wait for the table, the others waited too long for a place.
      await eventually(() => Promise.resolve(statuses.length === 7));
      await app.anybody().get('articles').expect(200);
      await client.query('COMMIT');
      await Promise.all(lists);
      expect(statuses).toEqual([503, 503, 503, 503, 503, 503, 503, 200, 200]);
    } finally {
      await client.end();
    }
  });
});
