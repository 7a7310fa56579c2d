import { Sweeps } from '@libs/foundation';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { type Admin, adminClient, type AdminClient, anAdmin, asOwner } from '../support/admin';
import { aManagedApp, auditOf } from '../support/apps';
import { notificationClient, type NotificationData, notificationMessages } from '../support/notifications';
import { anApp } from '../support/pages';

const LATER = '2099-01-01T00:00:00.000Z';

describe('Notices and messages that are scheduled', () => {
  let one: TestApi;
  /** Other processes, which work on the outbox as well. */
  let others: TestApi[];
  let editor: Admin;
  let admin: AdminClient;
  let notices: ReturnType<typeof notificationClient>;

  beforeAll(async () => {
    one = await startTestApi();
    others = [await startTestApi({}, one.urls), await startTestApi({}, one.urls)];
    editor = await anAdmin(one, ['notification_operator']);
    admin = adminClient(one, editor.token);
    notices = notificationClient(admin, await anApp(one));
  });

  afterAll(async () => {
    for (const api of others) await api.close();
    await one.close();
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(one.urls.superuserUrl, text, values);
  const scheduled = async (more: object = {}) =>
    notices.publish(await notices.create({ scheduled_at: LATER, ...more }));
  const comes = (id: string, ago = '1 second') =>
    query(`UPDATE notification_messages SET scheduled_at = now() - $2::interval WHERE id = $1`, [id, ago]);
  const deliver = (id: string) =>
    query(
      `UPDATE outbox_messages SET available_at = now(), completed_at = NULL
        WHERE type = 'notifications.due' AND data ->> 'message_id' = $1`,
      [id],
    );
  const delivered = (id: string) =>
    eventually(async () =>
      (await notificationMessages(one, id)).named('notifications.due').every(({ completed }) => completed),
    );
  const published = async (id: string) => {
    // A request costs far more than the question of the database, which may be asked for seconds.
    await eventually(async () => {
      const [row] = await query(`SELECT FROM notification_messages WHERE id = $1 AND status = 'published'`, [id]);
      return row;
    });
    const message = await notices.read(id);
    expect(message).toMatchObject({ status: 'published' });
    return message;
  };
  const runSweep = (api: TestApi) => api.get(Sweeps).run('notifications.overdue', Infinity, 0);
  /** What a publication leaves exactly once. */
  const expectOnce = async ({ id }: NotificationData) => {
    const left = await notificationMessages(one, id);
    expect([left.named('notification.published').length, left.named('notifications.fan_out').length]).toEqual([1, 1]);
    const jobs = (await auditOf(one, id)).filter(({ actor_id }) => actor_id === null);
    expect(jobs).toHaveLength(1);
    return jobs[0]!;
  };

  it('are published by themselves at their time, in the name of who scheduled them', async () => {
    const draft = await notices.create({ scheduled_at: new Date(Date.now() + 5_000).toISOString() });
    const waiting = await notices.publish(draft);
    expect(waiting).toMatchObject({ status: 'scheduled', lock_version: 2, published_by: null });
    const message = await published(draft.id);
    expect(message).toMatchObject({
      lock_version: 3,
      published_by: editor.userId,
      recipient_count: expect.any(Number),
    });
    expect(message.published_at! >= waiting.scheduled_at!).toBe(true);
    const job = await expectOnce(message);
    expect(job).toMatchObject({ action: 'notices.publish', resource_type: 'notice', outcome: 'success' });
    expect(job.changes).toContainEqual({ path: 'published_by', before: null, after: editor.userId });
  });

  it('are published once, however many messages and workers there are', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => scheduled()));
    const ids = all.map(({ id }) => id);
    for (const id of ids) await comes(id, '2 minutes');
    await query(
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data)
       SELECT tenant_id, gen_random_uuid(), app_id, type, data FROM outbox_messages CROSS JOIN generate_series(1, 4)
        WHERE type = 'notifications.due' AND data ->> 'message_id' = ANY ($1)`,
      [ids],
    );
    await Promise.all([...ids.map(deliver), ...[one, ...others].map(runSweep)]);
    for (const id of ids) {
      const message = await published(id);
      await delivered(id);
      expect((await notices.read(id)).lock_version).toBe(3);
      await expectOnce(message);
    }
  });

  it('are published by the sweep when their outbox message was lost or given up, others are not', async () => {
    const [lost, dead, soon] = [await scheduled(), await scheduled(), await scheduled()];
    await query(`DELETE FROM outbox_messages WHERE data ->> 'message_id' = $1`, [lost.id]);
    await query(`UPDATE outbox_messages SET dead_at = now() WHERE data ->> 'message_id' = $1`, [dead.id]);
    for (const { id } of [lost, dead]) await comes(id, '2 minutes');
    expect(await runSweep(one)).toMatchObject({ error: null, behind: false });
    for (const { id } of [lost, dead])
      expect(await notices.read(id)).toMatchObject({ status: 'published', lock_version: 3 });
    expect(await notices.read(soon.id)).toEqual(soon);
  });

  it('are all published by one run of the sweep, however many there are', async () => {
    // More than the sweep takes at a time.
    const all = await Promise.all(Array.from({ length: 21 }, () => scheduled()));
    const ids = all.map(({ id }) => id);
    await query(`UPDATE notification_messages SET scheduled_at = now() - interval '2 minutes' WHERE id = ANY ($1)`, [
      ids,
    ]);
    await runSweep(one);
    const [left] = await query(
      `SELECT count(*)::int AS count FROM notification_messages WHERE id = ANY ($1) AND status <> 'published'`,
      [ids],
    );
    expect(left).toEqual({ count: 0 });
  });

  it('are either published or cancelled, never both', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => scheduled()));
    for (const { id } of all) await comes(id);
    const [, ...answers] = await Promise.all([
      Promise.all(all.map(({ id }) => deliver(id))),
      ...all.map((message) => notices.post(message, 'cancel')),
    ]);
    for (const [index, message] of all.entries()) {
      await delivered(message.id);
      const isOff = answers[index]!.status === 200;
      expect([200, 409]).toContain(answers[index]!.status);
      expect(await notices.read(message.id)).toMatchObject({
        status: isOff ? 'cancelled' : 'published',
        lock_version: 3,
      });
    }
  });

  it('are either published or drafts again, never both', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => scheduled()));
    for (const { id } of all) await comes(id);
    const [, ...answers] = await Promise.all([
      Promise.all([...all.map(({ id }) => deliver(id)), ...[one, ...others].map(runSweep)]),
      ...all.map((message) => notices.post(message, 'unschedule')),
    ]);
    for (const [index, message] of all.entries()) {
      await delivered(message.id);
      const isDraft = answers[index]!.status === 200;
      expect([200, 409]).toContain(answers[index]!.status);
      expect(await notices.read(message.id)).toMatchObject({
        status: isDraft ? 'draft' : 'published',
        lock_version: 3,
      });
      const left = await notificationMessages(one, message.id);
      expect(left.named('notifications.fan_out')).toHaveLength(isDraft ? 0 : 1);
    }
  });

  it('are left alone by a message that came too early, or after they were cancelled or unscheduled', async () => {
    const early = await scheduled();
    const off = await notices.cancel(await scheduled());
    const draft = await notices.unschedule(await scheduled());
    for (const { id } of [off, draft]) await comes(id);
    for (const { id } of [early, off, draft]) await deliver(id);
    for (const { id } of [early, off, draft]) await delivered(id);
    expect(await notices.read(early.id)).toEqual(early);
    expect((await notices.read(off.id)).status).toBe('cancelled');
    expect((await notices.read(draft.id)).status).toBe('draft');
  });

  it('are published without their action when what it opens has gone', async () => {
    const owner = await asOwner(one);
    const pages = `apps/${notices.appId}/content/pages`;
    const page = (await owner.post(pages, { slug: 'autumn' }).expect(201)).body.data as { lock_version: number };
    const there = await scheduled({ action: { type: 'page', target: 'about-us' } });
    const gone = await scheduled({ action: { type: 'page', target: 'autumn' } });
    await owner.delete(`${pages}/autumn?lock_version=${page.lock_version}`).expect(200);
    for (const { id } of [there, gone]) await comes(id);
    for (const { id } of [there, gone]) await deliver(id);
    expect(await published(there.id)).toMatchObject({ action: { type: 'page', target: 'about-us' } });
    expect(await published(gone.id)).toMatchObject({ action: null });
    const [job] = (await auditOf(one, gone.id)).filter(({ actor_id }) => actor_id === null);
    expect(job?.changes).toContainEqual({ path: 'action.target', before: 'autumn', after: null });
  });

  it('are called off when they expired before anybody came to them', async () => {
    const { id } = await scheduled();
    await comes(id, '2 minutes');
    await query(`UPDATE notification_messages SET expires_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    await runSweep(one);
    expect(await notices.read(id)).toMatchObject({ status: 'cancelled', published_at: null, lock_version: 3 });
    expect((await notificationMessages(one, id)).all).toEqual(['notifications.due']);
  });

  describe('in an App', () => {
    let owner: AdminClient;
    beforeAll(async () => {
      owner = await asOwner(one);
    });
    const inApp = async () => {
      const { id, lock_version } = await aManagedApp(owner);
      const client = notificationClient(owner, id, 'messages');
      const message = await client.publish(await client.create({ scheduled_at: LATER }));
      await owner.post(`apps/${id}/disable`, { lock_version }).expect(200);
      return { appId: id, client, message };
    };
    const statusOf = async (id: string) => {
      const [row] = await query<{ status: string }>('SELECT status FROM notification_messages WHERE id = $1', [id]);
      return row!.status;
    };

    it('that is disabled are published nonetheless: administrators manage it as before', async () => {
      const { client, message } = await inApp();
      await comes(message.id);
      await deliver(message.id);
      await eventually(async () => (await client.read(message.id)).status === 'published');
    });

    it('that is deleted are called off', async () => {
      const { appId, message } = await inApp();
      await owner.delete(`apps/${appId}`).expect(200);
      await eventually(async () => (await statusOf(message.id)) === 'cancelled');
      await comes(message.id, '2 minutes');
      await deliver(message.id);
      await delivered(message.id);
      await runSweep(one);
      expect(await statusOf(message.id)).toBe('cancelled');
    });

    it('that is deleted are not published either while that is not yet known to all', async () => {
      const { appId, message } = await inApp();
      await query(`UPDATE apps SET deleted_at = now() WHERE id = $1`, [appId]);
      await comes(message.id, '2 minutes');
      await runSweep(one);
      expect(await statusOf(message.id)).toBe('cancelled');
      expect((await notificationMessages(one, message.id)).named('notifications.fan_out')).toEqual([]);
    });
  });
});
