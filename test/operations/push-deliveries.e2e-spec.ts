import { Sweeps } from '@libs/foundation';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { DeliveryTurns } from '../../libs/notifications/src/infrastructure/deliveries/delivery-turns';
import { queryAs } from '../support/database';
import {
  anotherApp,
  deliveries,
  deliveriesOf,
  holdRoute,
  isAtRest,
  pauseOf,
  publishTo,
  pushBy,
  type Recipient,
  recipients,
  statisticsOf,
  timePasses,
  turnsGiven,
} from '../support/deliveries';
import { type PushGateway, startPushGateway } from '../support/push-gateway';

describe('Pushes', () => {
  let api: TestApi;
  let gateway: PushGateway;

  beforeAll(async () => {
    api = await startTestApi();
    gateway = await startPushGateway();
    await pushBy(api, gateway.provider());
  });
  beforeEach(() => {
    gateway.answer = () => null;
    gateway.before = () => Promise.resolve();
  });
  afterAll(async () => {
    await api.close();
    await gateway.close();
  });

  const sql = (text: string, values: unknown[] = []) =>
    queryAs<Record<string, unknown>>(api.urls.superuserUrl, text, values);
  const sentTo = ({ token }: Recipient) => gateway.received.filter(({ device }) => device.token === token);
  const tokenOf = async ({ deviceId }: Recipient) =>
    (await sql('SELECT push_token FROM devices WHERE id = $1', [deviceId]))[0]?.['push_token'] ?? null;
  /** An App that sends by the gateway, since what happens to its provider must not happen to others. */
  const anAppWithProvider = async (batchSize?: number) => {
    const appId = await anotherApp(api);
    await pushBy(api, gateway.provider(batchSize), appId);
    return appId;
  };
  const aCrowd = (appId: string, count: number, start: string) =>
    recipients(
      api,
      Array.from({ length: count }, (_, n) => ({ appId, token: `${start}${appId}-${n}` })),
    );

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
      expect(await Promise.all(members.map(tokenOf))).toEqual(['good-1', 'good-2', 'ignored-1', null, 'defect-1']);
    });

    it('have one message of the outbox for all of them', async () => {
      const appId = await anAppWithProvider();
      const members = await aCrowd(appId, 300, 'many-');
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
      const [app] = await sql('SELECT name FROM apps WHERE id = $1', [api.appId]);
      expect(sentTo(chinese!)).toEqual([
        expect.objectContaining({
          title: '给 林 <b>',
          body: '新闻',
          messageId: message,
          isMarketing: false,
          data: { id: expect.any(String), type: 'private', action: '{"type":"none","target":null}' },
        }),
      ]);
      // The App's language is Chinese: in Japanese there is no body.
      expect(sentTo(japanese!)).toEqual([expect.objectContaining({ title: '给 {{app_name}}', body: '新闻' })]);
      expect(sentTo(other!)).toEqual([
        expect.objectContaining({ title: 'For ', body: `News\nat us\n<i>${String(app?.['name'])}</i>` }),
      ]);
    });
  });

  describe('that many add at once, while several workers send', () => {
    it('leave once each, with no more turns than there were additions, and none is forgotten', async () => {
      const appId = await anAppWithProvider(25);
      const other = await startTestApi({}, api.urls);
      await pushBy(other, gateway.provider(25), appId);
      const members = await aCrowd(appId, 40, 'once-');
      const messages = await Promise.all(Array.from({ length: 25 }, () => publishTo(api, members)));
      await eventually(async () => {
        const [left] = await sql(
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
      expect(await sql('SELECT turn FROM notification_delivery_turns WHERE app_id = $1', [appId])).toEqual([
        { turn: null },
      ]);
    });
  });

  describe('that must not leave any more', () => {
    const appended = async (change: (member: Recipient, message: string) => Promise<unknown>, given = {}) => {
      const appId = await anAppWithProvider();
      const [member, witness] = (await recipients(api, [{ appId }, { appId }])) as [Recipient, Recipient];
      await holdRoute(api, 'apns', appId);
      const message = await publishTo(api, [member], given);
      const other = await publishTo(api, [witness]);
      await change(member, message);
      await timePasses(api, '1 hour');
      const [row] = await deliveries(api, message);
      await deliveries(api, other);
      expect(sentTo(member)).toEqual([]);
      return { row, isOtherSent: sentTo(witness).length === 1 };
    };

    it.each<[string, (member: Recipient, message: string) => Promise<unknown>, object, string]>([
      [
        'is recalled',
        (_, id) => sql('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [id]),
        {},
        'withdrawn',
      ],
      [
        'has expired',
        (_, id) => sql('UPDATE notification_messages SET expires_at = now() WHERE id = $1', [id]),
        {},
        'expired',
      ],
      [
        'is for a disabled user',
        ({ userId }) => sql(`UPDATE users SET status = 'disabled' WHERE id = $1`, [userId]),
        {},
        'not_a_member',
      ],
      [
        'is for a suspended member',
        ({ userId }) => sql(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [userId]),
        {},
        'not_a_member',
      ],
      [
        'is for one who has left',
        ({ userId }) => sql('DELETE FROM app_memberships WHERE user_id = $1', [userId]),
        {},
        'not_a_member',
      ],
      [
        'is not wanted',
        ({ userId, appId }) =>
          sql(
            `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, push) VALUES ($1, $2, $3, 'private', false)`,
            [api.tenantId, appId, userId],
          ),
        {},
        'not_wanted',
      ],
      [
        'is for a device that is gone',
        ({ deviceId }) => sql('DELETE FROM devices WHERE id = $1', [deviceId]),
        {},
        'unreachable',
      ],
      [
        'is for a device that wants none',
        ({ deviceId }) => sql('UPDATE devices SET push_enabled = false WHERE id = $1', [deviceId]),
        {},
        'unreachable',
      ],
      [
        'is for a device of another provider by now',
        ({ deviceId }) => sql(`UPDATE devices SET push_provider = 'fcm' WHERE id = $1`, [deviceId]),
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
      const { row, isOtherSent } = await appended(({ appId }) => sql(change, [appId]));
      expect(row).toMatchObject({ status: 'dropped', last_error: 'app_unavailable' });
      expect(isOtherSent).toBe(false);
    });

    it('since the tenant is disabled are dropped', async () => {
      const { row } = await appended(() => sql(`UPDATE tenants SET status = 'disabled' WHERE id = $1`, [api.tenantId]));
      await sql(`UPDATE tenants SET status = 'active' WHERE id = $1`, [api.tenantId]);
      expect(row).toMatchObject({ status: 'dropped', last_error: 'app_unavailable' });
    });
  });

  describe('in quiet hours', () => {
    const quietNow = ({ userId, appId }: Recipient, minutes: number) =>
      sql(
        `INSERT INTO notification_quiet_hours (tenant_id, app_id, user_id, enabled, starts_at, ends_at, time_zone)
         SELECT $1, $2, $3, true, to_char(t - interval '1 hour', 'HH24:MI')::time, to_char(t + $4 * interval '1 minute', 'HH24:MI')::time,
                'Asia/Shanghai' FROM (SELECT now() AT TIME ZONE 'Asia/Shanghai' AS t) AS clock`,
        [api.tenantId, appId, userId, minutes],
      );

    it('wait for their end, without burning a try', async () => {
      const appId = await anAppWithProvider();
      const [sleeper, awake] = (await recipients(api, [{ appId }, { appId }])) as [Recipient, Recipient];
      await quietNow(sleeper, 90);
      const message = await publishTo(api, [sleeper, awake]);
      const rows = await deliveries(
        api,
        message,
        ({ status, due_in_seconds }) => status === 'sent' || due_in_seconds > 60,
      );
      const held = rows.find(({ user_id }) => user_id === sleeper.userId);
      expect(held).toMatchObject({ status: 'pending', attempts: 0 });
      expect(Math.abs((held?.due_in_seconds ?? 0) - 89.5 * 60)).toBeLessThan(120);
      expect([sentTo(sleeper), sentTo(awake)].map((sent) => sent.length)).toEqual([0, 1]);
      // What comes in the meantime does not wait for it.
      const [late] = (await recipients(api, [{ appId }])) as [Recipient];
      await deliveries(api, await publishTo(api, [late]));
      expect(sentTo(late)).toHaveLength(1);
      await sql('DELETE FROM notification_quiet_hours WHERE user_id = $1', [sleeper.userId]);
      await timePasses(api, '91 minutes');
      await deliveries(api, message);
      expect(sentTo(sleeper)).toHaveLength(1);
    });

    it('are dropped if the message expires meanwhile', async () => {
      const appId = await anAppWithProvider();
      const [sleeper] = (await recipients(api, [{ appId }])) as [Recipient];
      await quietNow(sleeper, 90);
      const message = await publishTo(api, [sleeper], { expiresAt: new Date(Date.now() + 3_600_000) });
      await deliveries(api, message, ({ due_in_seconds }) => due_in_seconds > 60);
      await sql('UPDATE notification_messages SET expires_at = now() WHERE id = $1', [message]);
      await timePasses(api, '91 minutes');
      const [row] = await deliveries(api, message);
      expect(row).toMatchObject({ status: 'dropped', last_error: 'expired' });
      expect(sentTo(sleeper)).toEqual([]);
    });
  });

  describe('that are put off', () => {
    const isWaiting = ({ attempts }: { attempts: number }, times: number) => attempts === times;

    it('are tried again when the provider says, under the same id, and are dead letters after eight tries', async () => {
      const appId = await anAppWithProvider();
      const [member] = (await recipients(api, [{ appId, token: 'later-for-long' }])) as [Recipient];
      const message = await publishTo(api, [member]);
      for (let tries = 1; tries < 8; tries++) {
        const [row] = await deliveries(api, message, (one) => isWaiting(one, tries) && one.due_in_seconds < 121);
        expect(row).toMatchObject({ status: 'pending', attempts: tries, last_error: 'TooManyRequests' });
        expect(row?.due_in_seconds).toBeGreaterThan(60);
        await timePasses(api, '125 seconds');
      }
      const [row] = await deliveries(api, message);
      expect(row).toMatchObject({ status: 'failed', attempts: 8, last_error: 'TooManyRequests' });
      expect(new Set(sentTo(member).map(({ deliveryId }) => deliveryId))).toEqual(new Set([row?.id]));
      expect(sentTo(member)).toHaveLength(8);
      expect(await statisticsOf(api, message)).toEqual({ push_failed: 1 });
    });

    it('hold up the others of the provider for a moment, without burning their tries', async () => {
      const appId = await anAppWithProvider(3);
      const members = await aCrowd(appId, 30, 'busy-');
      const message = await publishTo(api, members);
      const rows = await deliveries(api, message, () => true).then(() =>
        eventually(async () => {
          const all = await deliveriesOf(api, message);
          return all.filter(({ attempts }) => attempts === 1).length === 3 && (await isAtRest(api)) && all;
        }),
      );
      expect(rows.filter(({ attempts }) => attempts === 0)).toHaveLength(27);
      gateway.answer = () => ({ kind: 'sent', providerId: null });
      await timePasses(api, '30 seconds');
      await deliveries(api, message);
      expect(await statisticsOf(api, message)).toEqual({ push_sent: 30 });
    });
  });

  describe('to a token that has ended', () => {
    it('leave the device a token that was registered since', async () => {
      const appId = await anAppWithProvider();
      const [before, after, renewed] = (await recipients(
        api,
        ['gone-before', 'gone-after', 'gone-renewed'].map((token) => ({ appId, token })),
      )) as [Recipient, Recipient, Recipient];
      gateway.answer = (token) => {
        if (token === 'gone-renewed') return null;
        const since = new Date(Date.now() + (token === 'gone-after' ? -1 : 1) * 3_600_000);
        return { kind: 'drop_token', since, reason: 'Unregistered' };
      };
      gateway.before = async () => {
        await sql(`UPDATE devices SET push_token = 'good-renewed' WHERE id = $1`, [renewed.deviceId]);
      };
      const message = await publishTo(api, [before, after, renewed]);
      const rows = await deliveries(api, message, ({ attempts }) => attempts === 1);
      expect(await Promise.all([before, after, renewed].map(tokenOf))).toEqual([null, 'gone-after', 'good-renewed']);
      const ends = [before, after, renewed].map(({ userId }) => rows.find(({ user_id }) => user_id === userId)?.status);
      expect(ends).toEqual(['failed', 'pending', 'pending']);
      await timePasses(api, '30 seconds');
      await eventually(() => Promise.resolve(gateway.received.some(({ device }) => device.token === 'good-renewed')));
    });

    it('take no token when there are too many of them, and wait for an administrator', async () => {
      const appId = await anAppWithProvider(20);
      const members = await aCrowd(appId, 60, 'gone-');
      const message = await publishTo(api, members);
      await eventually(async () => (await pauseOf(api, appId)).paused_at !== null && (await isAtRest(api)));
      expect(await pauseOf(api, appId)).toMatchObject({ probe_at: null, pause_reason: 'too many tokens are refused' });
      expect(await Promise.all(members.map(tokenOf))).toEqual(members.map(({ token }) => token));
      const rows = await deliveriesOf(api, message);
      expect(new Set(rows.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(new Set(['pending 0']));
      const tried = () => gateway.received.filter(({ device }) => device.token.includes(appId)).length;
      expect(tried()).toBe(60);
      await timePasses(api, '6 minutes');
      await eventually(() => isAtRest(api));
      expect(tried()).toBe(60);
      // As when an administrator has corrected the key.
      gateway.answer = () => ({ kind: 'sent', providerId: null });
      await sql('UPDATE notification_push_providers SET paused_at = NULL, pause_reason = NULL WHERE app_id = $1', [
        appId,
      ]);
      const { tenantId } = api;
      await api.database.run(tenantId, () => api.get(DeliveryTurns).release({ tenantId, appId }));
      await deliveries(api, message);
      expect(await statisticsOf(api, message)).toEqual({ push_sent: 60 });
    });
  });

  describe('to a provider that refuses the credentials', () => {
    it('wait without burning tries, are probed every five minutes and leave when a probe is accepted', async () => {
      const appId = await anAppWithProvider(10);
      const members = await aCrowd(appId, 25, 'wrong-');
      const message = await publishTo(api, members);
      await eventually(async () => (await pauseOf(api, appId)).paused_at !== null && (await isAtRest(api)));
      expect(await pauseOf(api, appId)).toMatchObject({
        pause_reason: 'InvalidProviderToken',
        probe_at: expect.any(Date),
      });
      const events = await sql(`SELECT data FROM outbox_messages WHERE type = 'push.provider_paused' AND app_id = $1`, [
        appId,
      ]);
      expect(events).toEqual([{ data: { provider: 'apns', reason: 'InvalidProviderToken' } }]);
      const tried = () => gateway.received.filter(({ device }) => device.token.includes(appId)).length;
      expect(tried()).toBe(10);
      for (let probes = 1; probes <= 2; probes++) {
        await timePasses(api, '6 minutes');
        await eventually(async () => tried() === 10 + probes && (await isAtRest(api)));
      }
      expect((await deliveriesOf(api, message)).map(({ attempts }) => attempts)).toEqual(members.map(() => 0));
      // What is added now does not have it tried before its time.
      await publishTo(api, members);
      await eventually(() => isAtRest(api));
      expect(tried()).toBe(12);
      gateway.answer = () => ({ kind: 'sent', providerId: null });
      await timePasses(api, '6 minutes');
      await timePasses(api, '6 minutes');
      await deliveries(api, message);
      expect(await pauseOf(api, appId)).toMatchObject({ paused_at: null, probe_at: null, pause_reason: null });
      expect(await statisticsOf(api, message)).toEqual({ push_sent: 25 });
    });

    it('are not held up by the token of a single device that is of another project', async () => {
      const appId = await anAppWithProvider();
      const members = await recipients(api, [{ appId }, { appId, token: `wrong-project-${appId}` }, { appId }]);
      const message = await publishTo(api, members);
      const rows = await deliveries(api, message, ({ attempts }) => attempts === 1);
      expect(rows.map(({ status }) => status).sort()).toEqual(['pending', 'sent', 'sent']);
      expect((await pauseOf(api, appId)).paused_at).toBeNull();
    });
  });

  describe('whose message was lost', () => {
    it('are found again by the sweep, and nothing else is', async () => {
      const appId = await anAppWithProvider();
      const [member] = (await recipients(api, [{ appId }])) as [Recipient];
      await holdRoute(api, 'apns', appId);
      const message = await publishTo(api, [member]);
      const before = await turnsGiven(api, appId);
      await api.get(Sweeps).run('notifications.lost_turns', 60_000, 0);
      expect(await turnsGiven(api, appId)).toBe(before);
      await sql(`DELETE FROM outbox_messages WHERE app_id = $1 AND type LIKE 'notifications.%'`, [appId]);
      await timePasses(api, '71 minutes');
      await api.get(Sweeps).run('notifications.lost_turns', 60_000, 0);
      await deliveries(api, message);
      expect(sentTo(member)).toHaveLength(1);
    });
  });

  it('are dropped when they have waited for a week, and forgotten a month after they were settled', async () => {
    const appId = await anAppWithProvider();
    const members = await recipients(api, [{ appId }, { appId }]);
    await holdRoute(api, 'apns', appId);
    const message = await publishTo(api, members);
    await sql(
      `UPDATE notification_deliveries SET available_at = available_at - interval '8 days' WHERE message_id = $1`,
      [message],
    );
    await api.get(Sweeps).run('notifications.old_deliveries', 60_000, 0);
    expect((await deliveriesOf(api, message)).map(({ last_error }) => last_error)).toEqual(['too_old', 'too_old']);
    await sql(`UPDATE notification_deliveries SET settled_at = settled_at - interval '31 days' WHERE message_id = $1`, [
      message,
    ]);
    await api.get(Sweeps).run('notifications.settled_deliveries', 60_000, 0);
    expect(await deliveriesOf(api, message)).toEqual([]);
  });

  it('of an App whose provider hangs hold up neither those of another App nor a code', async () => {
    const [hanging, well] = [await anAppWithProvider(), await anAppWithProvider()];
    const ends = Promise.withResolvers<void>();
    const [stuck] = (await recipients(api, [{ appId: hanging }])) as [Recipient];
    gateway.before = () => (sentTo(stuck).length > 0 && gateway.requests === at + 1 ? ends.promise : Promise.resolve());
    const at = gateway.requests;
    const message = await publishTo(api, [stuck]);
    await eventually(() => Promise.resolve(sentTo(stuck).length === 1));
    const [member] = (await recipients(api, [{ appId: well }])) as [Recipient];
    await publishTo(api, [member]);
    await eventually(() => Promise.resolve(sentTo(member).length === 1));
    const email = 'code@example.com';
    await api.http
      .post('/api/v1/auth/register')
      .set('X-AppID', api.appId)
      .send({ email, password: 'correct horse battery' })
      .expect(202);
    await eventually(async () => (await api.mailsTo(email))[0]?.code);
    expect((await deliveriesOf(api, message))[0]).toMatchObject({ status: 'pending', attempts: 1 });
    ends.resolve();
    await deliveries(api, message);
  });
});
