import { eventually } from '../../support/api';
import { aMessage, onlyTo, publishMessages, type StoredMessage } from '../../support/messages';
import { suiteApi } from '../../support/suite';
import { inboxes, type Item, MINUTE, NOBODYS, NOTHING_UNREAD as NONE } from '../support/inbox';
import { outboxSettled } from '../support/journey';
import { fieldErrors, type MeClient } from '../support/me';
import { expectMembersOnly } from '../support/self';

describe('The inbox of a member', () => {
  const api = suiteApi();
  const on = inboxes(api);

  it('has nothing at first', async () => {
    const { me } = await on.aMemberOf();
    const { body, headers } = await me.get('notifications').expect(200);
    expect(body).toEqual({ data: { items: [], next_cursor: null } });
    expect(headers['cache-control']).toBe('no-store');
    expect(await on.counts(me)).toEqual({ unread_count: 0, by_type: NONE });
  });

  it.each([
    ['get', 'notifications'],
    ['get', 'notifications/unread-count'],
    ['get', `notifications/${NOBODYS}`],
    ['post', 'notifications/read-all'],
    ['post', `notifications/${NOBODYS}/open`],
    ['delete', `notifications/${NOBODYS}`],
  ] as const)('is for its member alone: %s %s', async (method, path) => {
    await expectMembersOnly(api, method, path);
  });

  describe('a publication', () => {
    it('reaches those who are members when it is published, once, and is told with all its fields', async () => {
      const { me, userId } = await on.aMemberOf();
      const left = await on.aMemberOf();
      await on.rows(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [left.userId]);
      const action = { type: 'url', target: 'https://example.com/sale' };
      const message = aMessage({
        messageType: 'private',
        action,
        title: { 'en-US': 'Sale' },
        body: { 'en-US': '**Now**' },
      });
      const notice = aMessage({ messageType: null, publishedAt: new Date(Date.now() + 1) });
      await publishMessages(on.rows, on.scope(), message, notice);
      const late = await on.aMemberOf();
      await on.rows(`UPDATE app_memberships SET joined_at = now() + interval '1 second' WHERE user_id = $1`, [
        late.userId,
      ]);
      const { items } = await eventually(async () => {
        const found = await on.page(me);
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
      expect(await on.counts(me)).toEqual({ unread_count: 2, by_type: { ...NONE, notice: 1, private: 1 } });
      expect(await on.idsOf(late.me)).toEqual([]);
      expect(await on.rows('SELECT FROM notification_inbox_items WHERE user_id = $1', [left.userId])).toEqual([]);
      const [fanOut] = await on.rows(
        'SELECT recipients, finished_at FROM notification_fan_outs WHERE message_id = $1',
        [message.id],
      );
      expect(fanOut).toEqual({
        recipients: (await on.statistics(message))!['delivered'],
        finished_at: expect.any(Date),
      });
      expect(userId).toBeDefined();
    });

    it('of marketing reaches those who opted in', async () => {
      const [wants, refuses] = [await on.aMemberOf(), await on.aMemberOf()];
      await wants.me.patch('notification-preferences', { channels: { marketing: { in_app: true } } }).expect(200);
      const audience = onlyTo(wants.userId, refuses.userId, NOBODYS);
      const message = aMessage({ messageType: 'marketing', audience });
      await publishMessages(on.rows, on.scope(), message);
      await outboxSettled(api);
      expect(await on.idsOf(wants.me)).toEqual([message.publicationId]);
      expect(await on.idsOf(refuses.me)).toEqual([]);
      expect(await on.statistics(message)).toMatchObject({ delivered: 1 });
    });

    it('of marketing reaches each by the channels that they chose, and by no other', async () => {
      const [inbox, mail, push, none] = [
        await on.aMemberOf(),
        await on.aMemberOf(),
        await on.aMemberOf(),
        await on.aMemberOf(),
      ];
      const choose = (member: typeof mail, marketing: object) =>
        member.me.patch('notification-preferences', { channels: { marketing } }).expect(200);
      await choose(inbox, { in_app: true });
      await choose(mail, { email: true });
      await choose(push, { push: true });
      const audience = onlyTo(inbox.userId, mail.userId, push.userId, none.userId);
      const everywhere = aMessage({ messageType: 'marketing', audience, channels: ['in_app', 'push', 'email'] });
      const inApp = aMessage({ messageType: 'marketing', audience });
      await publishMessages(on.rows, on.scope(), everywhere, inApp);
      await outboxSettled(api);
      // The two are written side by side, in either order.
      const both = [inApp.publicationId, everywhere.publicationId].toSorted();
      expect((await on.idsOf(inbox.me)).toSorted()).toEqual(both);
      for (const { me } of [mail, push, none]) {
        expect(await on.idsOf(me)).toEqual([]);
        expect((await me.get('notifications/unread-count').expect(200)).body.data.unread_count).toBe(0);
      }
      const reached = await on.rows(
        `SELECT d.message_id, d.user_id, d.route FROM notification_deliveries d WHERE d.message_id = ANY ($1)`,
        [[everywhere.id, inApp.id]],
      );
      expect(reached).toEqual([{ message_id: everywhere.id, user_id: mail.userId, route: 'email' }]);
      expect(
        await on.rows(
          'SELECT message_id AS id, recipients FROM notification_fan_outs WHERE message_id = ANY ($1) ORDER BY 2',
          [[everywhere.id, inApp.id]],
        ),
      ).toEqual([
        { id: inApp.id, recipients: 1 },
        { id: everywhere.id, recipients: 3 },
      ]);
      expect(await on.statistics(everywhere)).toMatchObject({ delivered: 1 });
    });

    it('that was recalled before it was written is written nowhere', async () => {
      const { me, userId } = await on.aMemberOf();
      const message = aMessage({ audience: onlyTo(userId), expiresAt: new Date(Date.now() - 1) });
      await publishMessages(on.rows, on.scope(), message);
      await outboxSettled(api);
      expect(await on.idsOf(me)).toEqual([]);
      expect(
        await on.rows(
          'SELECT recipients FROM notification_fan_outs WHERE message_id = $1 AND finished_at IS NOT NULL',
          [message.id],
        ),
      ).toEqual([{ recipients: 0 }]);
      expect(await on.rows('SELECT FROM notification_inbox_items WHERE id = $1', [message.publicationId])).toEqual([]);
    });
  });

  describe('GET /api/v1/me/notifications', () => {
    it('pages through everything once, the newest first, while more arrives', async () => {
      const { me, userId } = await on.aMemberOf();
      const messages = on.several(25);
      await on.deliver(userId, ...messages);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const found = await on.page(me, `?limit=4${cursor && `&cursor=${cursor}`}`);
        seen.push(...found.items.map(({ id }) => id));
        cursor = found.next_cursor;
        await on.deliver(userId, aMessage());
      }
      expect(seen).toEqual(messages.map(({ publicationId }) => publicationId).toReversed());
      expect((await on.page(me)).items).toHaveLength(20);
    });

    it('filters by what is unread and by type, notices included', async () => {
      const { me, userId } = await on.aMemberOf();
      const [security, system, notice] = [
        ...on.several(1, { messageType: 'security', publishedAt: new Date(Date.now() - 3 * MINUTE) }),
        ...on.several(1, { publishedAt: new Date(Date.now() - 2 * MINUTE) }),
        ...on.several(1, { messageType: null }),
      ].map((message) => message) as [StoredMessage, StoredMessage, StoredMessage];
      await on.deliver(userId, security, system, notice);
      await me.patch(`notifications/${system.publicationId}/read`).expect(200);
      expect(await on.idsOf(me, '?unread=true')).toEqual([notice.publicationId, security.publicationId]);
      expect(await on.idsOf(me, '?unread=false')).toEqual([system.publicationId]);
      expect(await on.idsOf(me)).toHaveLength(3);
      expect(await on.idsOf(me, '?message_type=notice')).toEqual([notice.publicationId]);
      expect(await on.idsOf(me, '?message_type=system')).toEqual([system.publicationId]);
      expect(await on.idsOf(me, '?message_type=system&unread=true')).toEqual([]);
    });

    it('looks at a bounded number of items a page, and goes on from there', async () => {
      const { me, userId } = await on.aMemberOf();
      const first = aMessage({ messageType: 'security', publishedAt: new Date(Date.now() - 9_000 * MINUTE) });
      await on.deliver(userId, first);
      await on.rows(
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
      await on.rows('ANALYZE');
      const begun = await on.page(me, '?message_type=security');
      expect(begun).toEqual({ items: [], next_cursor: expect.any(String) });
      const { items, next_cursor } = await on.page(me, `?message_type=security&cursor=${begun.next_cursor}`);
      expect(items.map(({ id }) => id)).toEqual([first.publicationId]);
      expect(next_cursor).toBeNull();
      expect((await on.counts(me)).unread_count).toBe(2_501);
      expect((await on.counts(me)).unread_count).toBe(2_501);
      await me.post('notifications/read-all').expect(200);
      expect(await on.counts(me)).toEqual({ unread_count: 0, by_type: NONE });
    });

    it.each([
      ['?limit=0', ['limit out_of_range']],
      ['?limit=101', ['limit out_of_range']],
      ['?unread=yes', ['unread unknown_value']],
      ['?message_type=news', ['message_type unknown_value']],
      ['?cursor=AAAA', ['cursor invalid']],
    ])('answers 422 to %s', async (query, errors) => {
      const { me } = await on.aMemberOf();
      const { body } = await me.get(`notifications${query}`).expect(422);
      expect(fieldErrors(body).map((error) => error.split(' ')[0])).toEqual(errors.map((error) => error.split(' ')[0]));
    });

    it('refuses the cursor of another member, of other filters, and one that was changed', async () => {
      const [one, other] = [await on.aMemberOf(), await on.aMemberOf()];
      for (const { userId } of [one, other]) await on.deliver(userId, ...on.several(3));
      const { next_cursor: cursor } = await on.page(one.me, '?limit=1');
      const refused = async (me: MeClient, query: string) =>
        expect(fieldErrors((await me.get(`notifications?${query}`).expect(422)).body)).toEqual(['cursor invalid']);
      await refused(other.me, `cursor=${cursor}`);
      await refused(one.me, `cursor=${cursor}&unread=true`);
      await refused(one.me, `cursor=${cursor}&unread=false`);
      await refused(one.me, `cursor=${cursor!.slice(0, -2)}AA`);
      await on.page(one.me, `?limit=1&cursor=${cursor}`);
    });

    it('is in the language of the member, then of the request, then of the App, then in any; with what is filled in', async () => {
      const { me, userId } = await on.aMemberOf({ display_name: '*Lin* <b>' });
      const title = { 'en-US': 'Hello {{display_name}}', 'zh-CN': '你好' };
      const body = { 'en-US': '{{app_name}}: <i>{{display_name}}</i>', 'ja-JP': 'こんにちは' };
      await on.deliver(userId, aMessage({ title, body }));
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

    it('calls members without a name as the text says, or as its language has it, until they have one', async () => {
      const { me, userId } = await on.aMemberOf();
      const title = { 'en-US': 'Hello {{display_name|*friend* <b>}}', 'zh-CN': '{{display_name}}，你好' };
      await on.deliver(userId, aMessage({ title, body: { 'zh-CN': '{{display_name|*友*}}{{display_name}}' } }));
      const read = async (locale: string) => {
        const { title, body } = (await me.get('notifications', { 'Accept-Language': locale }).expect(200)).body.data
          .items[0] as Item;
        return [title, body];
      };
      // The word is in the language of the text, of which there may be another.
      expect(await read('en')).toEqual(['Hello *friend* <b>', '\\*友\\*用户']);
      expect(await read('zh')).toEqual(['用户，你好', '\\*友\\*用户']);
      await me.patch('', { display_name: 'Lin' }).expect(200);
      expect(await read('en')).toEqual(['Hello Lin', 'LinLin']);
    });
  });
});
