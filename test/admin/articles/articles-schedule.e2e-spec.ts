import { Sweeps } from '@libs/foundation';
import { RenderingFailedError, RichTextRenderer } from '../../../libs/content/src/domain/texts/rich-text-renderer';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { afterNext } from '../../support/interleaving';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';
import { auditOf } from '../support/apps';
import { aCategory, ARTICLE, articleClient, type ArticleData, articleEvents, seenOf } from '../support/articles';
import { anApp } from '../support/pages';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const LATER = () => inSeconds(3_600);

describe('Articles that are scheduled', () => {
  let one: TestApi;
  /** Another process, which works on the outbox as well. */
  let two: TestApi;
  let editor: Admin;
  let admin: AdminClient;
  let appId: string;
  let category: string;
  let articles: ReturnType<typeof articleClient>;

  beforeAll(async () => {
    one = await startTestApi();
    two = await startTestApi({}, one.urls);
    editor = await anAdmin(one, ['owner']);
    admin = adminClient(one, editor.token);
  });

  afterAll(async () => {
    await two.close();
    await one.close();
  });

  beforeEach(async () => {
    appId = await anApp(one);
    category = await aCategory(one, appId);
    articles = articleClient(admin, appId);
  });

  afterEach(() => jest.restoreAllMocks());

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(one.urls.superuserUrl, text, values);
  const create = (more: object = {}) => articles.create({ category_id: category, ...more });
  const schedule = (article: ArticleData, publish_at = LATER()) => articles.publish(article, { publish_at });
  const messagesOf = (id: string) =>
    query<{ completed: boolean; dead: boolean; attempts: number }>(
      `SELECT completed_at IS NOT NULL AS completed, dead_at IS NOT NULL AS dead, attempts
         FROM outbox_messages WHERE type = 'articles.due' AND data ->> 'article_id' = $1`,
      [id],
    );
  const deliver = (id: string) =>
    query(
      `UPDATE outbox_messages SET available_at = now(), completed_at = NULL
        WHERE type = 'articles.due' AND data ->> 'article_id' = $1`,
      [id],
    );
  const delivered = (id: string) =>
    eventually(async () => (await messagesOf(id)).every(({ completed, dead }) => completed || dead));
  /** Lets the time of the article come. */
  const comes = (id: string, ago = '1 second') =>
    query(`UPDATE content_articles SET publish_at = now() - $2::interval WHERE id = $1`, [id, ago]);
  const published = async (id: string) => {
    // A request costs far more than the question of the database, which may be asked for seconds.
    await eventually(async () => {
      const [row] = await query(`SELECT FROM content_articles WHERE id = $1 AND status = 'published'`, [id]);
      return row;
    });
    const article = await articles.read(id);
    expect(article).toMatchObject({ status: 'published' });
    return article;
  };
  const jobsOf = async (id: string) =>
    (await query<{ changes: { path: string; after: unknown }[] }>(
      `SELECT actor_type, action, method, route, resource_type, app_id, outcome, changes FROM audit_logs
        WHERE resource_id = $1 AND method = 'JOB'`,
      [id],
    )) as { changes: { path: string; after: unknown }[] }[];

  it('are published by themselves at their time, in the name of who scheduled them', async () => {
    const draft = await create({ slug: 'menu' });
    // Still to come when it has been asked whether it is not there yet.
    const publishAt = inSeconds(5);
    const scheduled = await schedule(draft, publishAt);
    expect(scheduled).toEqual({
      ...draft,
      status: 'scheduled',
      publish_at: publishAt,
      lock_version: 2,
      updated_at: expect.any(String),
    });
    expect(await seenOf(one, draft.id)).toBeNull();
    const article = await published(draft.id);
    expect(article).toMatchObject({
      publish_at: null,
      has_changes: false,
      lock_version: 3,
      published: { revision: 1 },
    });
    expect(article.published!.published_at >= publishAt).toBe(true);
    expect(await seenOf(one, draft.id)).toMatchObject({ slug: 'menu', title: ARTICLE.title });
    expect(await articles.revisions(article)).toMatchObject([{ published_by: editor.userId }]);
    expect(await articleEvents(one, draft.id)).toMatchObject([{ type: 'article.published', data: { revision: 1 } }]);
    const [job] = await jobsOf(draft.id);
    expect(job).toMatchObject({
      actor_type: 'system',
      action: 'articles.publish',
      route: 'articles.schedule',
      resource_type: 'article',
      app_id: appId,
      outcome: 'success',
    });
    expect(job!.changes).toContainEqual({ path: 'published.published_by', before: null, after: editor.userId });
    expect(await auditOf(one, draft.id)).toHaveLength(3);
  });

  it('are published once, however many messages and workers there are', async () => {
    const scheduled = await Promise.all(Array.from({ length: 6 }, async () => schedule(await create())));
    for (const { id } of scheduled) await comes(id);
    const ids = scheduled.map(({ id }) => id);
    await query(
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data)
       SELECT tenant_id, gen_random_uuid(), app_id, type, data FROM outbox_messages CROSS JOIN generate_series(1, 4)
        WHERE type = 'articles.due' AND data ->> 'article_id' = ANY ($1)`,
      [ids],
    );
    await Promise.all([...ids.map(deliver), one.get(Sweeps).run('articles.overdue', Infinity, 0)]);
    for (const id of ids) {
      const article = await published(id);
      await delivered(id);
      expect(await articles.read(id)).toEqual(article);
      expect(article).toMatchObject({ lock_version: 3, published: { revision: 1 } });
      expect(await articles.revisions(article)).toHaveLength(1);
      expect(await articleEvents(one, id)).toHaveLength(1);
      expect(await jobsOf(id)).toHaveLength(1);
    }
  });

  it('are published as they then are, over what readers see until then', async () => {
    const live = await articles.publish(await create({ slug: 'menu', tags: ['a'] }));
    const scheduled = await schedule(await articles.update(live, { tags: ['b'] }));
    expect(scheduled).toMatchObject({ status: 'scheduled', published: live.published });
    const changed = await articles.update(scheduled, { slug: 'winter', tags: ['c'] });
    expect(changed).toMatchObject({ status: 'scheduled', publish_at: scheduled.publish_at });
    expect(await seenOf(one, live.id)).toMatchObject({ slug: 'menu', tags: ['a'] });
    await comes(live.id);
    await deliver(live.id);
    expect((await published(live.id)).published).toMatchObject({
      revision: 2,
      published_at: live.published!.published_at,
    });
    expect(await seenOf(one, live.id)).toMatchObject({ slug: 'winter', tags: ['c'] });
  });

  it('are left alone by the message of a schedule that was changed or called off', async () => {
    const draft = await schedule(await create());
    const live = await schedule(await articles.update(await articles.publish(await create()), { pinned: true }));
    const after = [
      await schedule(await schedule(await create()), inSeconds(7_200)),
      await articles.unschedule(draft),
      await articles.unschedule(live),
      await articles.unpublish(await schedule(await create())),
      await articles.archive(await schedule(await create())),
      await articles.publish(await schedule(await create())),
    ];
    expect(after.map(({ status, publish_at }) => [status, publish_at !== null])).toEqual([
      ['scheduled', true],
      ['draft', false],
      ['published', false],
      ['draft', false],
      ['archived', false],
      ['published', false],
    ]);
    for (const { id } of after) await deliver(id);
    for (const { id } of after) await delivered(id);
    expect(await Promise.all(after.map(({ id }) => articles.read(id)))).toEqual(after);
  });

  it('leave one message that waits while they are scheduled, however often, and none once they are not', async () => {
    const waiting = async (id: string) => (await messagesOf(id)).filter(({ completed }) => !completed).length;
    let article = await create();
    for (const time of ['2099-01-01T00:00:00Z', '2099-01-01T00:00:00Z', LATER(), '2099-01-01T00:00:00Z']) {
      article = await schedule(article, time);
      expect(await waiting(article.id)).toBe(1);
    }
    article = await articles.update(article, { pinned: true });
    expect(await waiting(article.id)).toBe(1);
    const ends = [articles.unschedule, articles.unpublish, articles.archive, articles.publish] as const;
    for (const end of ends) {
      const { id } = await end(await schedule(await create()));
      expect(await waiting(id)).toBe(0);
    }
    await articles.unschedule(article);
    expect(await waiting(article.id)).toBe(0);
  });

  it('are published by the sweep when their message was lost or given up, each by itself', async () => {
    const [lost, dead, broken, soon] = [
      await schedule(await create()),
      await schedule(await create()),
      await schedule(await create({ body: { 'zh-CN': 'sesame' } })),
      await schedule(await create()),
    ];
    await query(`DELETE FROM outbox_messages WHERE data ->> 'article_id' = $1`, [lost.id]);
    await query(`UPDATE outbox_messages SET dead_at = now() WHERE data ->> 'article_id' = ANY ($1)`, [
      [dead.id, broken.id],
    ]);
    for (const [{ id }, ago] of [
      [broken, '3 minutes'],
      [lost, '2 minutes'],
      [dead, '2 minutes'],
    ] as const) {
      await comes(id, ago);
    }
    const renderer = two.get(RichTextRenderer);
    const render = renderer.render.bind(renderer);
    jest
      .spyOn(renderer, 'render')
      .mockImplementation((...task) =>
        task[1] === 'sesame' ? Promise.reject(new RenderingFailedError({ retryAfterSeconds: 5 })) : render(...task),
      );
    const run = await two.get(Sweeps).run('articles.overdue', Infinity, 0);
    expect(run).toMatchObject({ error: null, behind: false });
    expect(await articles.read(lost.id)).toMatchObject({ status: 'published' });
    expect(await articles.read(dead.id)).toMatchObject({ status: 'published' });
    expect(await articles.read(broken.id)).toEqual({ ...broken, publish_at: expect.any(String) });
    expect(await articles.read(soon.id)).toEqual(soon);
    await one.get(Sweeps).run('articles.overdue', Infinity, 0);
    expect(await articles.read(broken.id)).toMatchObject({ status: 'published' });
  });

  it('are all published by one run of the sweep, however many there are', async () => {
    // One more than the sweep takes at a time.
    const scheduled = await Promise.all(Array.from({ length: 21 }, async () => schedule(await create())));
    const ids = scheduled.map(({ id }) => id);
    await query(`UPDATE content_articles SET publish_at = now() - interval '2 minutes' WHERE id = ANY ($1)`, [ids]);
    await one.get(Sweeps).run('articles.overdue', Infinity, 0);
    expect((await admin.get(`${articles.path}?status=published`)).body.data).toMatchObject({ total: 21 });
  });

  it('are tried again after a failure', async () => {
    const { id } = await schedule(await create());
    const failing = new RenderingFailedError({ retryAfterSeconds: 5 });
    const spies = [one, two].map((api) => jest.spyOn(api.get(RichTextRenderer), 'render').mockRejectedValue(failing));
    await comes(id);
    await deliver(id);
    await eventually(async () => {
      const [message] = await query(
        `SELECT 1 FROM outbox_messages WHERE data ->> 'article_id' = $1 AND last_error LIKE 'RenderingFailedError%'`,
        [id],
      );
      return message;
    });
    expect(await articles.read(id)).toMatchObject({ status: 'scheduled', lock_version: 2 });
    for (const spy of spies) spy.mockRestore();
    await deliver(id);
    expect(await published(id)).toMatchObject({ lock_version: 3 });
  });

  it('are published as they are now when they change while their text is rendered', async () => {
    const article = await schedule(await create({ body: { 'zh-CN': 'first' } }));
    await query(`UPDATE outbox_messages SET dead_at = now() WHERE data ->> 'article_id' = $1`, [article.id]);
    await comes(article.id, '2 minutes');
    afterNext(one.get(RichTextRenderer), 'render', () => articles.update(article, { body: { 'zh-CN': 'second' } }));
    await one.get(Sweeps).run('articles.overdue', Infinity, 0);
    expect(await published(article.id)).toMatchObject({ lock_version: 4, published: { revision: 1 } });
    expect(await seenOf(one, article.id)).toMatchObject({ html: { 'zh-CN': '<p>second</p>\n' } });
  });

  it('are either published or changed, never both with one version', async () => {
    const scheduled = await Promise.all(Array.from({ length: 8 }, async () => schedule(await create())));
    for (const { id } of scheduled) await comes(id);
    const [, ...answers] = await Promise.all([
      Promise.all(scheduled.map(({ id }) => deliver(id))),
      ...scheduled.map(({ id, lock_version }, index) =>
        index % 2 === 0
          ? admin.post(`${articles.path}/${id}/unschedule`, { lock_version })
          : admin.patch(`${articles.path}/${id}`, { lock_version, pinned: true }),
      ),
    ]);
    for (const [index, { id }] of scheduled.entries()) {
      await delivered(id);
      const { status } = answers[index]!;
      const article = await articles.read(id);
      const isOff = index % 2 === 0 && status === 200;
      expect([200, 409]).toContain(status);
      expect(article).toMatchObject({
        status: isOff ? 'draft' : 'published',
        pinned: index % 2 === 1 && status === 200,
        lock_version: index % 2 === 1 && status === 200 ? 4 : 3,
      });
      expect(await articles.revisions(article)).toHaveLength(isOff ? 0 : 1);
    }
  });

  it('wait without being taken for a backlog, however long', async () => {
    const { id } = await schedule(await create(), '2099-01-01T00:00:00Z');
    const [message] = await query<{ waits: boolean }>(
      `SELECT available_at = '2099-01-01T00:00:00Z' AND attempts = 0 AS waits FROM outbox_messages
        WHERE data ->> 'article_id' = $1`,
      [id],
    );
    expect(message).toEqual({ waits: true });
    // What came later is not behind it.
    const next = await schedule(await create());
    await comes(next.id);
    await deliver(next.id);
    await published(next.id);
  });
});
