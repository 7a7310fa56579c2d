import { asOwner } from '../admin/support/admin';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import { aMessage, deliverMessages, onlyTo, publishMessages, type StoredMessage } from '../support/messages';
import { expectProblem } from '../http/support/problem';
import { outboxSettled } from './support/journey';
import { fieldErrors, type MeClient, someone } from './support/me';
import { expectMembersOnly } from './support/self';

const MINUTE = 60_000;
const NOBODYS = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';
const NONE = { notice: 0, system: 0, private: 0, marketing: 0, security: 0 };

interface Item {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly read_at: string | null;
  readonly opened_at: string | null;
}

describe('The inbox of a member', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const scope = () => ({ tenantId: api.tenantId, appId: api.appId });
  const aMemberOf = async (registration: object = {}) => {
    const { me, pair } = await someone(api, registration);
    const { id } = (await me.get().expect(200)).body.data as { id: string };
    return { me, pair, userId: id };
  };
  const deliver = (userId: string, ...messages: StoredMessage[]) =>
    deliverMessages(rows, scope(), [userId], ...messages);
  const several = (count: number, changes: Partial<StoredMessage> = {}) =>
    Array.from({ length: count }, (_, n) =>
      aMessage({ publishedAt: new Date(Date.now() - (count - n) * MINUTE), ...changes }),
    );
  const page = async (me: MeClient, query = '') =>
    (await me.get(`notifications${query}`).expect(200)).body.data as { items: Item[]; next_cursor: string | null };
  const idsOf = async (me: MeClient, query = '') => (await page(me, query)).items.map(({ id }) => id);
  const counts = async (me: MeClient) =>
    (await me.get('notifications/unread-count').expect(200)).body.data as { unread_count: number; by_type: object };
  const statistics = async ({ id }: StoredMessage) => {
    const [row] = await rows(
      `SELECT sum(delivered)::integer AS delivered, sum(read)::integer AS read, sum(opened)::integer AS opened,
              sum(push_opened)::integer AS push_opened, sum(email_opened)::integer AS email_opened
         FROM notification_statistics WHERE message_id = $1`,
      [id],
    );
    return row;
  };

  it('has nothing at first', async () => {
    const { me } = await aMemberOf();
    const { body, headers } = await me.get('notifications').expect(200);
    expect(body).toEqual({ data: { items: [], next_cursor: null } });
    expect(headers['cache-control']).toBe('no-store');
    expect(await counts(me)).toEqual({ unread_count: 0, by_type: NONE });
  });

  it.each([
    ['get', 'notifications'],
    ['get', 'notifications/unread-count'],
    ['post', 'notifications/read-all'],
    ['post', `notifications/${NOBODYS}/open`],
    ['delete', `notifications/${NOBODYS}`],
  ] as const)('is for its member alone: %s %s', async (method, path) => {
    await expectMembersOnly(api, method, path);
  });

  describe('a publication', () => {
    it('reaches those who are members when it is published, once, and is told with all its fields', async () => {
      const { me, userId } = await aMemberOf();
      const left = await aMemberOf();
      await rows(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [left.userId]);
      const action = { type: 'url', target: 'https://example.com/sale' };
      const message = aMessage({
        messageType: 'private',
        action,
        title: { 'en-US': 'Sale' },
        body: { 'en-US': '**Now**' },
      });
      const notice = aMessage({ messageType: null, publishedAt: new Date(Date.now() + 1) });
      await publishMessages(rows, scope(), message, notice);
      const late = await aMemberOf();
      await rows(`UPDATE app_memberships SET joined_at = now() + interval '1 second' WHERE user_id = $1`, [
        late.userId,
      ]);
      const { items } = await eventually(async () => {
        const found = await page(me);
        return found.items.length === 2 && found;
      });
      await outboxSettled(api);
      expect(items[0]).toMatchObject({ id: notice.publicationId, kind: 'notice', message_type: null, action: null });
      expect(items[1]).toEqual({
        id: message.publicationId,
        kind: 'message',
        message_type: 'private',
        title: 'Sale',
        body: '**Now**',
        action,
        delivered_at: message.publishedAt.toISOString(),
        read_at: null,
        opened_at: null,
      });
      expect(await counts(me)).toEqual({ unread_count: 2, by_type: { ...NONE, notice: 1, private: 1 } });
      expect(await idsOf(late.me)).toEqual([]);
      expect(await rows('SELECT FROM notification_inbox_items WHERE user_id = $1', [left.userId])).toEqual([]);
      const [fanOut] = await rows('SELECT recipients, finished_at FROM notification_fan_outs WHERE message_id = $1', [
        message.id,
      ]);
      expect(fanOut).toEqual({ recipients: (await statistics(message))!['delivered'], finished_at: expect.any(Date) });
      expect(userId).toBeDefined();
    });

    it('of marketing reaches those who opted in', async () => {
      const [wants, refuses] = [await aMemberOf(), await aMemberOf()];
      await wants.me.patch('notification-preferences', { channels: { marketing: { in_app: true } } }).expect(200);
      const audience = onlyTo(wants.userId, refuses.userId, NOBODYS);
      const message = aMessage({ messageType: 'marketing', audience });
      await publishMessages(rows, scope(), message);
      await outboxSettled(api);
      expect(await idsOf(wants.me)).toEqual([message.publicationId]);
      expect(await idsOf(refuses.me)).toEqual([]);
      expect(await statistics(message)).toMatchObject({ delivered: 1 });
    });

    it('that was recalled before it was written is written nowhere', async () => {
      const { me, userId } = await aMemberOf();
      const message = aMessage({ audience: onlyTo(userId), expiresAt: new Date(Date.now() - 1) });
      await publishMessages(rows, scope(), message);
      await outboxSettled(api);
      expect(await idsOf(me)).toEqual([]);
      expect(
        await rows('SELECT recipients FROM notification_fan_outs WHERE message_id = $1 AND finished_at IS NOT NULL', [
          message.id,
        ]),
      ).toEqual([{ recipients: 0 }]);
      expect(await rows('SELECT FROM notification_inbox_items WHERE id = $1', [message.publicationId])).toEqual([]);
    });
  });

  describe('GET /api/v1/me/notifications', () => {
    it('pages through everything once, the newest first, while more arrives', async () => {
      const { me, userId } = await aMemberOf();
      const messages = several(25);
      await deliver(userId, ...messages);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const found = await page(me, `?limit=4${cursor && `&cursor=${cursor}`}`);
        seen.push(...found.items.map(({ id }) => id));
        cursor = found.next_cursor;
        await deliver(userId, aMessage());
      }
      expect(seen).toEqual(messages.map(({ publicationId }) => publicationId).toReversed());
      expect((await page(me)).items).toHaveLength(20);
    });

    it('filters by what is unread and by type, notices included', async () => {
      const { me, userId } = await aMemberOf();
      const [security, system, notice] = [
        ...several(1, { messageType: 'security', publishedAt: new Date(Date.now() - 3 * MINUTE) }),
        ...several(1, { publishedAt: new Date(Date.now() - 2 * MINUTE) }),
        ...several(1, { messageType: null }),
      ].map((message) => message) as [StoredMessage, StoredMessage, StoredMessage];
      await deliver(userId, security, system, notice);
      await me.patch(`notifications/${system.publicationId}/read`).expect(200);
      expect(await idsOf(me, '?unread=true')).toEqual([notice.publicationId, security.publicationId]);
      expect(await idsOf(me, '?unread=false')).toHaveLength(3);
      expect(await idsOf(me, '?message_type=notice')).toEqual([notice.publicationId]);
      expect(await idsOf(me, '?message_type=system')).toEqual([system.publicationId]);
      expect(await idsOf(me, '?message_type=system&unread=true')).toEqual([]);
    });

    it('looks at a bounded number of items a page, and goes on from there', async () => {
      const { me, userId } = await aMemberOf();
      const first = aMessage({ messageType: 'security', publishedAt: new Date(Date.now() - 9_000 * MINUTE) });
      await deliver(userId, first);
      await rows(
        `WITH many AS (
           INSERT INTO notification_messages (tenant_id, id, app_id, kind, origin, title, body, audience_mode, channels, status,
                                              publication_id, published_at)
           SELECT $1, gen_random_uuid(), $2, 'notice', 'admin', '{}', '{}', 'all_members', '{in_app}', 'published',
                  uuidv7(interval '-1 hour'), now() - interval '1 hour' FROM generate_series(1, 2500)
           RETURNING publication_id)
         INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id) SELECT $1, $2, $3, publication_id FROM many`,
        [api.tenantId, api.appId, userId],
      );
      // As the server does by itself after a while, where a table has grown a hundredfold.
      await rows('ANALYZE');
      const begun = await page(me, '?message_type=security');
      expect(begun).toEqual({ items: [], next_cursor: expect.any(String) });
      const { items, next_cursor } = await page(me, `?message_type=security&cursor=${begun.next_cursor}`);
      expect(items.map(({ id }) => id)).toEqual([first.publicationId]);
      expect(next_cursor).toBeNull();
      expect((await counts(me)).unread_count).toBe(2_501);
      expect((await counts(me)).unread_count).toBe(2_501);
      await me.post('notifications/read-all').expect(200);
      expect(await counts(me)).toEqual({ unread_count: 0, by_type: NONE });
    });

    it.each([
      ['?limit=0', ['limit out_of_range']],
      ['?limit=101', ['limit out_of_range']],
      ['?unread=yes', ['unread unknown_value']],
      ['?message_type=news', ['message_type unknown_value']],
      ['?cursor=AAAA', ['cursor invalid']],
    ])('answers 422 to %s', async (query, errors) => {
      const { me } = await aMemberOf();
      const { body } = await me.get(`notifications${query}`).expect(422);
      expect(fieldErrors(body).map((error) => error.split(' ')[0])).toEqual(errors.map((error) => error.split(' ')[0]));
    });

    it('refuses the cursor of another member, of other filters, and one that was changed', async () => {
      const [one, other] = [await aMemberOf(), await aMemberOf()];
      for (const { userId } of [one, other]) await deliver(userId, ...several(3));
      const { next_cursor: cursor } = await page(one.me, '?limit=1');
      const refused = async (me: MeClient, query: string) =>
        expect(fieldErrors((await me.get(`notifications?${query}`).expect(422)).body)).toEqual(['cursor invalid']);
      await refused(other.me, `cursor=${cursor}`);
      await refused(one.me, `cursor=${cursor}&unread=true`);
      await refused(one.me, `cursor=${cursor!.slice(0, -2)}AA`);
      await page(one.me, `?limit=1&cursor=${cursor}`);
    });

    it('is in the language of the member, then of the request, then of the App, then in any; with what is filled in', async () => {
      const { me, userId } = await aMemberOf({ display_name: '*Lin* <b>' });
      const title = { 'en-US': 'Hello {{display_name}}', 'zh-CN': '你好' };
      const body = { 'en-US': '{{app_name}}: <i>{{display_name}}</i>', 'ja-JP': 'こんにちは' };
      await deliver(userId, aMessage({ title, body }));
      const read = async (headers = {}) =>
        (await me.get('notifications', headers).expect(200)).body.data.items[0] as Item;
      const english = await read({ 'Accept-Language': 'en' });
      expect(english.title).toBe('Hello *Lin* <b>');
      expect(english.body).toBe('Default App: &lt;i&gt;\\*Lin\\* &lt;b&gt;&lt;/i&gt;');
      await me.patch('preferences', { locale: 'zh-CN' }).expect(200);
      const chinese = await read({ 'Accept-Language': 'en' });
      expect(chinese.title).toBe('你好');
      // Of no language that was asked for: whichever there is.
      expect(['こんにちは', english.body]).toContain(chinese.body);
    });
  });

  describe('PATCH /api/v1/me/notifications/{id}/read', () => {
    it('reads it once, and keeps the time of that', async () => {
      const { me, userId } = await aMemberOf();
      const [message] = several(1) as [StoredMessage];
      await deliver(userId, message);
      const { body } = await me.patch(`notifications/${message.publicationId}/read`).expect(200);
      expect(body).toEqual({ data: { success: true } });
      const { read_at, opened_at } = (await page(me)).items[0]!;
      expect([read_at, opened_at]).toEqual([expect.any(String), null]);
      await me.patch(`notifications/${message.publicationId}/read`).expect(200);
      expect((await page(me)).items[0]!.read_at).toBe(read_at);
      expect(await statistics(message)).toMatchObject({ read: 1, opened: 0 });
      expect((await counts(me)).unread_count).toBe(0);
    });
  });

  it('answers 404 for what is not the member’s, not there, hidden, or no id', async () => {
    const [one, other] = [await aMemberOf(), await aMemberOf()];
    const [foreign, recalled, expired] = several(3) as [StoredMessage, StoredMessage, StoredMessage];
    await deliver(other.userId, foreign);
    await deliver(one.userId, recalled, { ...expired, expiresAt: new Date(Date.now() - 1) });
    await rows('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [recalled.id]);
    expect(await idsOf(one.me)).toEqual([]);
    expect(await counts(one.me)).toMatchObject({ unread_count: 0 });
    for (const id of [foreign.publicationId, recalled.publicationId, expired.publicationId, foreign.id, NOBODYS, 'x']) {
      await expectProblem(await one.me.patch(`notifications/${id}/read`), 404, 'RESOURCE.NOT_FOUND');
      await expectProblem(await one.me.post(`notifications/${id}/open`, {}), 404, 'RESOURCE.NOT_FOUND');
      await expectProblem(await one.me.delete(`notifications/${id}`), 404, 'RESOURCE.NOT_FOUND');
    }
    expect(await idsOf(other.me)).toEqual([foreign.publicationId]);
  });

  describe('POST /api/v1/me/notifications/{id}/open', () => {
    it('reads it, too, and counts once, by the channel of the first time', async () => {
      const { me, userId } = await aMemberOf();
      const messages = several(3) as [StoredMessage, StoredMessage, StoredMessage];
      await deliver(userId, ...messages);
      const open = (at: number, body?: object) => me.post(`notifications/${messages[at]!.publicationId}/open`, body);
      await open(0, { channel: 'push' }).expect(200);
      await open(0, { channel: 'email' }).expect(200);
      await me.patch(`notifications/${messages[1].publicationId}/read`).expect(200);
      await open(1, { channel: 'email' }).expect(200);
      await open(2).expect(200);
      expect(await statistics(messages[0])).toMatchObject({ read: 1, opened: 1, push_opened: 1, email_opened: 0 });
      expect(await statistics(messages[1])).toMatchObject({ read: 1, opened: 1, push_opened: 0, email_opened: 1 });
      expect(await statistics(messages[2])).toMatchObject({ read: 1, opened: 1, push_opened: 0, email_opened: 0 });
      const { items } = await page(me);
      for (const { read_at, opened_at } of items)
        expect([read_at, opened_at]).toEqual([expect.any(String), expect.any(String)]);
      expect((await counts(me)).unread_count).toBe(0);
      expect(fieldErrors((await open(0, { channel: 'fax' }).expect(422)).body)).toHaveLength(1);
    });
  });

  describe('POST /api/v1/me/notifications/read-all', () => {
    it('reads what was delivered before a time, or everything', async () => {
      const { me, userId } = await aMemberOf();
      const messages = several(5);
      await deliver(userId, ...messages);
      const before = messages[2]!.publishedAt.toISOString();
      expect((await me.post('notifications/read-all', { before }).expect(200)).body).toEqual({
        data: { success: true },
      });
      expect(await idsOf(me, '?unread=true')).toEqual(
        messages
          .slice(2)
          .map(({ publicationId }) => publicationId)
          .toReversed(),
      );
      expect((await counts(me)).unread_count).toBe(3);
      await me.post('notifications/read-all').expect(200);
      expect(await counts(me)).toEqual({ unread_count: 0, by_type: NONE });
      for (const message of messages) expect(await statistics(message)).toMatchObject({ read: 1 });
      expect(fieldErrors((await me.post('notifications/read-all', { before: 'now' }).expect(422)).body)).toHaveLength(
        1,
      );
    });
  });

  describe('DELETE /api/v1/me/notifications/{id}', () => {
    it('takes it out of the inbox and its count', async () => {
      const { me, userId } = await aMemberOf();
      const [first, second] = several(2) as [StoredMessage, StoredMessage];
      await deliver(userId, first, second);
      expect((await me.delete(`notifications/${first.publicationId}`).expect(200)).body).toEqual({
        data: { success: true },
      });
      await expectProblem(await me.delete(`notifications/${first.publicationId}`), 404, 'RESOURCE.NOT_FOUND');
      expect(await idsOf(me)).toEqual([second.publicationId]);
      expect((await counts(me)).unread_count).toBe(1);
    });
  });

  it('loses what was recalled or has expired at once, and its counted items when that is due', async () => {
    const { me, userId } = await aMemberOf();
    const many = several(80);
    await deliver(userId, ...many.slice(0, 70));
    expect((await counts(me)).unread_count).toBe(70);
    const [recalled, read] = many as [StoredMessage, StoredMessage];
    await me.patch(`notifications/${read.publicationId}/read`).expect(200);
    await rows('UPDATE notification_messages SET recalled_at = now() WHERE id = ANY ($1)', [[recalled.id, read.id]]);
    expect(await idsOf(me, '?limit=100')).toHaveLength(68);
    await rows(
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data)
       SELECT $1, gen_random_uuid(), $2, 'notifications.withdrawal', jsonb_build_object('message_id', id) FROM unnest($3::uuid[]) id`,
      [api.tenantId, api.appId, [recalled.id, read.id]],
    );
    await outboxSettled(api);
    expect((await counts(me)).unread_count).toBe(68);
    expect(
      await rows('SELECT FROM notification_inbox_items WHERE id = ANY ($1)', [
        [recalled.publicationId, read.publicationId],
      ]),
    ).toEqual([]);
    expect(await statistics(read)).toMatchObject({ read: 1 });
    await rows('UPDATE notification_messages SET expires_at = now() WHERE id = $1', [many[5]!.id]);
    await expectProblem(await me.patch(`notifications/${many[5]!.publicationId}/read`), 404, 'RESOURCE.NOT_FOUND');
  });

  it('is gone with the membership, whoever ended it', async () => {
    const { userId } = await aMemberOf();
    await deliver(userId, ...several(2));
    await rows(
      'INSERT INTO notification_inboxes (tenant_id, app_id, user_id, counted_through) VALUES ($1, $2, $3, $3)',
      [api.tenantId, api.appId, userId],
    );
    const admin = await asOwner(api);
    await admin.delete(`apps/${api.appId}/members/${userId}`);
    expect(await rows('SELECT FROM app_memberships WHERE user_id = $1', [userId])).toEqual([]);
    for (const table of ['notification_inbox_items', 'notification_inboxes']) {
      expect(await rows(`SELECT FROM ${table} WHERE user_id = $1`, [userId])).toEqual([]);
    }
  });
});
