import { ArticleReads } from '@libs/content';
import { Sweeps } from '@libs/foundation';
import { bucketEdges, dayIn, newId } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { userIdOf } from '../../mobile/support/account';
import { someone } from '../../mobile/support/me';
import { anArticleApp, type ArticleApp, type ArticleReader } from '../../public/support/articles';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { type AdminClient, asOwner, asRoles } from '../support/admin';
import { aCategory, articleClient, type ArticleData } from '../support/articles';

interface Statistics {
  readonly reads: number;
  readonly readers: number;
  readonly bookmarks: number;
  readonly by_day: readonly { readonly date: string; readonly reads: number; readonly readers: number }[];
}

const DAY = 24 * 3_600_000;
const ZONE = 'Asia/Shanghai';

describe('GET /content/articles/{id}/statistics', () => {
  let one: TestApi;
  /** Another process. */
  let two: TestApi;
  let admin: AdminClient;
  let app: ArticleApp;
  let articles: ReturnType<typeof articleClient>;
  let article: ArticleData;

  beforeAll(async () => {
    one = await startTestApi();
    two = await startTestApi({}, one.urls);
    admin = await asOwner(one);
    await query(
      `INSERT INTO settings (tenant_id, id, scope, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, $2, 'tenant', 'tenant.time_zone', $3, 'string', false, false, 'active')`,
      [one.tenantId, newId(), JSON.stringify(ZONE)],
    );
  });

  afterAll(async () => {
    await two.close();
    await one.close();
  });

  beforeEach(async () => {
    app = await anArticleApp(one);
    articles = articleClient(admin, app.appId);
    const category = await aCategory(one, app.appId);
    article = await articles.publish(
      await articles.create({ category_id: category, slug: 'menu', visibility: 'public' }),
    );
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(one.urls.superuserUrl, text, values);
  const ask = (search: string, id = article.id, as = admin) => as.get(`${articles.path}/${id}/statistics?${search}`);
  const range = (from: number, to: number) => `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const statistics = async (from = Date.now() - 2 * DAY, to = Date.now() + 1_000) =>
    (await ask(range(from, to)).expect(200)).body.data as Statistics;
  const written = () => Promise.all([one, two].map((api) => api.get(ArticleReads).write()));
  /** A member of the App who reads through one of the processes. */
  const aReader = async () => {
    const { pair, member } = await someone(one, {}, app.appId);
    const headers = { 'X-AppID': app.appId, Authorization: `Bearer ${pair.access_token}` };
    const read = (api: TestApi, more: Record<string, string> = {}) =>
      api.http.get('/api/v1/articles/menu').set({ ...headers, ...more });
    return { read, headers, userId: await userIdOf(one, member.email) };
  };
  const today = () => dayIn(ZONE, new Date());
  const anybody = (): ArticleReader => app.anybody();
  const counts = async (table: string) => {
    const [row] = await query<{ count: number }>(`SELECT count(*)::int FROM ${table} WHERE app_id = $1`, [app.appId]);
    return row?.count;
  };
  /** Moves what was counted to another day. */
  const backdate = async (days: number) => {
    for (const table of ['content_article_reads', 'content_article_reader_days']) {
      await query(`UPDATE ${table} SET day = day - $2::integer WHERE app_id = $1`, [app.appId, days]);
    }
  };

  // The first, as a process writes once a minute.
  it('is written by itself, and at the end of a process', async () => {
    const reader = await aReader();
    await reader.read(one).expect(200);
    await eventually(async () => (await counts('content_article_reads')) === 1);
    expect(await statistics()).toMatchObject({ reads: 1, readers: 1 });
    const third = await startTestApi({}, one.urls);
    await reader.read(third).expect(200);
    await third.close();
    expect(await statistics()).toMatchObject({ reads: 2, readers: 1 });
  });

  it('counts each answer to the article, and each member once, through whatever process', async () => {
    const [ann, bob] = [await aReader(), await aReader()];
    const first = await ann.read(one).expect(200);
    await ann.read(two, { 'If-None-Match': String(first.headers['etag']) }).expect(304);
    await ann.read(two).expect(200);
    await bob.read(two).expect(200);
    await anybody().get('articles/menu').expect(200);
    await anybody().get(`articles/${article.id}`).expect(200);
    // None of these is an answer that could be read.
    await one.http.head('/api/v1/articles/menu').set(bob.headers).expect(200);
    await anybody().get('articles/absent').expect(404);
    await anybody().get('articles').expect(200);
    await one.http.put(`/api/v1/me/article-bookmarks/${article.id}`).set(bob.headers).expect(200);
    await written();
    const seen = await statistics();
    expect(seen).toMatchObject({ reads: 6, readers: 2, bookmarks: 1 });
    expect(seen.by_day.at(-1)).toEqual({ date: today(), reads: 6, readers: 2 });
    // Written at the same time by both.
    await Promise.all([ann.read(one), ann.read(two), bob.read(one), bob.read(two)]);
    const late = await Promise.all(Array.from({ length: 4 }, aReader));
    await Promise.all(late.flatMap(({ read }) => [read(one), read(two)]));
    await written();
    expect(await statistics()).toMatchObject({ reads: 18, readers: 6 });
  });

  it('has whole days of the tenant, and the readers of all of them once', async () => {
    const [ann, bob] = [await aReader(), await aReader()];
    await ann.read(one).expect(200);
    await written();
    await backdate(1);
    await ann.read(one).expect(200);
    await bob.read(one).expect(200);
    await written();
    await backdate(1);
    await bob.read(one).expect(200);
    await written();
    const now = Date.now();
    const edges = bucketEdges(ZONE, 'day', new Date(now - 2 * DAY), new Date(now), 10).map(Number);
    const day = (at: number) => dayIn(ZONE, new Date(edges[at]!));
    expect(await statistics(edges[0], now)).toEqual({
      reads: 4,
      readers: 2,
      bookmarks: 0,
      by_day: [
        { date: day(0), reads: 1, readers: 1 },
        { date: day(1), reads: 2, readers: 2 },
        { date: day(2), reads: 1, readers: 1 },
      ],
    });
    expect(await statistics(edges[0]! + 1, edges[1])).toMatchObject({
      reads: 1,
      readers: 1,
      by_day: [{ date: day(0) }],
    });
    expect(await statistics(edges[1]! - 1, edges[1]! + 1)).toMatchObject({ reads: 3, readers: 2 });
    expect(await statistics(edges[2], edges[2]! + 1)).toMatchObject({ reads: 1, readers: 1 });
    const year = await statistics(now - 400 * DAY, now);
    expect(year).toMatchObject({ reads: 4, readers: 2 });
    expect(year.by_day.length).toBeGreaterThanOrEqual(400);
  });

  it('refuses ranges that are missing, empty or too long, and what there is not', async () => {
    const now = Date.now();
    for (const [search, expected] of [
      ['', ['from required', 'to required']],
      ['from=x&to=2026-01-01', ['from not_instant', 'to not_instant']],
      [range(now, now), ['to not_after_from']],
      [range(now - 400 * DAY - 1, now), ['to range_too_long']],
    ] as const) {
      const answer = await ask(search);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(expected);
    }
    for (const far of [
      'from=0000-01-01T00:00:00Z&to=0000-03-01T00:00:00Z',
      'from=9999-01-01T00:00:00Z&to=9999-12-31T23:59:59Z',
    ]) {
      expect((await ask(far).expect(200)).body.data).toMatchObject({ reads: 0, readers: 0 });
    }
    const fine = range(now - DAY, now);
    expectProblem(await ask(fine, newId()), 404, 'RESOURCE.NOT_FOUND');
    expectProblem(await ask(fine, 'x'), 404, 'RESOURCE.NOT_FOUND');
    const other = await anArticleApp(one);
    expectProblem(
      await admin.get(`apps/${other.appId}/content/articles/${article.id}/statistics?${fine}`),
      404,
      'RESOURCE.NOT_FOUND',
    );
    await ask(fine, article.id, await asRoles(one, 'auditor')).expect(200);
    await ask(fine, article.id, await asRoles(one, 'release_manager')).expect(403);
  });

  it('forgets who has left, what is older than 400 days, and deleted articles', async () => {
    const [ann, bob] = [await aReader(), await aReader()];
    await ann.read(one).expect(200);
    await bob.read(one).expect(200);
    await written();
    await query('DELETE FROM app_memberships WHERE app_id = $1 AND user_id = $2', [app.appId, ann.userId]);
    expect(await counts('content_article_readers')).toBe(1);
    // A number is not used again: who comes next is another reader.
    await (await aReader()).read(one).expect(200);
    await written();
    expect(await statistics()).toMatchObject({ reads: 3, readers: 3 });
    await backdate(403);
    await bob.read(one).expect(200);
    await written();
    for (const sweep of ['content.article_reads', 'content.article_reader_days']) {
      expect(await one.get(Sweeps).run(sweep, Infinity, 0)).toMatchObject({ error: null });
    }
    expect(await counts('content_article_reads')).toBe(1);
    expect(await counts('content_article_reader_days')).toBe(1);
    await bob.read(one).expect(200);
    const draft = await articles.unpublish(article);
    await admin.delete(`${articles.path}/${article.id}?lock_version=${draft.lock_version}`).expect(200);
    await written();
    expect(await counts('content_article_reads')).toBe(0);
    expect(await counts('content_article_reader_days')).toBe(0);
  });

  it('forgets deleted Apps, and counts nobody who has left before it was written', async () => {
    const [ann, bob] = [await aReader(), await aReader()];
    await ann.read(one).expect(200);
    await bob.read(one).expect(200);
    await query('DELETE FROM app_memberships WHERE app_id = $1 AND user_id = $2', [app.appId, ann.userId]);
    await written();
    expect(await statistics()).toMatchObject({ reads: 2, readers: 1 });
    await bob.read(one).expect(200);
    const { body } = await admin.get(`apps/${app.appId}`).expect(200);
    await admin.post(`apps/${app.appId}/disable`, { lock_version: body.data.lock_version }).expect(200);
    await admin.delete(`apps/${app.appId}`).expect(200);
    await written();
    const tables = ['reads', 'reader_days', 'readers', 'reader_numbers'].map((name) => `content_article_${name}`);
    await eventually(async () => (await Promise.all(tables.map(counts))).every((count) => count === 0));
  });
});
