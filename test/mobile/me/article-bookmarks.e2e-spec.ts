import { v7 } from 'uuid';
import { asOwner } from '../../admin/support/admin';
import { anApp } from '../../admin/support/pages';
import { aCategory, anArticle, insertArticles, insertCategories, type StoredArticle } from '../../support/articles';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { userIdOf } from '../support/account';
import { someone } from '../support/me';

const PATH = '/api/v1/me/article-bookmarks';

describe('/api/v1/me/article-bookmarks', () => {
  const api = suiteApi();
  let appId: string;
  let categoryId: string;
  let headers: Record<string, string>;
  let userId: string;

  beforeEach(async () => {
    appId = await anApp(api);
    const category = aCategory({ slug: 'news' });
    categoryId = category.id;
    await insertCategories(query, scope(), [category]);
    ({ headers, userId } = await aReader());
  });

  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const scope = () => ({ tenantId: api.tenantId, appId });
  const aReader = async () => {
    const { member, pair } = await someone(api, {}, appId);
    return {
      headers: { 'X-AppID': appId, Authorization: `Bearer ${pair.access_token}` },
      userId: await userIdOf(api, member.email),
    };
  };
  const articles = async (...given: Partial<StoredArticle>[]): Promise<StoredArticle[]> => {
    const all = given.map((article) => anArticle(categoryId, article));
    await insertArticles(query, scope(), all);
    return all;
  };
  const put = (id: string, as = headers) => api.http.put(`${PATH}/${id}`).set(as);
  const remove = (id: string, as = headers) => api.http.delete(`${PATH}/${id}`).set(as);
  const get = (path: string, more: Record<string, string> = {}) => api.http.get(path).set({ ...headers, ...more });
  const list = async (search = '') =>
    (await get(`${PATH}${search}`).expect(200)).body.data as {
      items: { slug: string; bookmarked: boolean; bookmarked_at: string }[];
      next_cursor: string | null;
    };
  const slugs = async () => (await list()).items.map(({ slug }) => slug);
  const rows = async () =>
    (
      await queryAs<{ count: number }>(
        api.urls.superuserUrl,
        'SELECT count(*)::int FROM content_article_bookmarks WHERE app_id = $1',
        [appId],
      )
    )[0]?.count;

  it('are told in the language of the answer, which says so', async () => {
    const title = { 'zh-CN': '你好', 'en-US': 'Hello' };
    const [one] = await articles({ slug: 'one', title });
    await put(one!.id).expect(200);
    for (const [asked, locale, shown] of [
      ['en', 'en-US', 'Hello'],
      ['zh', 'zh-CN', '你好'],
    ] as const) {
      const answer = await get(PATH, { 'Accept-Language': asked }).expect(200);
      expect(answer.headers).toMatchObject({
        'content-language': locale,
        vary: expect.stringMatching(/Accept-Language, X-AppID$/),
        'cache-control': 'no-store',
      });
      expect(answer.body.data.items).toMatchObject([{ title: shown }]);
    }
  });

  it('are the articles that the member bookmarked, the latest bookmark first', async () => {
    const [one, two] = await articles({ slug: 'one' }, { slug: 'two', visibility: 'members' });
    expect((await put(one!.id).expect(200)).body).toEqual({ data: { success: true } });
    await put(two!.id.toUpperCase()).expect(200);
    const { items } = await list();
    expect(items.map(({ slug }) => slug)).toEqual(['two', 'one']);
    expect(items[0]).toMatchObject({
      category: { slug: 'news', name: 'News' },
      title: 'Title',
      bookmarked: true,
      bookmarked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    // Again, which changes nothing.
    await put(one!.id).expect(200);
    expect((await list()).items).toEqual(items);
    expect((await remove(two!.id).expect(200)).body).toEqual({ data: { success: true } });
    await remove(two!.id).expect(200);
    expect(await slugs()).toEqual(['one']);
  });

  it('mark articles wherever the member sees them, and change their ETag', async () => {
    const [one] = await articles({ slug: 'one' });
    const bookmarked = async (path: string) => (await get(path).expect(200)).body.data as { bookmarked: boolean };
    const first = await get('/api/v1/articles/one').expect(200);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Language, X-AppID' });
    const etag = first.headers['etag']!;
    await get('/api/v1/articles/one', { 'If-None-Match': etag }).expect(304);
    await put(one!.id).expect(200);
    const second = await get('/api/v1/articles/one', { 'If-None-Match': etag }).expect(200);
    expect(second.body).toEqual({ data: { ...first.body.data, bookmarked: true } });
    expect(second.headers['etag']).not.toBe(etag);
    await get('/api/v1/articles/one', { 'If-None-Match': second.headers['etag']! }).expect(304);
    const { items } = (await get('/api/v1/articles').expect(200)).body.data as { items: object[] };
    expect(items).toEqual([expect.objectContaining({ slug: 'one', bookmarked: true })]);
    const anybody = await api.http.get('/api/v1/public/articles/one').set('X-AppID', appId).expect(200);
    expect(anybody.body.data.bookmarked).toBe(false);
    await remove(one!.id).expect(200);
    expect((await bookmarked('/api/v1/articles/one')).bookmarked).toBe(false);
  });

  it('take one round trip to the database for an article that is in memory', async () => {
    await articles({ slug: 'one' });
    await get('/api/v1/articles/one').expect(200);
    const asked = jest.spyOn(api.database, 'read');
    try {
      await get('/api/v1/articles/one').expect(200);
      expect(asked.mock.calls.map(([, text]) => text).filter((text) => text.includes('article'))).toHaveLength(1);
      asked.mockClear();
      await get('/api/v1/articles?q=title').expect(200);
      expect(asked.mock.calls.filter(([, text]) => text.includes('article'))).toHaveLength(0);
      await get('/api/v1/articles?limit=1').expect(200);
      expect(asked.mock.calls.filter(([, text]) => text.includes('article'))).toHaveLength(1);
    } finally {
      asked.mockRestore();
    }
  });

  it('are one row, however often and at once', async () => {
    const [one] = await articles({ slug: 'one' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => put(one!.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(200));
    expect(await rows()).toBe(1);
  });

  it('answer 404 to what the member does not see', async () => {
    const [hidden] = await articles({ slug: 'hidden' });
    await query(`UPDATE content_categories SET status = 'disabled' WHERE id = $1`, [categoryId]);
    for (const id of [hidden!.id, v7(), 'not-a-uuid']) {
      expect((await put(id).expect(404)).body.code).toBe('RESOURCE.NOT_FOUND');
    }
    await remove('not-a-uuid').expect(404);
    await remove(v7()).expect(200);
    const elsewhere = headers;
    appId = await anApp(api);
    const category = aCategory();
    categoryId = category.id;
    await insertCategories(query, scope(), [category]);
    const [other] = await articles({ slug: 'other' });
    await put(other!.id, elsewhere).expect(404);
    expect(await rows()).toBe(0);
  });

  it('stay when articles are not published any more, and come back with them', async () => {
    const [one, two] = await articles({ slug: 'one' }, { slug: 'two' });
    await put(one!.id).expect(200);
    await put(two!.id).expect(200);
    await query('DELETE FROM content_published_articles WHERE article_id = $1', [two!.id]);
    expect(await slugs()).toEqual(['one']);
    await query(`UPDATE content_categories SET status = 'disabled' WHERE id = $1`, [categoryId]);
    expect(await slugs()).toEqual([]);
    expect(await rows()).toBe(2);
    await query(`UPDATE content_categories SET status = 'active' WHERE id = $1`, [categoryId]);
    expect(await slugs()).toEqual(['one']);
    await remove(two!.id).expect(200);
    expect(await rows()).toBe(1);
  });

  it('are those of the member alone', async () => {
    const [one] = await articles({ slug: 'one' });
    await put(one!.id).expect(200);
    ({ headers } = await aReader());
    expect(await slugs()).toEqual([]);
    expect((await get('/api/v1/articles/one').expect(200)).body.data.bookmarked).toBe(false);
    await remove(one!.id).expect(200);
    expect(await rows()).toBe(1);
  });

  it('come in pages, and a cursor is good for its member alone', async () => {
    const given = await articles(...Array.from({ length: 5 }, (_, n) => ({ slug: `a-${n}` })));
    // In one transaction, and so at the very same time.
    await query(
      `INSERT INTO content_article_bookmarks (tenant_id, app_id, user_id, article_id)
       SELECT $1, $2, $3, unnest($4::uuid[])`,
      [api.tenantId, appId, userId, given.map(({ id }) => id)],
    );
    const found: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page++) {
      const { items, next_cursor } = await list(`?limit=2${cursor}`);
      found.push(...items.map(({ slug }) => slug));
      cursor = `&cursor=${next_cursor}`;
      if (page === 2) expect(next_cursor).toBeNull();
    }
    expect(found.sort()).toEqual(given.map(({ slug }) => slug));
    const { next_cursor } = await list('?limit=2');
    await get(`${PATH}?cursor=${next_cursor}x`).expect(422);
    ({ headers } = await aReader());
    await get(`${PATH}?cursor=${next_cursor}`).expect(422);
  });

  it('are 1,000 at most, also if they are added at once', async () => {
    const given = await articles(...Array.from({ length: 1_005 }, (_, n) => ({ slug: `a-${n}` })));
    await query(
      `INSERT INTO content_article_bookmarks (tenant_id, app_id, user_id, article_id)
       SELECT $1, $2, $3, unnest($4::uuid[])`,
      [api.tenantId, appId, userId, given.slice(0, 998).map(({ id }) => id)],
    );
    const answers = await Promise.all(given.slice(998).map(({ id }) => put(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'CONTENT.BOOKMARK.LIMIT' });
    expect(await rows()).toBe(1_000);
    // One that is there is no further one.
    await put(given[0]!.id).expect(200);
    await remove(given[0]!.id).expect(200);
    await put(given[1_004]!.id).expect(200);
  });

  it('are gone with the membership, and not added any more', async () => {
    const [one] = await articles({ slug: 'one' });
    await put(one!.id).expect(200);
    await (await asOwner(api)).delete(`apps/${appId}/members/${userId}`).expect(200);
    expect(await rows()).toBe(0);
    await put(one!.id).expect(401);
    const outcome = await api.database.write<{ outcome: string }>(
      api.tenantId,
      'SELECT add_article_bookmark($1, $2, $3, NULL, 1000) AS outcome',
      [appId, userId, one!.id],
    );
    expect(outcome).toEqual([{ outcome: 'absent' }]);
    expect(await rows()).toBe(0);
  });

  it('need a member', async () => {
    await api.http.get(PATH).set('X-AppID', appId).expect(401);
    await api.http.get('/api/v1/articles').set('X-AppID', appId).expect(401);
    await api.http.get('/api/v1/article-categories').set('X-AppID', appId).expect(401);
  });
});
