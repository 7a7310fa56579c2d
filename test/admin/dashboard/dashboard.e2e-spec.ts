import { newId } from '@libs/kernel';
import { aMember, outboxSettled, signIn } from '../../mobile/support/journey';
import { queryAs } from '../../support/database';
import { aMessage, insertMembers, publishMessages } from '../../support/messages';
import { suiteApi } from '../../support/suite';
import { MemberStatistics } from '@libs/iam';
import { type AdminClient, suiteOwner } from '../support/admin';
import { aTenant } from '../support/tenants';

interface Summary {
  readonly apps: number;
  readonly members: number;
  readonly new_members: { readonly value: number; readonly previous: number };
  readonly active_members: { readonly day: number; readonly week: number; readonly month: number };
  readonly live_sessions: number;
  readonly notices_published: number;
  readonly releases_online: number;
  readonly jobs: Readonly<Record<'ready' | 'active' | 'failed' | 'dead', number>>;
  readonly as_of: string;
}

interface Trend {
  readonly metric: string;
  readonly interval: string;
  readonly time_zone: string;
  readonly points: readonly { readonly at: string; readonly value: number }[];
}

describe('The dashboard', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let stranger: AdminClient;
  let strangerTenant: string;

  beforeAll(async () => {
    const tenant = await aTenant(api);
    stranger = tenant.owner.client;
    strangerTenant = tenant.id;
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const scope = () => ({ tenantId: api.tenantId, appId: api.appId });
  const trend = async (search: Record<string, string>, client = owner): Promise<Trend> =>
    (await client.get(`dashboard/trends?${new URLSearchParams(search).toString()}`).expect(200)).body.data as Trend;
  const totalOf = ({ points }: Trend) => points.reduce((sum, { value }) => sum + value, 0);
  const aTimeZone = async (zone: unknown, tenantId = api.tenantId) => {
    await query(`DELETE FROM settings WHERE key = 'tenant.time_zone'`);
    await query(
      `INSERT INTO settings (id, scope, tenant_id, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, 'tenant', $2, 'tenant.time_zone', $3, 'string', false, false, 'active')`,
      [newId(), tenantId, JSON.stringify(zone)],
    );
  };

  it('shows what there is, and that in another tenant nothing is', async () => {
    for (const table of ['member_activity', 'app_memberships']) await query(`DELETE FROM ${table}`);
    await query(`DELETE FROM sessions WHERE surface = 'mobile'`);
    await signIn(api, await aMember(api));
    const [former, suspended] = await insertMembers(query, scope(), 3);
    await query(`UPDATE app_memberships SET joined_at = now() - interval '45 days' WHERE user_id = $1`, [former]);
    await query(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [suspended]);
    await query(
      `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, login_method, last_active_at, expires_at,
                             absolute_expires_at, revoked_at)
       SELECT $1, gen_random_uuid(), 'mobile', $2, $3, 'password', now() - days * interval '1 day', now() + (30 - days) * interval '1 day',
              now() + interval '60 days', CASE WHEN days = 3 THEN now() END
         FROM unnest(ARRAY[3, 3, 4, 40]) AS days`,
      [api.tenantId, former, api.appId],
    );
    // Sessions of the past, as if they had not been counted yet.
    await query(`UPDATE member_statistics_progress SET counted_to = now() - interval '50 days'`);
    const [first, second] = [aMessage({ messageType: null }), aMessage({ messageType: null })];
    await publishMessages(query, scope(), first, second, aMessage());
    await query(`UPDATE notification_messages SET kind = 'notice' WHERE message_type IS NULL`);
    await query('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [second.id]);
    await outboxSettled(api);
    await query(
      `INSERT INTO outbox_messages (tenant_id, id, type, data, lane, available_at, is_queued, begun_at, last_error, dead_at, completed_at)
       SELECT $1, gen_random_uuid(), 'Test', '{}', lane, now() + interval '1 hour', state = 'ready', CASE WHEN state = 'active' THEN now() END,
              CASE WHEN state IN ('failed', 'dead') THEN 'no' END, CASE WHEN state = 'dead' THEN now() END,
              CASE WHEN state = 'done' THEN now() END
         FROM unnest(ARRAY['default', 'mail', 'mail', 'sms', 'sms', 'sms', 'push:z', 'push:z', 'mail'],
                     ARRAY['ready', 'ready', 'active', 'failed', 'failed', 'failed', 'dead', 'done', 'later']) AS m (lane, state)`,
      [api.tenantId],
    );
    const live = await query<{ sessions: number }>(
      'SELECT count(*)::int AS sessions FROM sessions WHERE tenant_id = $1 AND revoked_at IS NULL AND expires_at > now()',
      [api.tenantId],
    );
    expect(live[0]!.sessions).toBeGreaterThan(2);
    const { body } = await owner.get('dashboard/summary').expect(200);
    expect(body.data as Summary).toEqual({
      apps: 1,
      members: 3,
      new_members: { value: 3, previous: 1 },
      active_members: { day: 1, week: 2, month: 2 },
      live_sessions: live[0]!.sessions,
      notices_published: 1,
      releases_online: 0,
      jobs: { ready: 2, active: 1, failed: 3, dead: 1 },
      as_of: expect.any(String) as string,
    });
    const theirs = await stranger.get('dashboard/summary').expect(200);
    expect(theirs.body.data).toMatchObject({
      ...{ apps: 1, members: 0, new_members: { value: 0, previous: 0 }, active_members: { day: 0, week: 0, month: 0 } },
      ...{ live_sessions: 1, notices_published: 0, releases_online: 0 },
    });
  });

  it('computes a summary once for all who ask at the same time', async () => {
    const { owner: other } = await aTenant(api);
    const compute = jest.spyOn(api.get(MemberStatistics), 'figures');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => other.client.get('dashboard/summary').expect(200)),
    );
    expect(compute).toHaveBeenCalledTimes(1);
    compute.mockRestore();
    expect(new Set(answers.map(({ body }) => (body.data as Summary).as_of)).size).toBe(1);
  });

  it('remembers no failure, and computes again when a summary is old', async () => {
    const { owner: other } = await aTenant(api);
    const compute = jest.spyOn(api.get(MemberStatistics), 'figures').mockRejectedValueOnce(new Error('lost'));
    await other.client.get('dashboard/summary').expect(500);
    const asOf = async () => ((await other.client.get('dashboard/summary').expect(200)).body.data as Summary).as_of;
    const first = await asOf();
    expect(compute).toHaveBeenCalledTimes(2);
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    expect(await asOf()).not.toBe(first);
    clock.mockRestore();
    expect(compute).toHaveBeenCalledTimes(3);
    compute.mockRestore();
  });

  it.each([
    [
      'Europe/Berlin',
      '2026-03-27T23:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
      ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ],
    [
      'Europe/Berlin',
      '2026-10-23T22:00:00.000Z',
      '2026-10-26T23:00:00.000Z',
      ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ],
    [
      'Asia/Kolkata',
      '2026-05-31T18:30:00.000Z',
      '2026-06-03T18:30:00.000Z',
      ['2026-06-01T18:30:00.000Z', '2026-06-02T18:30:00.000Z'],
    ],
    [
      'Mars/Olympus',
      '2026-06-01T00:00:00.000Z',
      '2026-06-04T00:00:00.000Z',
      ['2026-06-02T00:00:00.000Z', '2026-06-03T00:00:00.000Z'],
    ],
  ])('counts by the days of %s', async (zone, from, to, [start, end]) => {
    await aTimeZone(zone);
    const [before, first, last, after] = await insertMembers(query, scope(), 4);
    const at = (instant: string | undefined, ms: number) => new Date(Date.parse(instant!) + ms);
    for (const [user, joined] of [
      [before, at(start, -1)],
      [first, at(start, 0)],
      [last, at(end, -1)],
      [after, at(end, 0)],
    ]) {
      await query('UPDATE app_memberships SET joined_at = $2 WHERE user_id = $1', [user, joined]);
    }
    const found = await trend({ metric: 'registrations', interval: 'day', from, to });
    expect(found.time_zone).toBe(zone === 'Mars/Olympus' ? 'UTC' : zone);
    expect(found.points).toEqual([
      { at: from, value: 1 },
      { at: start, value: 2 },
      { at: end, value: 1 },
    ]);
    const hours = await trend({ metric: 'registrations', interval: 'hour', from, to });
    expect(hours.points).toHaveLength((Date.parse(to) - Date.parse(from)) / 3_600_000);
    expect(hours.points.filter(({ value }) => value > 0)).toHaveLength(4);
    expect(totalOf(hours)).toBe(4);
    expect(totalOf(await trend({ metric: 'registrations', interval: 'day', from, to }, stranger))).toBe(0);
    await query('UPDATE app_memberships SET joined_at = now() WHERE user_id = ANY ($1)', [
      [before, first, last, after],
    ]);
  });

  it('counts sign-ins, activity, deliveries and downloads, of one App or all, and of no other tenant', async () => {
    await aTimeZone('Asia/Tokyo', strangerTenant);
    await signIn(api, await aMember(api));
    const message = aMessage();
    await publishMessages(query, scope(), message);
    await query(
      `INSERT INTO notification_statistics (tenant_id, message_id, hour, shard, delivered, read)
       SELECT $1, $2, date_trunc('hour', now()), shard, delivered, 9 FROM unnest(ARRAY[0, 1, 2], ARRAY[70, 7, 0]) AS s (shard, delivered)`,
      [api.tenantId, message.id],
    );
    await query(
      `INSERT INTO release_download_counts (tenant_id, app_id, slot, downloads)
       SELECT $1, app_id, date_bin('15 minutes', now(), '2000-01-01Z'), n FROM unnest($2::uuid[], ARRAY[5, 6]) AS d (app_id, n)`,
      [api.tenantId, [api.appId, newId()]],
    );
    const from = new Date(Date.now() - 86_400_000).toISOString();
    const to = new Date(Date.now() + 60_000).toISOString();
    const signIns = await query<{ logins: number; members: number }>(
      `SELECT count(*)::int AS logins, count(DISTINCT user_id)::int AS members FROM login_events
        WHERE result = 'success' AND app_id IS NOT NULL`,
    );
    await outboxSettled(api);
    const delivered = await query<{ sum: number }>(
      'SELECT sum(delivered)::int AS sum FROM notification_statistics WHERE tenant_id = $1',
      [api.tenantId],
    );
    expect(delivered[0]!.sum).toBeGreaterThanOrEqual(77);
    const expected = {
      logins: [signIns[0]!.logins, signIns[0]!.logins],
      active_members: [signIns[0]!.members, signIns[0]!.members],
      deliveries: [delivered[0]!.sum, delivered[0]!.sum],
      downloads: [11, 5],
    };
    expect(signIns[0]!.logins).toBeGreaterThan(0);
    for (const [metric, totals] of Object.entries(expected)) {
      const all = await trend({ metric, interval: 'hour', from, to });
      const one = await trend({ metric, interval: 'hour', from, to, app_id: api.appId });
      expect([metric, totalOf(all), totalOf(one)]).toEqual([metric, ...totals]);
      const theirs = await trend({ metric, interval: 'hour', from, to }, stranger);
      expect([metric, theirs.time_zone, totalOf(theirs)]).toEqual([metric, 'Asia/Tokyo', 0]);
      expect(all).toMatchObject({ metric, interval: 'hour', time_zone: 'UTC' });
    }
  });

  it.each([
    [{ from: '2026-01-01T00:00:00Z', to: '2027-02-06T00:00:00Z' }, 'to too_many_points'],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-20T00:00:00Z', interval: 'hour' }, 'to too_many_points'],
    [{ from: '0001-01-01T00:00:00Z', to: '9999-01-01T00:00:00Z', interval: 'hour' }, 'to too_many_points'],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to not_after_from'],
    [{ from: '2026-01-01', to: '2026-01-02T00:00:00Z' }, 'from not_instant'],
    [{ to: '2026-01-02T00:00:00Z' }, 'from required'],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', metric: 'money' }, 'metric not_allowed'],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', app_id: 'mine' }, 'app_id not_uuid'],
  ])('refuses %j', async (search, error) => {
    const all = new URLSearchParams({ metric: 'logins', interval: 'day', ...search });
    const { body } = await owner.get(`dashboard/trends?${all.toString()}`).expect(422);
    expect((body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`)).toEqual([
      error,
    ]);
  });

  it('answers 400 points, each with a time', async () => {
    await query(`DELETE FROM settings WHERE key = 'tenant.time_zone'`);
    const search = { interval: 'day', from: '2026-01-01T00:00:00Z', to: '2027-02-05T00:00:00Z' };
    for (const metric of ['registrations', 'logins', 'active_members', 'deliveries', 'downloads']) {
      const { points } = await trend({ metric, ...search });
      expect([metric, points.length, points[0]!.at, points.at(-1)!.at]).toEqual([
        ...[metric, 400, '2026-01-01T00:00:00.000Z', '2027-02-04T00:00:00.000Z'],
      ]);
    }
    for (const from of ['0001-01-01T00:00:00Z', '9998-12-01T00:00:00Z', '1890-06-01T00:00:00+01:00']) {
      const to = new Date(Date.parse(from) + 86_400_000).toISOString();
      for (const interval of ['day', 'hour']) {
        expect(totalOf(await trend({ metric: 'active_members', interval, from, to }))).toBe(0);
      }
    }
  });
});
