import pg from 'pg';
import { someone } from '../mobile/support/me';
import { eventually, type TestApi } from '../support/api';
import {
  deliveries,
  deliveriesOf,
  type DeliveryRow,
  publishTo,
  type Recipient,
  recipients,
  timePasses,
} from '../support/deliveries';
import { type Pushes, startPushes } from './support/pushes';

describe('Pushes in quiet hours', () => {
  let pushes: Pushes;
  let api: TestApi;

  beforeAll(async () => {
    pushes = await startPushes();
    api = pushes.api;
  });
  afterEach(() => pushes.reset());
  afterAll(() => pushes.close());

  const quietNow = ({ userId, appId }: Recipient, minutes: number) =>
    pushes.sql(
      `INSERT INTO notification_quiet_hours (tenant_id, app_id, user_id, enabled, starts_at, ends_at, time_zone)
       SELECT $1, $2, $3, true, to_char(t - interval '1 hour', 'HH24:MI')::time, to_char(t + $4 * interval '1 minute', 'HH24:MI')::time,
              'Asia/Shanghai' FROM (SELECT now() AT TIME ZONE 'Asia/Shanghai' AS t) AS clock`,
      [api.tenantId, appId, userId, minutes],
    );

  it('wait for their end, without burning a try', async () => {
    const appId = await pushes.anApp();
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
    expect([pushes.sentTo(sleeper), pushes.sentTo(awake)].map((sent) => sent.length)).toEqual([0, 1]);
    // What comes in the meantime does not wait for it.
    const [late] = (await recipients(api, [{ appId }])) as [Recipient];
    await deliveries(api, await publishTo(api, [late]));
    expect(pushes.sentTo(late)).toHaveLength(1);
    await pushes.sql('DELETE FROM notification_quiet_hours WHERE user_id = $1', [sleeper.userId]);
    await timePasses(api, '91 minutes');
    await deliveries(api, message);
    expect(pushes.sentTo(sleeper)).toHaveLength(1);
  });

  it('are dropped if the message expires meanwhile', async () => {
    const appId = await pushes.anApp();
    const [sleeper] = (await recipients(api, [{ appId }])) as [Recipient];
    await quietNow(sleeper, 90);
    const message = await publishTo(api, [sleeper], { expiresAt: new Date(Date.now() + 3_600_000) });
    // Looked at again when it expires, not at the end of the quiet hours.
    await deliveries(api, message, ({ due_in_seconds }) => due_in_seconds > 60 && due_in_seconds <= 3_600);
    await pushes.sql('UPDATE notification_messages SET expires_at = now() WHERE id = $1', [message]);
    await timePasses(api, '91 minutes');
    const [row] = await deliveries(api, message);
    expect(row).toMatchObject({ status: 'dropped', last_error: 'expired' });
    expect(pushes.sentTo(sleeper)).toEqual([]);
  });

  describe('that change', () => {
    /** A member who can change them, with a device. */
    const aSleeper = async () => {
      const appId = await pushes.anApp();
      const { me } = await someone(api, {}, appId);
      const { id: userId } = (await me.get().expect(200)).body.data as { id: string };
      const token = `good-${userId}`;
      await pushes.sql(
        `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, platform, push_provider, push_token, push_enabled)
         VALUES ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'ios', 'apns', $4, true)`,
        [api.tenantId, appId, userId, token],
      );
      const arrived = () => pushes.arrived(token);
      const quiet = (quiet_hours: object) => me.patch('notification-preferences', { quiet_hours }).expect(200);
      return { me, userId, appId, arrived, quiet };
    };
    /** HH:MM of UTC, so many minutes from now. */
    const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
    const held = ({ status, due_in_seconds }: DeliveryRow) => status === 'pending' && due_in_seconds > 60;

    it('let go at once what the former ones held when they are switched off, and no retries', async () => {
      const sleeper = await aSleeper();
      await sleeper.quiet({ enabled: true, start: clock(-60), end: clock(90) });
      const message = await publishTo(api, [sleeper]);
      const retried = await publishTo(api, [sleeper]);
      await deliveries(api, message, held);
      await deliveries(api, retried, held);
      await pushes.sql('UPDATE notification_deliveries SET is_held = false, attempts = 1 WHERE message_id = $1', [
        retried,
      ]);
      await sleeper.quiet({ enabled: false });
      expect(await deliveries(api, message)).toMatchObject([{ status: 'sent', attempts: 1 }]);
      expect(await deliveriesOf(api, retried)).toMatchObject([{ status: 'pending' }]);
      expect(sleeper.arrived()).toBe(1);
    });

    it('hold it by the new ones when they are moved', async () => {
      const sleeper = await aSleeper();
      await sleeper.quiet({ enabled: true, start: clock(-60), end: clock(90) });
      const message = await publishTo(api, [sleeper]);
      await deliveries(api, message, held);
      await sleeper.quiet({ end: clock(30) });
      const [row] = await deliveries(api, message, (one) => held(one) && one.due_in_seconds < 31 * 60);
      expect(row).toMatchObject({ status: 'pending', attempts: 0 });
      await sleeper.quiet({ start: clock(60), end: clock(90) });
      await deliveries(api, message);
      expect(sleeper.arrived()).toBe(1);
    });

    it('with the time zone that they follow let it go as well', async () => {
      const sleeper = await aSleeper();
      await sleeper.quiet({ enabled: true, start: clock(-60), end: clock(90) });
      const message = await publishTo(api, [sleeper]);
      await deliveries(api, message, held);
      await sleeper.me.patch('preferences', { time_zone: 'Asia/Tokyo' }).expect(200);
      await deliveries(api, message);
      expect(sleeper.arrived()).toBe(1);
    });

    it('let go what was about to be held while they changed', async () => {
      const sleeper = await aSleeper();
      await sleeper.quiet({ enabled: true, start: clock(-60), end: clock(90) });
      const message = await publishTo(api, [sleeper]);
      await deliveries(api, message, held);
      // As whoever has just looked at the former hours: the delivery is locked, and not held yet.
      await pushes.sql('UPDATE notification_deliveries SET is_held = false WHERE message_id = $1', [message]);
      const client = new pg.Client({ connectionString: api.urls.superuserUrl });
      await client.connect();
      try {
        await client.query('BEGIN');
        await client.query('SELECT FROM notification_deliveries WHERE message_id = $1 FOR UPDATE', [message]);
        await sleeper.quiet({ enabled: false });
        const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await eventually(async () => (await pushes.sql(waits)).length > 0);
        await client.query('UPDATE notification_deliveries SET is_held = true WHERE message_id = $1', [message]);
        await client.query('COMMIT');
      } finally {
        await client.end();
      }
      await deliveries(api, message);
      expect(sleeper.arrived()).toBe(1);
    });
  });
});
