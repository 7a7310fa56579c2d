import { Sweeps } from '@libs/foundation';
import { expectProblem, reasons } from '../../http/support/problem';
import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';
import { auditOf } from '../support/apps';
import { aCategory, articleClient, type ArticleData, articleEvents, seenOf } from '../support/articles';
import { anApp } from '../support/pages';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const LATER = '2099-01-01T00:00:00.000Z';
const LATEST = '2099-02-01T00:00:00.000Z';

describe('Articles that are published until a time', () => {
  const api = suiteApi();
  let editor: Admin;
  let admin: AdminClient;
  let category: string;
  let articles: ReturnType<typeof articleClient>;

  beforeAll(async () => {
    editor = await anAdmin(api, ['owner']);
    admin = adminClient(api, editor.token);
  });

  beforeEach(async () => {
    const appId = await anApp(api);
    category = await aCategory(api, appId);
    articles = articleClient(admin, appId);
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const create = (more: object = {}) => articles.create({ category_id: category, ...more });
  const publish = ({ id, lock_version }: ArticleData, more: object) =>
    admin.post(`${articles.path}/${id}/publish`, { lock_version, ...more });
  const hasStatus = (id: string, status: string) =>
    eventually(async () => {
      const [row] = await query(`SELECT FROM content_articles WHERE id = $1 AND status = $2`, [id, status]);
      return row;
    });
  /** Lets the end of the article come. */
  const ends = (id: string, ago = '1 second') =>
    query(`UPDATE content_articles SET unpublish_at = now() - $2::interval WHERE id = $1`, [id, ago]);
  const messagesOf = (id: string) =>
    query<{ at: Date; waits: boolean }>(
      `SELECT available_at AS at, completed_at IS NULL AS waits FROM outbox_messages
        WHERE type = 'articles.unpublish_due' AND data ->> 'article_id' = $1 ORDER BY created_at`,
      [id],
    );
  const waiting = async (id: string) =>
    (await messagesOf(id)).filter(({ waits }) => waits).map(({ at }) => at.toISOString());

  it('become drafts by themselves at that time, in the name of who set it', async () => {
    const draft = await create({ slug: 'sale', visibility: 'public' });
    const end = inSeconds(4);
    const live = await articles.publish(draft, { unpublish_at: end });
    expect(live).toMatchObject({ status: 'published', unpublish_at: end, publish_at: null, lock_version: 2 });
    expect(await articles.read(live.id)).toEqual(live);
    expect((await admin.get(articles.path).expect(200)).body.data.items[0]).toMatchObject({ unpublish_at: end });
    await hasStatus(live.id, 'draft');
    expect(await articles.read(live.id)).toMatchObject({
      status: 'draft',
      unpublish_at: null,
      published: null,
      lock_version: 3,
    });
    expect(await seenOf(api, live.id)).toBeNull();
    expect((await articleEvents(api, live.id)).map(({ type, data }) => [type, data['slug']])).toEqual([
      ['article.published', 'sale'],
      ['article.unpublished', 'sale'],
    ]);
    const [job] = await query<{ changes: object[] }>(
      `SELECT actor_type, action, route, outcome, changes FROM audit_logs WHERE resource_id = $1 AND method = 'JOB'`,
      [live.id],
    );
    expect(job).toMatchObject({ actor_type: 'system', action: 'articles.publish', route: 'articles.schedule' });
    expect(job!.changes).toEqual(
      expect.arrayContaining([
        { path: 'status', before: 'published', after: 'draft' },
        { path: 'unpublish_by', before: editor.userId, after: null },
      ]),
    );
    expect(await auditOf(api, live.id)).toHaveLength(3);
  });

  it('become drafts once, however many messages and sweeps there are', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 }, async () => articles.publish(await create(), { unpublish_at: LATER })),
    );
    const ids = all.map(({ id }) => id);
    for (const id of ids) await ends(id, '2 minutes');
    await query(
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data)
       SELECT tenant_id, gen_random_uuid(), app_id, type, data FROM outbox_messages CROSS JOIN generate_series(1, 4)
        WHERE type = 'articles.unpublish_due' AND data ->> 'article_id' = ANY ($1)`,
      [ids],
    );
    await Promise.all([
      query(
        `UPDATE outbox_messages SET available_at = now()
          WHERE type = 'articles.unpublish_due' AND data ->> 'article_id' = ANY ($1)`,
        [ids],
      ),
      api.get(Sweeps).run('articles.unpublish_overdue', Infinity, 0),
    ]);
    for (const id of ids) {
      await hasStatus(id, 'draft');
      await eventually(async () => (await messagesOf(id)).every(({ waits }) => !waits));
      expect(await articles.read(id)).toMatchObject({ status: 'draft', lock_version: 3 });
      expect(await articleEvents(api, id)).toHaveLength(2);
      expect(await auditOf(api, id)).toHaveLength(3);
    }
  });

  it('become drafts by the sweep when their message was lost', async () => {
    const lost = await articles.publish(await create(), { unpublish_at: LATER });
    const other = await articles.publish(await create(), { unpublish_at: LATER });
    await query(`DELETE FROM outbox_messages WHERE data ->> 'article_id' = $1`, [lost.id]);
    await ends(lost.id, '2 minutes');
    await api.get(Sweeps).run('articles.unpublish_overdue', Infinity, 0);
    expect(await articles.read(lost.id)).toMatchObject({ status: 'draft', unpublish_at: null });
    expect(await articles.read(other.id)).toEqual(other);
  });

  it('are never shown when both times passed while nothing ran', async () => {
    const scheduled = await articles.publish(await create(), { publish_at: LATER, unpublish_at: LATEST });
    expect(scheduled).toMatchObject({ status: 'scheduled', publish_at: LATER, unpublish_at: LATEST });
    await query(`DELETE FROM outbox_messages WHERE data ->> 'article_id' = $1`, [scheduled.id]);
    await query(
      `UPDATE content_articles SET publish_at = now() - interval '3 minutes', unpublish_at = now() - interval '2 minutes'
        WHERE id = $1`,
      [scheduled.id],
    );
    await api.get(Sweeps).run('articles.overdue', Infinity, 0);
    await api.get(Sweeps).run('articles.unpublish_overdue', Infinity, 0);
    expect(await articles.read(scheduled.id)).toMatchObject({
      status: 'draft',
      publish_at: null,
      unpublish_at: null,
      lock_version: 3,
    });
    expect(await articleEvents(api, scheduled.id)).toEqual([]);
  });

  it('keep their end when they are published at their time', async () => {
    const scheduled = await articles.publish(await create(), { publish_at: LATER, unpublish_at: LATEST });
    await query(`UPDATE content_articles SET publish_at = now() - interval '2 minutes' WHERE id = $1`, [scheduled.id]);
    await api.get(Sweeps).run('articles.overdue', Infinity, 0);
    expect(await articles.read(scheduled.id)).toMatchObject({ status: 'published', unpublish_at: LATEST });
    expect(await waiting(scheduled.id)).toEqual([LATEST]);
  });

  it('keep their end until another is set, it is removed, or they are not published any more', async () => {
    let article = await articles.publish(await create(), { unpublish_at: LATER });
    article = await articles.publish(await articles.update(article, { pinned: true }));
    expect(article).toMatchObject({ unpublish_at: LATER, published: { revision: 2 } });
    // The end alone, without a further revision.
    article = await articles.publish(article, { unpublish_at: LATEST });
    expect(article).toMatchObject({ status: 'published', unpublish_at: LATEST, published: { revision: 2 } });
    expect(await waiting(article.id)).toEqual([LATEST]);
    expectProblem(await publish(article, { unpublish_at: LATEST }), 409, 'CONTENT.STATE.INVALID');
    article = await articles.publish(article, { unpublish_at: null });
    expect(article).toMatchObject({ status: 'published', unpublish_at: null, published: { revision: 2 } });
    expect(await waiting(article.id)).toEqual([]);
    expectProblem(await publish(article, {}), 409, 'CONTENT.STATE.INVALID');
    const ways = ['unpublish', 'archive'] as const;
    for (const way of ways) {
      const hidden = await articles[way](await articles.publish(await create(), { unpublish_at: LATER }));
      expect(hidden).toMatchObject({ unpublish_at: null });
      expect(await waiting(hidden.id)).toEqual([]);
    }
    const over = await articles.publish(await articles.update(article, { pinned: false }), {
      publish_at: LATER,
      unpublish_at: LATEST,
    });
    expect(await articles.unschedule(over)).toMatchObject({ status: 'published', unpublish_at: LATEST });
  });

  it('have no end that is not later than their publication', async () => {
    const draft = await create();
    for (const times of [
      { unpublish_at: inSeconds(-1) },
      { publish_at: inSeconds(-60), unpublish_at: inSeconds(-30) },
      { publish_at: LATER, unpublish_at: LATER },
      { publish_at: LATEST, unpublish_at: LATER },
    ]) {
      const answer = await publish(draft, times);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['unpublish_at not_after_publication']);
    }
    for (const malformed of ['tomorrow', '0000-01-01T00:00:00+01:00', '2026-02-30T00:00:00Z']) {
      expect(reasons((await publish(draft, { unpublish_at: malformed }).expect(422)).body)).toEqual([
        'unpublish_at not_instant',
      ]);
    }
    // The end that stays is one of the article as it is to be then.
    const live = await articles.update(await articles.publish(draft, { unpublish_at: LATER }), { pinned: true });
    expect(reasons((await publish(live, { publish_at: LATEST }).expect(422)).body)).toEqual([
      'unpublish_at not_after_publication',
    ]);
    expect(await articles.read(live.id)).toEqual(live);
  });
});
