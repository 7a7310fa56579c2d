import { eventually, startTestApi, type TestApi } from '../support/api';
import {
  deliveries,
  holdRoute,
  isAtRest,
  publishTo,
  pushBy,
  type Recipient,
  recipients,
  statisticsOf,
  timePasses,
  turnsGiven,
} from '../support/deliveries';
import type { PushGateway } from '../support/push-gateway';
import { type Pushes, startPushes } from './support/pushes';

describe('Pushes', () => {
  let pushes: Pushes;
  let api: TestApi;
  let gateway: PushGateway;

  beforeAll(async () => {
    pushes = await startPushes();
    ({ api, gateway } = pushes);
  });
  afterEach(() => pushes.reset());
  afterAll(() => pushes.close());

  describe('that are sent', () => {
    it('end as the provider says, and are counted by their message', async () => {
      const members = await recipients(api, [
        { token: 'good-1' },
        { token: 'good-2' },
        { token: 'ignored-1' },
        { token: 'gone-1' },
        { token: 'defect-1' },
      ]);
      const message = await publishTo(api, members);
      const rows = await deliveries(api, message);
      const ends = members.map(({ userId }) => rows.find((row) => row.user_id === userId));
      expect(ends.map((row) => row?.status)).toEqual(['sent', 'sent', 'ignored', 'failed', 'failed']);
      expect(ends.map((row) => row?.attempts)).toEqual([1, 1, 1, 1, 1]);
      expect(ends.map((row) => row?.last_error)).toEqual([null, null, null, 'Unregistered', 'PayloadTooLarge']);
      expect(ends[0]?.provider_id).toBe('accepted/[target]');
      expect(await statisticsOf(api, message)).toEqual({ push_sent: 2, push_ignored: 1, push_failed: 2 });
      expect(await Promise.all(members.map(pushes.tokenOf))).toEqual([
        'good-1',
        'good-2',
        'ignored-1',
        null,
        'defect-1',
      ]);
    });

    it('have one message of the outbox for all of them', async () => {
      const appId = await pushes.anApp();
      const members = await pushes.aCrowd(appId, 300, 'many-');
      await deliveries(api, await publishTo(api, members));
      expect(await turnsGiven(api, appId)).toBe(1);
    });

    it('say plainly what the message says, whole in the saved language or that of the App, with names', async () => {
      const [chinese, japanese, other] = await recipients(api, [
        { locale: 'zh-CN', displayName: '林 <b>' },
        { locale: 'ja-JP', displayName: '{{app_name}}' },
        { locale: 'en-US' },
      ]);
      const message = await publishTo(api, [chinese!, japanese!, other!], {
        title: { 'en-US': 'For {{display_name}}', 'zh-CN': '给 {{display_name}}', 'ja-JP': '題' },
        body: { 'en-US': '# News\n\nat [us](https://example.com)\n\n<i>{{app_name}}</i>', 'zh-CN': '**新**闻' },
      });
      await deliveries(api, message);
      const [app] = await pushes.sql('SELECT name FROM apps WHERE id = $1', [api.appId]);
      expect(pushes.sentTo(chinese!)).toEqual([
        expect.objectContaining({
          title: '给 林 <b>',
          body: '新闻',
          messageId: message,
          isMarketing: false,
          data: { id: expect.any(String), type: 'private', action: '{"type":"none","target":null}' },
        }),
      ]);
      // The App's language is Chinese: in Japanese there is no body.
      expect(pushes.sentTo(japanese!)).toEqual([expect.objectContaining({ title: '给 {{app_name}}', body: '新闻' })]);
      expect(pushes.sentTo(other!)).toEqual([
        expect.objectContaining({ title: 'For there', body: `News\nat us\n<i>${String(app?.['name'])}</i>` }),
      ]);
    });
  });

  it('call members without a name as the message says, or as their language has it', async () => {
    const [named, english, japanese] = await recipients(api, [
      { locale: 'en-US', displayName: 'Lin' },
      { locale: 'en-US' },
      { locale: 'ja-JP' },
    ]);
    const message = await publishTo(api, [named!, english!, japanese!], {
      title: { 'en-US': 'For {{display_name|*all* of <you>}}', 'ja-JP': '{{display_name}}へ' },
      body: { 'en-US': '| Hi |\n| - |\n| {{display_name|a *b* & c}} |', 'ja-JP': '**{{display_name|皆様}}**' },
    });
    await deliveries(api, message);
    const shown = [named!, english!, japanese!].map((one) =>
      pushes.sentTo(one).map(({ title, body }) => [title, body]),
    );
    expect(shown).toEqual([
      [['For Lin', expect.stringMatching(/^Hi\s+Lin$/)]],
      [['For *all* of <you>', expect.stringMatching(/^Hi\s+a \*b\* & c$/)]],
      [['ユーザーへ', '皆様']],
    ]);
  });

  describe('that many add at once, while several workers send', () => {
    it('leave once each, with no more turns than there were additions, and none is forgotten', async () => {
      const appId = await pushes.anApp(25);
      const other = await startTestApi({}, api.urls);
      await pushBy(other, gateway.provider(25), appId);
      const members = await pushes.aCrowd(appId, 40, 'once-');
      const messages = await Promise.all(Array.from({ length: 25 }, () => publishTo(api, members)));
      await eventually(async () => {
        const [left] = await pushes.sql(
          `SELECT count(*)::integer AS n FROM notification_deliveries WHERE app_id = $1 AND status = 'pending'`,
          [appId],
        );
        return left?.['n'] === 0 && (await isAtRest(api));
      });
      await other.close();
      const ids = gateway.received
        .filter(({ device }) => device.token.includes(appId))
        .map(({ deliveryId }) => deliveryId);
      expect([ids.length, new Set(ids).size]).toEqual([1_000, 1_000]);
      expect(await turnsGiven(api, appId)).toBeLessThanOrEqual(2 * messages.length);
      expect(await pushes.sql('SELECT turn FROM notification_delivery_turns WHERE app_id = $1', [appId])).toEqual([
        { turn: null },
      ]);
    });
  });

  describe('that are not wanted', () => {
    it('are not even queued, of notices as of messages', async () => {
      const appId = await pushes.anApp();
      const [member, other] = (await recipients(api, [{ appId }, { appId }])) as [Recipient, Recipient];
      await pushes.sql(
        `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, push) VALUES ($1, $2, $3, 'notice', false)`,
        [api.tenantId, appId, member.userId],
      );
      const notice = await publishTo(api, [member, other], { messageType: null });
      expect(await deliveries(api, notice)).toMatchObject([{ user_id: other.userId, status: 'sent' }]);
      await deliveries(api, await publishTo(api, [member]));
      expect(pushes.sentTo(member)).toHaveLength(1);
    });
  });

  describe('that must not leave any more', () => {
    const appended = async (change: (member: Recipient, message: string) => Promise<unknown>, given = {}) => {
      const appId = await pushes.anApp();
      const [member, witness] = (await recipients(api, [{ appId }, { appId }])) as [Recipient, Recipient];
      await holdRoute(api, 'apns', appId);
      const message = await publishTo(api, [member], given);
      const other = await publishTo(api, [witness]);
      await change(member, message);
      await timePasses(api, '1 hour');
      const [row] = await deliveries(api, message);
      await deliveries(api, other);
      expect(pushes.sentTo(member)).toEqual([]);
      return { row, isOtherSent: pushes.sentTo(witness).length === 1 };
    };

    it.each<[string, (member: Recipient, message: string) => Promise<unknown>, object, string]>([
      [
        'is recalled',
        (_, id) => pushes.sql('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [id]),
        {},
        'withdrawn',
      ],
      [
        'has expired',
        (_, id) => pushes.sql('UPDATE notification_messages SET expires_at = now() WHERE id = $1', [id]),
        {},
        'expired',
      ],
      [
        'is for a disabled user',
        ({ userId }) => pushes.sql(`UPDATE users SET status = 'disabled' WHERE id = $1`, [userId]),
        {},
        'not_a_member',
      ],
      [
        'is for a suspended member',
        ({ userId }) => pushes.sql(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [userId]),
        {},
        'not_a_member',
      ],
      [
        'is for one who has left',
        ({ userId }) => pushes.sql('DELETE FROM app_memberships WHERE user_id = $1', [userId]),
        {},
        'not_a_member',
      ],
      [
        'is not wanted',
        ({ userId, appId }) =>
          pushes.sql(
            `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, push) VALUES ($1, $2, $3, 'private', false)`,
            [api.tenantId, appId, userId],
          ),
        {},
        'not_wanted',
      ],
      [
        'is a notice, and those are not wanted',
        ({ userId, appId }) =>
          pushes.sql(
            `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, push) VALUES ($1, $2, $3, 'notice', false)`,
            [api.tenantId, appId, userId],
          ),
        { messageType: null },
        'not_wanted',
      ],
      [
        'is for a device that is gone',
        ({ deviceId }) => pushes.sql('DELETE FROM devices WHERE id = $1', [deviceId]),
        {},
        'unreachable',
      ],
      [
        'is for a device that wants none',
        ({ deviceId }) => pushes.sql('UPDATE devices SET push_enabled = false WHERE id = $1', [deviceId]),
        {},
        'unreachable',
      ],
      [
        'is for a device of another provider by now',
        ({ deviceId }) => pushes.sql(`UPDATE devices SET push_provider = 'fcm' WHERE id = $1`, [deviceId]),
        {},
        'unreachable',
      ],
    ])('since the message %s are dropped, and others are not', async (_, change, given, reason) => {
      const { row, isOtherSent } = await appended(change, given);
      expect(row).toMatchObject({ status: 'dropped', attempts: 0, last_error: reason });
      expect(isOtherSent).toBe(true);
    });

    it.each([
      ['the App', `UPDATE apps SET status = 'disabled' WHERE id = $1`],
      ['the deleted App', `UPDATE apps SET status = 'disabled', deleted_at = now() WHERE id = $1`],
    ])('since %s is disabled are dropped', async (_, change) => {
      const { row, isOtherSent } = await appended(({ appId }) => pushes.sql(change, [appId]));
      expect(row).toMatchObject({ status: 'dropped', last_error: 'app_unavailable' });
      expect(isOtherSent).toBe(false);
    });

    it('since the tenant is disabled are dropped', async () => {
      const { row } = await appended(() =>
        pushes.sql(`UPDATE tenants SET status = 'disabled' WHERE id = $1`, [api.tenantId]),
      );
      await pushes.sql(`UPDATE tenants SET status = 'active' WHERE id = $1`, [api.tenantId]);
      expect(row).toMatchObject({ status: 'dropped', last_error: 'app_unavailable' });
    });
  });
});
