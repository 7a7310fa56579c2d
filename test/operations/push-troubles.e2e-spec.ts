import { Sweeps } from '@libs/foundation';
import { DeliveryTurns } from '../../libs/notifications/src/infrastructure/deliveries/delivery-turns';
import { eventually, type TestApi } from '../support/api';
import {
  deliveries,
  deliveriesOf,
  holdRoute,
  isAtRest,
  pauseOf,
  publishTo,
  type Recipient,
  recipients,
  statisticsOf,
  timePasses,
  turnsGiven,
} from '../support/deliveries';
import type { PushGateway } from '../support/push-gateway';
import { type Pushes, startPushes } from './support/pushes';

describe('Pushes in trouble', () => {
  let pushes: Pushes;
  let api: TestApi;
  let gateway: PushGateway;

  beforeAll(async () => {
    pushes = await startPushes();
    ({ api, gateway } = pushes);
  });
  afterEach(() => pushes.reset());
  afterAll(() => pushes.close());

  describe('that are put off', () => {
    const isWaiting = ({ attempts }: { attempts: number }, times: number) => attempts === times;

    it('are tried again when the provider says, under the same id, and are dead letters after eight tries', async () => {
      const appId = await pushes.anApp();
      const [member] = (await recipients(api, [{ appId, token: 'later-for-long' }])) as [Recipient];
      const message = await publishTo(api, [member]);
      for (let tries = 1; tries < 8; tries++) {
        // While a try lasts, its lease is what the row says, which ends sooner.
        const isPutOff = ({ due_in_seconds: due }: { due_in_seconds: number }) => due > 30 && due < 121;
        const [row] = await deliveries(api, message, (one) => isWaiting(one, tries) && isPutOff(one));
        expect(row).toMatchObject({ status: 'pending', attempts: tries, last_error: 'TooManyRequests' });
        await timePasses(api, '125 seconds');
      }
      const [row] = await deliveries(api, message);
      expect(row).toMatchObject({ status: 'failed', attempts: 8, last_error: 'TooManyRequests' });
      expect(new Set(pushes.sentTo(member).map(({ deliveryId }) => deliveryId))).toEqual(new Set([row?.id]));
      expect(pushes.sentTo(member)).toHaveLength(8);
      expect(await statisticsOf(api, message)).toEqual({ push_failed: 1 });
    });

    it('hold up the others of the provider for a moment, without burning their tries', async () => {
      const appId = await pushes.anApp(3);
      const members = await pushes.aCrowd(appId, 30, 'good-');
      gateway.answer = () => ({ kind: 'retry', afterSeconds: 600, reason: 'TooManyRequests' });
      const message = await publishTo(api, members);
      const rows = await eventually(async () => {
        const all = await deliveriesOf(api, message);
        return all.filter(({ attempts }) => attempts === 1).length === 3 && (await isAtRest(api)) && all;
      });
      expect(rows.filter(({ attempts }) => attempts === 0)).toHaveLength(27);
      gateway.answer = () => ({ kind: 'sent', providerId: null });
      await timePasses(api, '11 minutes');
      await deliveries(api, message);
      expect(await statisticsOf(api, message)).toEqual({ push_sent: 30 });
    });
  });

  describe('to a token that has ended', () => {
    it('leave the device a token that was registered since', async () => {
      const appId = await pushes.anApp();
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
        await pushes.sql(`UPDATE devices SET push_token = 'good-renewed' WHERE id = $1`, [renewed.deviceId]);
      };
      const message = await publishTo(api, [before, after, renewed]);
      // An attempt counts from its beginning: what became of it is known when all is at rest.
      await deliveries(api, message, ({ attempts }) => attempts === 1);
      await eventually(() => isAtRest(api));
      const rows = await deliveriesOf(api, message);
      expect(await Promise.all([before, after, renewed].map(pushes.tokenOf))).toEqual([
        null,
        'gone-after',
        'good-renewed',
      ]);
      const ends = [before, after, renewed].map(({ userId }) => rows.find(({ user_id }) => user_id === userId)?.status);
      expect(ends).toEqual(['failed', 'pending', 'pending']);
      await timePasses(api, '30 seconds');
      await eventually(() => Promise.resolve(gateway.received.some(({ device }) => device.token === 'good-renewed')));
    });

    it('take no token when there are too many of them, and wait for an administrator', async () => {
      const appId = await pushes.anApp(20);
      const members = await pushes.aCrowd(appId, 60, 'gone-');
      const message = await publishTo(api, members);
      await eventually(async () => (await pauseOf(api, appId)).paused_at !== null && (await isAtRest(api)));
      expect(await pauseOf(api, appId)).toMatchObject({ probe_at: null, pause_reason: 'too many tokens are refused' });
      expect(await Promise.all(members.map(pushes.tokenOf))).toEqual(members.map(({ token }) => token));
      const rows = await deliveriesOf(api, message);
      expect(new Set(rows.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(new Set(['pending 0']));
      const tried = () => pushes.arrived(appId);
      expect(tried()).toBe(60);
      await timePasses(api, '6 minutes');
      await eventually(() => isAtRest(api));
      expect(tried()).toBe(60);
      // As when an administrator has corrected the key.
      gateway.answer = () => ({ kind: 'sent', providerId: null });
      await pushes.sql(
        'UPDATE notification_push_providers SET paused_at = NULL, pause_reason = NULL WHERE app_id = $1',
        [appId],
      );
      const { tenantId } = api;
      await api.database.run(tenantId, () => api.get(DeliveryTurns).release({ tenantId, appId }));
      await deliveries(api, message);
      expect(await statisticsOf(api, message)).toEqual({ push_sent: 60 });
    });
  });

  describe('to a provider that refuses the credentials', () => {
    it('wait without burning tries, are probed every five minutes and leave when a probe is accepted', async () => {
      const appId = await pushes.anApp(10);
      const members = await pushes.aCrowd(appId, 25, 'wrong-');
      const message = await publishTo(api, members);
      await eventually(async () => (await pauseOf(api, appId)).paused_at !== null && (await isAtRest(api)));
      expect(await pauseOf(api, appId)).toMatchObject({
        pause_reason: 'InvalidProviderToken',
        probe_at: expect.any(Date),
      });
      const events = await pushes.sql(
        `SELECT data FROM outbox_messages WHERE type = 'push.provider_paused' AND app_id = $1`,
        [appId],
      );
      expect(events).toEqual([{ data: { provider: 'apns', reason: 'InvalidProviderToken' } }]);
      const tried = () => pushes.arrived(appId);
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

    it('leave its token nowhere but on the device, even if the provider repeats it', async () => {
      const appId = await pushes.anApp();
      const [member] = await pushes.aCrowd(appId, 1, 'wrong-');
      gateway.answer = (token) => ({ kind: 'configuration', reason: `bad ${token}` });
      const message = await publishTo(api, [member!]);
      await eventually(async () => (await pauseOf(api, appId)).paused_at !== null && (await isAtRest(api)));
      expect((await pauseOf(api, appId)).pause_reason).toBe('bad [target]');
      expect((await deliveriesOf(api, message))[0]?.last_error).toBe('bad [target]');
      const [kept] = await pushes.sql('SELECT count(*)::integer AS n FROM outbox_messages o WHERE o::text LIKE $1', [
        `%${member!.token}%`,
      ]);
      expect(kept?.['n']).toBe(0);
    });

    it('are not held up by the token of a single device that is of another project', async () => {
      const appId = await pushes.anApp();
      const members = await recipients(api, [{ appId }, { appId, token: `wrong-project-${appId}` }, { appId }]);
      const message = await publishTo(api, members);
      const rows = await deliveries(api, message, ({ attempts }) => attempts === 1);
      expect(rows.map(({ status }) => status).sort()).toEqual(['pending', 'sent', 'sent']);
      expect((await pauseOf(api, appId)).paused_at).toBeNull();
    });
  });

  describe('whose message was lost', () => {
    it('are found again by the sweep, and nothing else is', async () => {
      const appId = await pushes.anApp();
      const [member] = (await recipients(api, [{ appId }])) as [Recipient];
      await holdRoute(api, 'apns', appId);
      const message = await publishTo(api, [member]);
      const before = await turnsGiven(api, appId);
      await api.get(Sweeps).run('notifications.lost_turns', 60_000, 0);
      expect(await turnsGiven(api, appId)).toBe(before);
      await pushes.sql(`DELETE FROM outbox_messages WHERE app_id = $1 AND type LIKE 'notifications.%'`, [appId]);
      await timePasses(api, '71 minutes');
      await api.get(Sweeps).run('notifications.lost_turns', 60_000, 0);
      await deliveries(api, message);
      expect(pushes.sentTo(member)).toHaveLength(1);
    });
  });

  it('are dropped when they have waited for a week, and forgotten when they did not go with the others of their week', async () => {
    const appId = await pushes.anApp();
    const members = await recipients(api, [{ appId }, { appId }]);
    await holdRoute(api, 'apns', appId);
    const message = await publishTo(api, members);
    await pushes.sql(
      `UPDATE notification_deliveries SET available_at = available_at - interval '8 days' WHERE message_id = $1`,
      [message],
    );
    await api.get(Sweeps).run('notifications.overdue_deliveries', 60_000, 0);
    expect((await deliveriesOf(api, message)).map(({ last_error }) => last_error)).toEqual(['too_old', 'too_old']);
    await pushes.sql(
      `UPDATE notification_deliveries SET settled_at = settled_at - interval '39 days' WHERE message_id = $1`,
      [message],
    );
    await api.get(Sweeps).run('notifications.expired_deliveries', 60_000, 0);
    expect(await deliveriesOf(api, message)).toEqual([]);
  });

  it('of an App whose provider hangs hold up neither those of another App nor a code', async () => {
    const [hanging, well] = [await pushes.anApp(), await pushes.anApp()];
    const ends = Promise.withResolvers<void>();
    const [stuck] = (await recipients(api, [{ appId: hanging }])) as [Recipient];
    gateway.before = () =>
      pushes.sentTo(stuck).length > 0 && gateway.requests === at + 1 ? ends.promise : Promise.resolve();
    const at = gateway.requests;
    const message = await publishTo(api, [stuck]);
    await eventually(() => Promise.resolve(pushes.sentTo(stuck).length === 1));
    const [member] = (await recipients(api, [{ appId: well }])) as [Recipient];
    await publishTo(api, [member]);
    await eventually(() => Promise.resolve(pushes.sentTo(member).length === 1));
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
