import pg from 'pg';
import { asOwner } from '../../admin/support/admin';
import { expectProblem } from '../../http/support/problem';
import { eventually } from '../../support/api';
import type { StoredMessage } from '../../support/messages';
import { suiteApi } from '../../support/suite';
import { inboxes, NOBODYS, NOTHING_UNREAD as NONE } from '../support/inbox';
import { outboxSettled } from '../support/journey';
import { fieldErrors } from '../support/me';

describe('What a member does with an inbox', () => {
  const api = suiteApi();
  const on = inboxes(api);

  describe('PATCH /api/v1/me/notifications/{id}/read', () => {
    it('reads it once, and keeps the time of that', async () => {
      const { me, userId } = await on.aMemberOf();
      const [message] = on.several(1) as [StoredMessage];
      await on.deliver(userId, message);
      const { body } = await me.patch(`notifications/${message.publicationId}/read`).expect(200);
      expect(body).toEqual({ data: { success: true } });
      const { read_at, opened_at } = (await on.page(me)).items[0]!;
      expect([read_at, opened_at]).toEqual([expect.any(String), null]);
      await me.patch(`notifications/${message.publicationId}/read`).expect(200);
      expect((await on.page(me)).items[0]!.read_at).toBe(read_at);
      expect(await on.statistics(message)).toMatchObject({ read: 1, opened: 0 });
      expect((await on.counts(me)).unread_count).toBe(0);
    });
  });

  it('leaves connections to others, however much one member does at once', async () => {
    const [busy, other] = [await on.aMemberOf(), await on.aMemberOf()];
    const messages = on.several(40);
    await on.deliver(busy.userId, ...messages);
    await on.deliver(other.userId, ...on.several(1));
    await busy.me.patch(`notifications/${messages[0]!.publicationId}/read`).expect(200);
    const waiting = async () => {
      const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await on.rows(text)).length;
    };
    const client = new pg.Client({ connectionString: api.urls.superuserUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM notification_inboxes WHERE user_id = $1 FOR UPDATE', [busy.userId]);
      const reads = Promise.all(
        messages.map(({ publicationId }) => busy.me.patch(`notifications/${publicationId}/read`)),
      );
      await eventually(async () => (await waiting()) >= 2);
      for (let time = 0; time < 5; time++) {
        expect(await on.counts(other.me)).toMatchObject({ unread_count: 1 });
        expect(await waiting()).toBeLessThanOrEqual(2);
      }
      await client.query('COMMIT');
      const refused = (await reads).filter(({ status }) => status !== 200);
      for (const answer of refused) expectProblem(answer, 503, 'DEPENDENCY.UNAVAILABLE');
    } finally {
      await client.end();
    }
    await busy.me.post('notifications/read-all').expect(200);
    expect(await on.counts(busy.me)).toEqual({ unread_count: 0, by_type: NONE });
  });

  it('answers 404 for what is not the member’s, not there, hidden, or no id', async () => {
    const [one, other] = [await on.aMemberOf(), await on.aMemberOf()];
    const [foreign, recalled, expired] = on.several(3) as [StoredMessage, StoredMessage, StoredMessage];
    await on.deliver(other.userId, foreign);
    await on.deliver(one.userId, recalled, { ...expired, expiresAt: new Date(Date.now() - 1) });
    await on.rows('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [recalled.id]);
    expect(await on.idsOf(one.me)).toEqual([]);
    expect(await on.counts(one.me)).toMatchObject({ unread_count: 0 });
    for (const id of [foreign.publicationId, recalled.publicationId, expired.publicationId, foreign.id, NOBODYS, 'x']) {
      expectProblem(await one.me.patch(`notifications/${id}/read`), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await one.me.post(`notifications/${id}/open`, {}), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await one.me.delete(`notifications/${id}`), 404, 'RESOURCE.NOT_FOUND');
    }
    expect(await on.idsOf(other.me)).toEqual([foreign.publicationId]);
  });

  describe('POST /api/v1/me/notifications/{id}/open', () => {
    it('reads it, too, and counts once, by the channel of the first time', async () => {
      const { me, userId } = await on.aMemberOf();
      const messages = on.several(3) as [StoredMessage, StoredMessage, StoredMessage];
      await on.deliver(userId, ...messages);
      const open = (at: number, body?: object) => me.post(`notifications/${messages[at]!.publicationId}/open`, body);
      await open(0, { channel: 'push' }).expect(200);
      await open(0, { channel: 'email' }).expect(200);
      await me.patch(`notifications/${messages[1].publicationId}/read`).expect(200);
      await open(1, { channel: 'email' }).expect(200);
      await open(2).expect(200);
      expect(await on.statistics(messages[0])).toMatchObject({ read: 1, opened: 1, push_opened: 1, email_opened: 0 });
      expect(await on.statistics(messages[1])).toMatchObject({ read: 1, opened: 1, push_opened: 0, email_opened: 1 });
      expect(await on.statistics(messages[2])).toMatchObject({ read: 1, opened: 1, push_opened: 0, email_opened: 0 });
      const { items } = await on.page(me);
      for (const { read_at, opened_at } of items)
        expect([read_at, opened_at]).toEqual([expect.any(String), expect.any(String)]);
      expect((await on.counts(me)).unread_count).toBe(0);
      expect(fieldErrors((await open(0, { channel: 'fax' }).expect(422)).body)).toHaveLength(1);
    });
  });

  describe('POST /api/v1/me/notifications/read-all', () => {
    it('reads what was delivered before a time, or everything', async () => {
      const { me, userId } = await on.aMemberOf();
      const messages = on.several(5);
      await on.deliver(userId, ...messages);
      const before = messages[2]!.publishedAt.toISOString();
      expect((await me.post('notifications/read-all', { before }).expect(200)).body).toEqual({
        data: { success: true },
      });
      expect(await on.idsOf(me, '?unread=true')).toEqual(
        messages
          .slice(2)
          .map(({ publicationId }) => publicationId)
          .toReversed(),
      );
      expect((await on.counts(me)).unread_count).toBe(3);
      await me.post('notifications/read-all').expect(200);
      expect(await on.counts(me)).toEqual({ unread_count: 0, by_type: NONE });
      for (const message of messages) expect(await on.statistics(message)).toMatchObject({ read: 1 });
      expect(fieldErrors((await me.post('notifications/read-all', { before: 'now' }).expect(422)).body)).toHaveLength(
        1,
      );
    });
  });

  describe('DELETE /api/v1/me/notifications/{id}', () => {
    it('takes it out of the inbox and its count', async () => {
      const { me, userId } = await on.aMemberOf();
      const [first, second] = on.several(2) as [StoredMessage, StoredMessage];
      await on.deliver(userId, first, second);
      expect((await me.delete(`notifications/${first.publicationId}`).expect(200)).body).toEqual({
        data: { success: true },
      });
      expectProblem(await me.delete(`notifications/${first.publicationId}`), 404, 'RESOURCE.NOT_FOUND');
      expect(await on.idsOf(me)).toEqual([second.publicationId]);
      expect((await on.counts(me)).unread_count).toBe(1);
    });
  });

  it('loses what was recalled or has expired at once, and its counted items when that is due', async () => {
    const { me, userId } = await on.aMemberOf();
    const many = on.several(80);
    await on.deliver(userId, ...many.slice(0, 70));
    expect((await on.counts(me)).unread_count).toBe(70);
    const [recalled, read] = many as [StoredMessage, StoredMessage];
    await me.patch(`notifications/${read.publicationId}/read`).expect(200);
    await on.rows('UPDATE notification_messages SET recalled_at = now() WHERE id = ANY ($1)', [[recalled.id, read.id]]);
    expect(await on.idsOf(me, '?limit=100')).toHaveLength(68);
    await on.rows(
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data)
       SELECT $1, gen_random_uuid(), $2, 'notifications.withdrawal', jsonb_build_object('message_id', id) FROM unnest($3::uuid[]) id`,
      [api.tenantId, api.appId, [recalled.id, read.id]],
    );
    await outboxSettled(api);
    expect((await on.counts(me)).unread_count).toBe(68);
    expect(
      await on.rows('SELECT FROM notification_inbox_items WHERE id = ANY ($1)', [
        [recalled.publicationId, read.publicationId],
      ]),
    ).toEqual([]);
    expect(await on.statistics(read)).toMatchObject({ read: 1 });
    await on.rows('UPDATE notification_messages SET expires_at = now() WHERE id = $1', [many[5]!.id]);
    expectProblem(await me.patch(`notifications/${many[5]!.publicationId}/read`), 404, 'RESOURCE.NOT_FOUND');
  });

  it('is gone with the membership, whoever ended it', async () => {
    const { userId } = await on.aMemberOf();
    await on.deliver(userId, ...on.several(2));
    await on.rows(
      'INSERT INTO notification_inboxes (tenant_id, app_id, user_id, counted_through) VALUES ($1, $2, $3, $3)',
      [api.tenantId, api.appId, userId],
    );
    const admin = await asOwner(api);
    await admin.delete(`apps/${api.appId}/members/${userId}`);
    expect(await on.rows('SELECT FROM app_memberships WHERE user_id = $1', [userId])).toEqual([]);
    for (const table of ['notification_inbox_items', 'notification_inboxes']) {
      expect(await on.rows(`SELECT FROM ${table} WHERE user_id = $1`, [userId])).toEqual([]);
    }
  });
});
