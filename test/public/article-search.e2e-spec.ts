import pg from 'pg';
import { anApp } from '../admin/support/pages';
import { someone } from '../mobile/support/me';
import { aCategory, anArticle, insertArticles, insertCategories, type StoredArticle } from '../support/articles';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { CHINESE, ENGLISH } from './support/article-texts';
import { answeredList } from './support/articles';

describe('GET /api/v1/public/articles?q', () => {
  const api = suiteApi();

  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  /** An App with these articles, the first of them the newest. */
  const anAppWith = async (given: readonly Partial<StoredArticle>[]): Promise<string> => {
    const appId = await anApp(api);
    const scope = { tenantId: api.tenantId, appId };
    const category = aCategory();
    await insertCategories(query, scope, [category]);
    const articles = given.map((article, n) =>
      anArticle(category.id, { slug: `n-${n}`, publishedAt: new Date(Date.UTC(2026, 0, 1) - n * 60_000), ...article }),
    );
    await insertArticles(query, scope, articles);
    return appId;
  };
  const read = (appId: string, q: string, more = '') =>
    answeredList(() =>
      api.http
        .get(`/api/v1/public/articles?q=${encodeURIComponent(q)}${more}`)
        .set({ 'X-AppID': appId, 'Accept-Language': 'en' }),
    );
  const titles = async (appId: string, q: string) => (await read(appId, q)).items.map(({ title }) => title);
  const slugs = async (appId: string, q: string) => (await read(appId, q)).items.map(({ slug }) => slug);

  describe('in English', () => {
    let appId: string;
    beforeAll(async () => {
      appId = await anAppWith(ENGLISH.map(([title, body]) => ({ title: { 'en-US': title }, body: { 'en-US': body } })));
    });

    it.each([
      [
        'battery',
        ['Battery', 'Battery recycling', 'How to replace the battery', 'Charging in winter', 'What the lights mean'],
      ],
      ['BATTERY Replace', ['How to replace the battery', 'Battery recycling']],
      ['warranty card', ['Register your warranty card', 'Returning a product']],
      ['returning a product', ['Returning a product']],
      ['delivery times', ['Delivery times', 'Delivery times on islands', 'Changes to delivery times this spring']],
      ['eco', ['Eco mode', 'Washing at low temperature', 'Resetting the network']],
      ['ec', ['Eco mode', 'Washing at low temperature']],
      ['wi-fi', ['Connecting to Wi-Fi', 'Resetting the network']],
      ['5%', ['Student discount']],
      ['100%', ['Cotton care']],
      ['c++', ['For developers']],
      ['snowplough', []],
    ] as const)('finds by %s the titles first', async (q, expected) => {
      expect(await titles(appId, q)).toEqual(expected);
    });
  });

  describe('in Chinese', () => {
    let appId: string;
    beforeAll(async () => {
      appId = await anAppWith(CHINESE.map(([title, body]) => ({ title: { 'zh-CN': title }, body: { 'zh-CN': body } })));
    });

    it.each([
      ['电池', ['电池', '电池回收', '如何更换电池', '冬季充电须知', '指示灯的含义']],
      [
        '电',
        [
          '电池回收',
          '电池',
          '如何更换电池',
          '冬季充电须知',
          '如何开具电子发票',
          '指示灯的含义',
          '订单支持哪些支付方式',
          '联系客服',
        ],
      ],
      ['更换电池', ['如何更换电池', '电池回收']],
      ['电池 更换', ['如何更换电池', '电池回收']],
      ['配送时间', ['配送时间', '配送时间调整公告', '春节期间配送时间']],
      ['电子发票', ['如何开具电子发票', '订单支持哪些支付方式']],
      ['七天无理由退货', ['七天无理由退货', '退货流程']],
      ['五折', ['学生优惠']],
      ['ｗｉｆｉ', ['连接 WiFi']],
      ['扫地机器人保养', []],
    ] as const)('finds by %s the titles first', async (q, expected) => {
      expect(await titles(appId, q)).toEqual(expected);
    });
  });

  it('ranks whole titles, beginnings, titles and texts, each the newest first, in any language', async () => {
    const appId = await anAppWith([
      { slug: 'text', body: { 'en-US': 'about tea and more' } },
      { slug: 'inside', title: { 'en-US': 'Green tea' } },
      { slug: 'beginning', title: { 'en-US': 'Tea time' } },
      { slug: 'other-language', title: { 'zh-CN': '茶', 'en-US': 'TEA' } },
      { slug: 'whole', title: { 'en-US': 'Tea' } },
      { slug: 'tagged', tags: ['tea'] },
      { slug: 'inside-older', title: { 'en-US': 'Black tea' } },
    ]);
    const expected = ['other-language', 'whole', 'beginning', 'inside', 'inside-older', 'text', 'tagged'];
    expect(await slugs(appId, 'tea')).toEqual(expected);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await read(appId, 'ＴＥＡ', `&limit=2${cursor}`);
      found.push(...page.items.map(({ slug }) => slug));
      cursor = page.next_cursor && `&cursor=${page.next_cursor}`;
    }
    expect(found).toEqual(expected);
  });

  it('takes wildcards literally', async () => {
    const appId = await anAppWith([
      { slug: 'percent', title: { 'en-US': 'Save 20% now' } },
      { slug: 'underscore', title: { 'en-US': 'The file a_b' } },
      { slug: 'backslash', title: { 'en-US': 'C:\\new' } },
      { slug: 'plain', title: { 'en-US': 'Save 200 now, axb' } },
    ]);
    expect(await slugs(appId, '20%')).toEqual(['percent']);
    expect(await slugs(appId, 'a_b')).toEqual(['underscore']);
    expect(await slugs(appId, ':\\new')).toEqual(['backslash']);
    expect(await slugs(appId, '%')).toEqual(['percent']);
    expect(await slugs(appId, '_')).toEqual(['underscore']);
    expect(await slugs(appId, "' OR true --")).toEqual([]);
    expect((await slugs(appId, ' \u3000 ')).length).toBe(4);
  });

  it('looks for punctuation alone in titles only', async () => {
    const appId = await anAppWith([
      { slug: 'title', title: { 'en-US': 'Why?!' } },
      { slug: 'text', body: { 'en-US': 'Why?!' } },
    ]);
    expect(await slugs(appId, '?!')).toEqual(['title']);
    expect(await slugs(appId, 'why ?!')).toEqual(['title', 'text']);
  });

  it('shows anybody nothing of the texts for members', async () => {
    const appId = await anAppWith([
      { slug: 'members', title: { 'en-US': 'Secret sale' }, visibility: 'members' },
      { slug: 'public', body: { 'en-US': 'No secret' } },
    ]);
    expect(await slugs(appId, 'secret')).toEqual(['public']);
    const { pair } = await someone(api, {}, appId);
    const { items } = await answeredList(() =>
      api.http.get('/api/v1/articles?q=secret').set({ 'X-AppID': appId, Authorization: `Bearer ${pair.access_token}` }),
    );
    expect(items.map(({ slug }) => slug)).toEqual(['members', 'public']);
  });

  it('answers 503 to a search that takes too long', async () => {
    const appId = await anAppWith([{}]);
    const client = new pg.Client({ connectionString: api.urls.superuserUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE content_article_search');
      const { body, headers } = await api.http.get('/api/v1/public/articles?q=text').set('X-AppID', appId).expect(503);
      expect(body.code).toBe('DEPENDENCY.UNAVAILABLE');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      // Lists do without the texts.
      await api.http.get('/api/v1/public/articles').set('X-AppID', appId).expect(200);
    } finally {
      await client.end();
    }
    expect(await slugs(appId, 'text')).toEqual(['n-0']);
  });

  it('keeps connections free for everything else, however many search', async () => {
    const appId = await anAppWith([{}]);
    const client = new pg.Client({ connectionString: api.urls.superuserUrl });
    await client.connect();
    const searching = async () => {
      const [row] = await queryAs<{ count: number }>(
        api.urls.superuserUrl,
        `SELECT count(*)::integer AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%search_published_articles%'`,
      );
      return row!.count;
    };
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE content_article_search');
      let ended = false;
      const searches = Promise.all(
        Array.from({ length: 20 }, () => api.http.get('/api/v1/public/articles?q=text').set('X-AppID', appId)),
      ).finally(() => (ended = true));
      const seen: number[] = [];
      while (!ended) {
        seen.push(await searching());
        await api.http.get('/api/v1/public/articles?tag=any').set('X-AppID', appId).expect(200);
      }
      // Of the ten connections, those of one tenant.
      expect(Math.max(...seen)).toBe(2);
      expect(new Set((await searches).map(({ status }) => status))).toEqual(new Set([503]));
    } finally {
      await client.end();
    }
    expect(await slugs(appId, 'text')).toEqual(['n-0']);
  });

  it('finds each match once where there are too many to rank, or to look up', async () => {
    const appId = await anAppWith([]);
    const scope = { tenantId: api.tenantId, appId };
    const category = aCategory({ slug: 'many' });
    await insertCategories(query, scope, [category]);
    const count = 2_600;
    const articles = Array.from({ length: count }, (_, n) =>
      anArticle(category.id, {
        slug: `m-${n}`,
        // In many titles, in other texts, and in some of both.
        title: { 'en-US': n % 2 === 0 ? `Guide ${n}` : `Note ${n}` },
        body: { 'en-US': `abc bcd ${n === 0 ? 'abcd' : ''} ${n % 3 === 0 ? 'a guide to everything' : 'something'}` },
        publishedAt: new Date(Date.UTC(2026, 0, 1) + n * 1_000),
      }),
    );
    await insertArticles(query, scope, articles);
    const number = (slug: string) => Number(slug.slice(2));
    const everything = async (q: string, more = '') => {
      const found: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await read(appId, q, `&limit=100${more}${cursor}`);
        found.push(...page.items.map(({ slug }) => number(slug)));
        cursor = page.next_cursor && `&cursor=${page.next_cursor}`;
      }
      return found;
    };
    const all = Array.from({ length: count }, (_, n) => count - 1 - n);
    const inTitle = all.filter((n) => n % 2 === 0);
    const inText = all.filter((n) => n % 2 === 1 && n % 3 === 0);
    expect(await everything('guide')).toEqual([...inTitle, ...inText]);
    expect(await everything('guide', '&category=many')).toEqual([...inTitle, ...inText]);
    expect(await everything('everything')).toEqual(all.filter((n) => n % 3 === 0));
    expect(await everything('guide 1234')).toEqual([1234]);
    // All of them seem to have it, and only the oldest does: the search gives up early, and goes on with the next page.
    const page = await read(appId, 'abcd');
    expect(page.items).toEqual([]);
    expect(page.next_cursor).not.toBeNull();
    expect(await everything('abcd')).toEqual([0]);
  });
});
