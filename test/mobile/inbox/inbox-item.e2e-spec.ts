import { randomUUID } from 'node:crypto';
import type { TestApi } from '../../support/api';
import { expectProblem } from '../../http/support/problem';
import { type Pushes, startPushes } from '../../operations/support/pushes';
import { aMessage, onlyTo, publishMessages, type StoredMessage } from '../../support/messages';
import { inboxes, NOBODYS, NOTHING_UNREAD } from '../support/inbox';
import { outboxSettled } from '../support/journey';
import type { MeClient } from '../support/me';

describe('GET /api/v1/me/notifications/{id}', () => {
  let pushes: Pushes;
  let api: TestApi;
  let on: ReturnType<typeof inboxes>;

  beforeAll(async () => {
    pushes = await startPushes();
    api = pushes.api;
    on = inboxes(api);
  });
  afterAll(() => pushes.close());

  const one = (me: MeClient, { publicationId }: StoredMessage, headers = {}) =>
    me.get(`notifications/${publicationId}`, headers);
  const expectNothing = async (me: MeClient, id: string) => {
    expectProblem(await me.get(`notifications/${id}`), 404, 'RESOURCE.NOT_FOUND');
    expectProblem(await me.patch(`notifications/${id}/read`), 404, 'RESOURCE.NOT_FOUND');
    expectProblem(await me.post(`notifications/${id}/open`, {}), 404, 'RESOURCE.NOT_FOUND');
    expectProblem(await me.delete(`notifications/${id}`), 404, 'RESOURCE.NOT_FOUND');
  };
  const withDevices = async (userId: string, count = 1) => {
    for (let n = 0; n < count; n++) {
      await on.rows(
        `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, platform, push_provider, push_token, push_enabled)
         VALUES ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'ios', 'apns', $4, true)`,
        [api.tenantId, api.appId, userId, `good-${randomUUID()}`],
      );
    }
  };
  /** Marketing, by push alone to those who chose that. */
  const marketingTo = async (...userIds: string[]) => {
    const audience = onlyTo(...userIds);
    const message = aMessage({ messageType: 'marketing', audience, channels: ['in_app', 'push'] });
    await publishMessages(on.rows, on.scope(), message);
    await outboxSettled(api);
    return message;
  };
  const someoneByPush = async (devices = 1) => {
    const member = await on.aMemberOf();
    await member.me.patch('notification-preferences', { channels: { marketing: { push: true } } }).expect(200);
    await withDevices(member.userId, devices);
    return member;
  };

  it('tells an item as the list does, in the language of the member, and says which', async () => {
    const { me, userId } = await on.aMemberOf({ display_name: 'Lin' });
    const title = { 'en-US': 'Hello {{display_name}}', 'zh-CN': '你好 {{display_name}}' };
    const message = aMessage({ title, messageType: 'private' });
    await on.deliver(userId, message);
    const { body, headers } = await one(me, message, { 'Accept-Language': 'en' }).expect(200);
    expect(body.data).toMatchObject({ id: message.publicationId, title: 'Hello Lin', read_at: null, opened_at: null });
    expect(body.data).toEqual((await me.get('notifications', { 'Accept-Language': 'en' })).body.data.items[0]);
    expect(headers).toMatchObject({ 'content-language': 'en-US', 'cache-control': 'no-store' });
    await me.patch('preferences', { locale: 'zh-CN' }).expect(200);
    await me.patch(`notifications/${message.publicationId}/read`).expect(200);
    for (const answer of [await one(me, message), await me.get('notifications')]) {
      const item = answer.body.data.items?.[0] ?? answer.body.data;
      expect(item).toMatchObject({ title: '你好 Lin', read_at: expect.any(String) });
      expect(answer.headers['content-language']).toBe('zh-CN');
      for (const name of ['Accept-Language', 'X-AppID']) expect(answer.headers['vary']).toContain(name);
    }
  });

  it('finds nothing that is another’s, recalled, expired, deleted, or not there', async () => {
    const [{ me, userId }, other] = [await on.aMemberOf(), await on.aMemberOf()];
    const [foreign, recalled, expired, deleted] = on.several(4) as [StoredMessage, ...StoredMessage[]];
    await on.deliver(other.userId, foreign);
    await on.deliver(userId, recalled!, { ...expired!, expiresAt: new Date(Date.now() - 1) }, deleted!);
    await on.rows('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [recalled!.id]);
    await me.delete(`notifications/${deleted!.publicationId}`).expect(200);
    for (const message of [foreign, recalled!, expired!, deleted!]) await expectNothing(me, message.publicationId);
    for (const id of [foreign.id, NOBODYS, 'x']) await expectNothing(me, id);
    await one(other.me, foreign).expect(200);
  });

  it('finds what is got by push alone, which is in no inbox, and counts its opening once', async () => {
    const { me, userId } = await someoneByPush(2);
    const message = await marketingTo(userId);
    expect(await on.idsOf(me)).toEqual([]);
    expect(await on.counts(me)).toEqual({ unread_count: 0, by_type: NOTHING_UNREAD });
    const [push] = pushes.gateway.received.slice(-1);
    expect(push?.data).toMatchObject({ id: message.publicationId });
    expect((await one(me, message).expect(200)).body.data).toMatchObject({
      ...{ id: message.publicationId, message_type: 'marketing', read_at: null, opened_at: null },
      delivered_at: message.publishedAt.toISOString(),
    });
    await me.patch(`notifications/${message.publicationId}/read`).expect(200);
    const { read_at } = (await one(me, message).expect(200)).body.data;
    expect(read_at).toEqual(expect.any(String));
    const open = () => me.post(`notifications/${message.publicationId}/open`, { channel: 'push' }).expect(200);
    await Promise.all(Array.from({ length: 6 }, open));
    await open();
    expect((await one(me, message)).body.data).toMatchObject({ read_at, opened_at: expect.any(String) });
    // What is read of the delivered is a share: of those that came into inboxes.
    expect(await on.statistics(message)).toMatchObject({ read: 0, opened: 1, push_opened: 1 });
    expect(await on.counts(me)).toEqual({ unread_count: 0, by_type: NOTHING_UNREAD });
  });

  it('finds it no more once the member has deleted it, or it was recalled', async () => {
    const [first, second] = [await someoneByPush(), await someoneByPush()];
    const message = await marketingTo(first.userId, second.userId);
    await first.me.delete(`notifications/${message.publicationId}`).expect(200);
    await expectNothing(first.me, message.publicationId);
    await one(second.me, message).expect(200);
    await on.rows('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [message.id]);
    await expectNothing(second.me, message.publicationId);
  });

  it('finds nothing of what was deleted in the inbox, though it was pushed as well', async () => {
    const { me, userId } = await someoneByPush();
    await me.patch('notification-preferences', { channels: { marketing: { in_app: true } } }).expect(200);
    const message = await marketingTo(userId);
    await me.delete(`notifications/${message.publicationId}`).expect(200);
    await expectNothing(me, message.publicationId);
  });

  it('finds nothing for one who opted in neither for the inbox nor for the push', async () => {
    const { me, userId } = await on.aMemberOf();
    await withDevices(userId);
    await expectNothing(me, (await marketingTo(userId)).publicationId);
  });
});
