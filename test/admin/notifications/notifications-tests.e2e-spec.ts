import { Sweeps } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { NotificationFigures } from '@libs/notifications';
import { inboxes, NOTHING_UNREAD } from '../../mobile/support/inbox';
import { outboxSettled } from '../../mobile/support/journey';
import { fieldErrors } from '../../mobile/support/me';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { deliveriesOf } from '../../support/deliveries';
import { startSmtpSink, type SmtpSink } from '../../support/smtp-sink';
import { later } from '../../support/time-travel';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';
import { auditOf } from '../support/apps';
import { notificationClient, type NotificationData } from '../support/notifications';
import { anApp } from '../support/pages';

const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Tests of drafts', () => {
  let api: TestApi;
  let sink: SmtpSink;
  let editor: Admin;
  let admin: AdminClient;
  let notices: ReturnType<typeof notificationClient>;
  let messages: ReturnType<typeof notificationClient>;
  let on: ReturnType<typeof inboxes>;

  beforeAll(async () => {
    sink = await startSmtpSink();
    api = await startTestApi({ SMTP_URL: sink.url });
    on = inboxes(api);
    editor = await anAdmin(api, ['notification_operator']);
    admin = adminClient(api, editor.token);
    notices = notificationClient(admin, api.appId);
    messages = notificationClient(admin, api.appId, 'messages');
  });
  afterAll(async () => {
    await api.close();
    await sink.close();
  });

  const test = async (client: typeof notices, draft: NotificationData, body: object) =>
    (await client.post(draft, 'test', body).expect(202)).body.data as {
      accepted: boolean;
      recipient_count: number;
      expires_at: string;
    };
  const testOf = async ({ id }: NotificationData) => {
    const [row] = await on.rows<{ id: string }>('SELECT id FROM notification_messages WHERE test_of = $1', [id]);
    return row?.id;
  };
  const left = async (id: string) => {
    const [row] = await on.rows<Record<string, number>>(
      `SELECT (SELECT count(*)::int FROM notification_messages WHERE id = $1) AS messages,
              (SELECT count(*)::int FROM notification_fan_outs WHERE message_id = $1) AS "fanOuts",
              (SELECT count(*)::int FROM notification_statistics WHERE message_id = $1) AS statistics,
              (SELECT count(*)::int FROM notification_deliveries WHERE message_id = $1) AS deliveries`,
      [id],
    );
    return row;
  };

  it('reach the named members alone, marked and filled in in their language, with all that the draft has', async () => {
    const chinese = await on.aMemberOf({ locale: 'zh-CN', display_name: '林' });
    const taiwanese = await on.aMemberOf({ locale: 'zh-TW' });
    const english = await on.aMemberOf({ locale: 'en-US' });
    const japanese = await on.aMemberOf({ locale: 'ja-JP' });
    const other = await on.aMemberOf();
    const draft = await messages.create({
      message_type: 'private',
      title: { 'zh-CN': '你好 {{display_name}}', 'en-US': 'Hello {{display_name}}', 'ja-JP': 'こんにちは' },
      body: { 'zh-CN': '正文', 'en-US': '{{display_name|Guest}}', 'ja-JP': '本文' },
      action: { type: 'url', target: 'https://shop.example.com/' },
      audience: { mode: 'users', user_ids: [other.userId] },
    });
    const testers = [chinese, taiwanese, english, japanese];
    const user_ids = testers.map(({ userId }) => userId);
    const sent = await test(messages, draft, { user_ids: [...user_ids, user_ids[0]!.toUpperCase()] });
    expect(sent).toEqual({ accepted: true, recipient_count: 4, expires_at: expect.any(String) });
    const hours = (Date.parse(sent.expires_at) - Date.now()) / 3_600_000;
    expect([hours > 23.9, hours <= 24.1]).toEqual([true, true]);
    const shown = await Promise.all(testers.map(async ({ me }) => (await on.page(me)).items));
    expect(shown.map((items) => items.map(({ title, body }) => [title, body]))).toEqual([
      [['[测试] 你好 林', '正文']],
      // There is no such text: the mark is in the recipient's language nonetheless.
      [['[測試] 你好 用戶', '正文']],
      [['[Test] Hello there', 'Guest']],
      [['[テスト] こんにちは', '本文']],
    ]);
    expect(shown[0]![0]).toMatchObject({
      ...{ kind: 'message', message_type: 'private', read_at: null },
      action: { type: 'url', target: 'https://shop.example.com/' },
    });
    expect(await on.counts(english.me)).toEqual({ unread_count: 1, by_type: { ...NOTHING_UNREAD, private: 1 } });
    await outboxSettled(api);
    expect(await on.idsOf(other.me)).toEqual([]);
    expect(await messages.read(draft.id)).toEqual(draft);
  });

  it('go by the channels of the draft, to addresses as members allow it', async () => {
    const [wants, refuses] = [await on.aMemberOf({ locale: 'en-US' }), await on.aMemberOf({ locale: 'en-US' })];
    const addressOf = async (userId: string) => {
      const [row] = await on.rows<{ value: string }>('SELECT value FROM login_identifiers WHERE user_id = $1', [
        userId,
      ]);
      return row!.value;
    };
    const identifiers = [await addressOf(wants.userId), ` ${(await addressOf(refuses.userId)).toUpperCase()}`.trim()];
    await wants.me.patch('notification-preferences', { channels: { marketing: { email: true } } }).expect(200);
    const draft = await messages.create({ message_type: 'marketing', channels: ['in_app', 'email'] });
    expect(await test(messages, draft, { identifiers })).toMatchObject({ recipient_count: 2 });
    await outboxSettled(api);
    const mails = sink.mails.filter(({ to }) => to?.some(({ address }) => address === identifiers[0]));
    expect(mails.map(({ subject }) => subject)).toEqual(['[Test] Autumn menu']);
    const routes = (await deliveriesOf(api, (await testOf(draft))!)).map(({ user_id, route }) => [user_id, route]);
    expect(routes).toEqual([[wants.userId, 'email']]);
    // Whoever is asked to look at it has it in the inbox, whatever it is about.
    for (const { me } of [wants, refuses]) expect((await on.page(me)).items).toHaveLength(1);
  });

  it('are in no list, no statistics and no figures', async () => {
    const { me, userId } = await on.aMemberOf();
    const [notice, message] = [await notices.create(), await messages.create()];
    const HOUR = 3_600_000;
    const edges = [new Date(Date.now() - 24 * HOUR), new Date(Date.now() + HOUR)];
    const figures = async () => [
      await api.get(NotificationFigures).publishedNotices(api.tenantId, [api.appId]),
      await api.get(NotificationFigures).deliveries(api.tenantId, null, edges),
    ];
    const listed = async (client: typeof notices) => (await admin.get(client.path).expect(200)).body.data as object;
    const before = [await listed(notices), await listed(messages), await figures()];
    await test(notices, notice, { user_ids: [userId] });
    await test(messages, message, { user_ids: [userId] });
    const items = await on.idsOf(me);
    expect(items).toHaveLength(2);
    for (const id of items) await me.post(`notifications/${id}/open`, {}).expect(200);
    await outboxSettled(api);
    expect([await listed(notices), await listed(messages), await figures()]).toEqual(before);
    for (const [client, draft] of [[notices, notice] as const, [messages, message] as const]) {
      const statistics = (await admin.get(`${client.path}/${draft.id}/recipients`).expect(200)).body.data as object;
      expect(statistics).toMatchObject({ total: null, delivered: 0, pending: 0, read: 0, opened: 0, timeline: [] });
      const id = await testOf(draft);
      await admin.get(`${client.path}/${id}`).expect(404);
      await admin.get(`${client.path}/${id}/recipients`).expect(404);
      await client.post({ ...draft, id: id! }, 'recall', { lock_version: 2 }).expect(404);
      const [record] = await auditOf(api, id!);
      expect(record).toMatchObject({
        ...{ action: `${client === notices ? 'notices' : 'messages'}.publish`, actor_id: editor.userId },
        changes: expect.arrayContaining([{ path: 'user_ids', before: null, after: [userId] }]),
      });
    }
  });

  it('are gone after a day, from inboxes, from unread counts and from the database', async () => {
    const { me, userId } = await on.aMemberOf();
    const draft = await notices.create({ channels: ['in_app', 'email'] });
    await test(notices, draft, { user_ids: [userId] });
    await test(notices, draft, { user_ids: [userId] });
    const [read] = await on.idsOf(me);
    await me.patch(`notifications/${read}/read`).expect(200);
    await outboxSettled(api);
    expect((await on.counts(me)).unread_count).toBe(1);
    const ids = (
      await on.rows<{ id: string }>('SELECT id FROM notification_messages WHERE test_of = $1', [draft.id])
    ).map(({ id }) => id);
    expect(await left(ids[0]!)).toMatchObject({ messages: 1, fanOuts: 1, deliveries: 1 });
    await later(api, '23 hours 50 minutes', ['notification_messages']);
    expect(await on.idsOf(me)).toHaveLength(2);
    await later(api, '11 minutes', ['notification_messages']);
    expect(await on.idsOf(me)).toEqual([]);
    expect((await on.counts(me)).unread_count).toBe(0);
    await on.rows(
      `UPDATE outbox_messages SET available_at = now() WHERE type = 'notifications.withdrawal' AND completed_at IS NULL`,
    );
    for (const id of ids) {
      await eventually(async () => (await left(id))?.['messages'] === 0);
      expect(await left(id)).toEqual({ messages: 0, fanOuts: 0, statistics: 0, deliveries: 0 });
    }
    expect(await on.rows('SELECT FROM notification_inbox_items WHERE user_id = $1', [userId])).toEqual([]);
    expect(await on.counts(me)).toEqual({ unread_count: 0, by_type: NOTHING_UNREAD });
    expect(await notices.read(draft.id)).toMatchObject({ status: 'draft', title: draft['title'], lock_version: 1 });
  });

  it('are gone when their message in the outbox was lost', async () => {
    const { userId } = await on.aMemberOf();
    const draft = await notices.create();
    await test(notices, draft, { user_ids: [userId] });
    const id = (await testOf(draft))!;
    await on.rows(`DELETE FROM outbox_messages WHERE data ->> 'message_id' = $1`, [id]);
    await later(api, '25 hours', ['notification_messages', 'notification_fan_outs']);
    await api.get(Sweeps).run('notifications.withdrawals', Infinity, 0);
    await eventually(async () => (await left(id))?.['messages'] === 0);
  });

  it('name one to five members of the App, by ids or by identifiers (422)', async () => {
    const [member, stranger, suspended] = [await on.aMemberOf(), await on.aMemberOf(), await on.aMemberOf()];
    await on.rows('DELETE FROM app_memberships WHERE user_id = $1', [stranger.userId]);
    await on.rows(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [suspended.userId]);
    const draft = await notices.create();
    const six = Array.from({ length: 6 }, newId);
    const address = 'nobody@example.com';
    for (const [body, errors] of [
      [{}, ['user_ids required', 'identifiers required']],
      [{ user_ids: [] }, ['user_ids too_few_items']],
      [{ user_ids: six }, ['user_ids too_many_items']],
      [{ identifiers: six.map((id) => `${id}@example.com`) }, ['identifiers too_many_items']],
      [{ user_ids: ['me'] }, ['user_ids.0 not_uuid']],
      [{ identifiers: [address, 'me'] }, ['identifiers.1 not_email_or_mobile']],
      [{ user_ids: [member.userId], identifiers: [address] }, ['user_ids not_both', 'identifiers not_both']],
      [{ user_ids: [member.userId], title: {} }, ['title unknown_field']],
      [
        { user_ids: [NOBODY, member.userId, stranger.userId, suspended.userId] },
        ['user_ids.0 unknown_member', 'user_ids.2 unknown_member', 'user_ids.3 unknown_member'],
      ],
      [{ identifiers: [address, '+8613800138000'] }, ['identifiers.0 unknown_member', 'identifiers.1 unknown_member']],
    ] as const) {
      const answer = await notices.post(draft, 'test', body);
      expect([body, answer.status, fieldErrors(answer.body)]).toEqual([body, 422, errors]);
    }
    expect(await testOf(draft)).toBeUndefined();
    const elsewhere = notificationClient(admin, await anApp(api));
    const foreign = await elsewhere.post(await elsewhere.create(), 'test', { user_ids: [member.userId] }).expect(422);
    expect(fieldErrors(foreign.body)).toEqual(['user_ids.0 unknown_member']);
  });

  it('are of drafts alone (409), that are there (404), by those who may publish (403)', async () => {
    const { userId } = await on.aMemberOf();
    const body = { user_ids: [userId] };
    const LATER = '2099-01-01T00:00:00.000Z';
    for (const other of [
      await notices.publish(await notices.create({ scheduled_at: LATER })),
      await notices.publish(await notices.create()),
      await notices.cancel(await notices.create()),
    ]) {
      expect((await notices.post(other, 'test', body).expect(409)).body.code).toBe('NOTIFICATIONS.STATE.INVALID');
      await messages.post(other, 'test', body).expect(404);
    }
    const auditor = notificationClient(adminClient(api, (await anAdmin(api, ['auditor'])).token), api.appId);
    const refused = await auditor.post(await notices.create(), 'test', body).expect(403);
    expect(refused.body).toMatchObject({ required_permission: 'notices.publish' });
  });

  it('name nobody by an address for those who may not see members (403)', async () => {
    const { userId } = await on.aMemberOf();
    await on.rows(
      `INSERT INTO roles (tenant_id, code, name, permissions, built_in)
       VALUES ($1, 'publishes-notices', 'x', '{notices.read,notices.write,notices.publish}', false)`,
      [api.tenantId],
    );
    const publisher = await anAdmin(api, ['publishes-notices']);
    const theirs = notificationClient(adminClient(api, publisher.token), api.appId);
    const draft = await theirs.create();
    const { body } = await theirs.post(draft, 'test', { identifiers: ['nobody@example.com'] }).expect(403);
    expect(body).toMatchObject({ code: 'IAM.PERMISSION.DENIED', required_permission: 'members.read' });
    await theirs.post(draft, 'test', { user_ids: [userId] }).expect(202);
  });

  it('are twenty an hour for each administrator, however many ask at once (429)', async () => {
    const { me, userId } = await on.aMemberOf();
    const writer = await anAdmin(api, ['notification_operator']);
    const theirs = notificationClient(adminClient(api, writer.token), api.appId);
    const draft = await theirs.create();
    await theirs.post(draft, 'test', { user_ids: [NOBODY] }).expect(422);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => theirs.post(draft, 'test', { user_ids: [userId] })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.filter(({ status }) => status === 202).length, refused.length]).toEqual([20, 5]);
    for (const { body, headers } of refused) {
      expect(body.code).toBe('REQUEST.RATE_LIMITED');
      const seconds = Number(headers['retry-after']);
      expect([seconds > 3_000, seconds <= 3_600]).toEqual([true, true]);
    }
    expect((await on.counts(me)).unread_count).toBe(20);
    // Neither other Apps nor deleted drafts are a way around it, and others have an allowance of their own.
    const { id, lock_version } = draft;
    await adminClient(api, writer.token).delete(`${theirs.path}/${id}?lock_version=${lock_version}`).expect(200);
    await theirs.post(await theirs.create(), 'test', { user_ids: [userId] }).expect(429);
    await notices.post(await notices.create(), 'test', { user_ids: [userId] }).expect(202);
    await later(api, '1 hour', ['notification_messages']);
    await theirs.post(await theirs.create(), 'test', { user_ids: [userId] }).expect(202);
  });

  it('take effect once for one Idempotency-Key', async () => {
    const { me, userId } = await on.aMemberOf();
    const path = `${notices.path}/${(await notices.create()).id}/test`;
    const key = { 'Idempotency-Key': newId() };
    const keyed = adminClient(api, editor.token, key);
    const [first, again] = [
      await keyed.post(path, { user_ids: [userId] }).expect(202),
      await keyed.post(path, { user_ids: [userId] }).expect(202),
    ];
    expect(again.body).toEqual(first.body);
    expect(await on.idsOf(me)).toHaveLength(1);
  });
});
