import type { Sweeps } from '@libs/foundation';
import { bucketEdges, type BucketInterval } from '@libs/kernel';
import type { TenantSettings } from '@libs/operations';
import fc from 'fast-check';
import { queryAs, type TestDatabase } from '../../../../../test/support/database';
import { insertMembers } from '../../../../../test/support/messages';
import { rounds } from '../../../../../test/support/rounds';
import { suiteDatabase } from '../../../../../test/support/suite';
import { MemberStatistics } from './member-statistics';
import { MemberStatisticsSweeper } from './member-statistics-sweeper';

type Sweep = Parameters<Sweeps['register']>[1];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 'Europe/Berlin';

describe('The figures of the members of a tenant', () => {
  const test = suiteDatabase();
  let scope: { tenantId: string; appId: string };
  let statistics: MemberStatistics;
  let step: Sweep;
  let sessions: { id: string; user_id: string }[];

  beforeAll(async () => {
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    statistics = new MemberStatistics(test.database);
    step = sweepIn(ZONE);
  });
  beforeEach(async () => {
    await query('TRUNCATE sessions, app_memberships CASCADE');
    await insertMembers(query, scope, 4);
    sessions = await query(
      `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, login_method, last_active_at, expires_at, absolute_expires_at)
       SELECT tenant_id, gen_random_uuid(), 'mobile', user_id, app_id, 'password', 'epoch', now() + interval '1 day', 'infinity'
         FROM app_memberships, generate_series(1, 2) WHERE app_id = $1 RETURNING id, user_id`,
      [scope.appId],
    );
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const sweepIn = (zone: string | ((tenantId: string) => string), database = test.database): Sweep => {
    const known = new Map<string, Sweep>();
    const sweeps = { register: (name: string, sweep: Sweep) => known.set(name, sweep) } as unknown as Sweeps;
    const zoneOf = typeof zone === 'string' ? () => zone : zone;
    const zones = { timeZones: () => Promise.resolve(zoneOf) } as unknown as TenantSettings;
    new MemberStatisticsSweeper(sweeps, database, zones).onModuleInit();
    return known.get('iam.member_statistics')!;
  };
  const valuesIn = (found: ReadonlyMap<number, number>, edges: readonly Date[]) =>
    edges.slice(1).map((_, place) => found.get(place) ?? 0);
  const startAt = async (instant: number) => {
    await query('TRUNCATE member_activity, member_activity_counts, member_login_counts, login_events');
    await query('UPDATE sessions SET last_active_at = $1', [new Date(0)]);
    await query('UPDATE member_statistics_progress SET counted_to = $1', [new Date(instant)]);
  };
  /** How many members were active in each bucket, of which the model knows all that happened. */
  const modelOf = (activity: readonly { at: number; userId: string }[], edges: readonly Date[]) =>
    edges.slice(1).map((end, place) => {
      const inside = activity.filter(({ at }) => at >= edges[place]!.getTime() && at < end.getTime());
      return new Set(inside.map(({ userId }) => userId)).size;
    });

  it('count a member once in each hour and day, counted before or not', async () => {
    const happening = fc.record({
      day: fc.integer({ min: 0, max: 3 }),
      session: fc.integer({ min: 0, max: 7 }),
      at: fc.integer({ min: 0, max: DAY - 1 }),
    });
    const runs = fc.sample(fc.array(happening, { minLength: 5, maxLength: 40 }), rounds(15));
    for (const happenings of runs) {
      const now = Date.now();
      const start = now - 4 * DAY + 2 * HOUR;
      await startAt(start);
      const activity: { at: number; userId: string }[] = [];
      for (let day = 0; day < 4; day += 1) {
        // A session knows only its last activity: there is one of each between two steps.
        const latest = new Map(happenings.filter((one) => one.day === day).map((one) => [one.session, one.at]));
        for (const [index, offset] of latest) {
          const { id, user_id: userId } = sessions[index]!;
          const at = Math.min(start + day * DAY + offset, now - 1);
          activity.push({ at, userId });
          await query('UPDATE sessions SET last_active_at = $2 WHERE id = $1', [id, new Date(at)]);
        }
        for (const interval of ['day', 'hour'] satisfies BucketInterval[]) {
          const edges = bucketEdges(ZONE, interval, new Date(start), new Date(now), 400);
          const found = await statistics.activeMembers(scope.tenantId, scope.appId, edges, interval);
          expect([interval, day, valuesIn(found, edges)]).toEqual([interval, day, modelOf(activity, edges)]);
        }
        const lastSeen = new Map(activity.map(({ userId }) => [userId, 0]));
        for (const { userId, at } of activity) lastSeen.set(userId, Math.max(lastSeen.get(userId)!, at));
        const figures = await statistics.figures(scope.tenantId, [scope.appId]);
        expect(figures.activeInMonth).toBe(lastSeen.size);
        const since = figures.asOf.getTime() - DAY;
        expect(figures.activeInDay).toBe([...lastSeen.values()].filter((at) => at > since).length);
        await step(null);
      }
    }
  });

  it('count nothing twice when many processes count at the same time', async () => {
    const start = Date.now() - 3 * DAY;
    await startAt(start);
    await query('UPDATE sessions SET last_active_at = $1', [new Date(start + HOUR)]);
    await query(
      `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, occurred_at)
       SELECT tenant_id, gen_random_uuid(), app_id, user_id, '', 'success', 'password', $1 FROM sessions`,
      [new Date(start + HOUR)],
    );
    const steps = await Promise.all(Array.from({ length: 6 }, () => step(null)));
    expect(steps.filter((batch) => batch?.full)).not.toEqual([]);
    const edges = bucketEdges(ZONE, 'day', new Date(start), new Date(), 400);
    const sum = (found: ReadonlyMap<number, number>) => valuesIn(found, edges).reduce((all, one) => all + one, 0);
    expect(sum(await statistics.activeMembers(scope.tenantId, null, edges, 'day'))).toBe(4);
    expect(sum(await statistics.logins(scope.tenantId, null, edges))).toBe(8);
    expect(await query('SELECT sum(logins)::int AS logins FROM member_login_counts')).toEqual([{ logins: 8 }]);
    expect(
      await query("SELECT counted_to > now() - interval '2 minutes' AS done FROM member_statistics_progress"),
    ).toEqual([{ done: true }]);
  });

  it('of many tenants are counted by few statements, the days of each in its own time zone', async () => {
    const zones = ['Asia/Tokyo', 'America/New_York'];
    // Each with an App and a member, whose ids are that of the tenant.
    await query(
      `SET session_replication_role = replica;
       INSERT INTO tenants SELECT (jsonb_populate_record(t, jsonb_build_object(
              'id', gen_random_uuid(), 'code', 'tenant' || n, 'is_platform', false))).*
         FROM tenants t JOIN apps a ON a.tenant_id = t.id AND a.is_default, generate_series(1, 12) AS n;
       INSERT INTO apps SELECT (jsonb_populate_record(a, jsonb_build_object(
              'id', t.id, 'tenant_id', t.id, 'dcloud_appid', NULL))).*
         FROM apps a, tenants t WHERE a.is_default AND t.code LIKE 'tenant%';
       INSERT INTO users (tenant_id, id, status) SELECT id, id, 'active' FROM tenants WHERE code LIKE 'tenant%';
       INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
       SELECT id, id, id, 'active', now() FROM tenants WHERE code LIKE 'tenant%';
       INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, login_method, last_active_at, expires_at, absolute_expires_at)
       SELECT id, id, 'mobile', id, id, 'password', 'epoch', 'infinity', 'infinity' FROM tenants WHERE code LIKE 'tenant%'`,
    );
    const tenants = await query<{ id: string }>(`SELECT id FROM tenants WHERE code LIKE 'tenant%' ORDER BY id`);
    const zoneOf = (tenantId: string) => zones[tenants.findIndex(({ id }) => id === tenantId) % 2]!;
    let statements = 0;
    const counting = Object.create(test.database, {
      query: { value: (text: string, values?: unknown[]) => ((statements += 1), test.database.query(text, values)) },
    }) as TestDatabase['database'];
    const statementsFor = async (ids: readonly string[]) => {
      const start = Date.now() - 3 * HOUR;
      await startAt(start);
      await query('UPDATE sessions SET last_active_at = $1 WHERE id = ANY ($2)', [new Date(start + HOUR), ids]);
      statements = 0;
      await sweepIn(zoneOf, counting)(null);
      return statements;
    };
    const ids = tenants.map(({ id }) => id);
    expect(await statementsFor(ids)).toBe(await statementsFor(ids.slice(0, 2)));
    await statementsFor(ids);
    for (const id of ids) {
      expect(
        await query(
          `SELECT app_id, members, to_char(starts_at AT TIME ZONE $2, 'HH24:MI') AS at
             FROM member_activity_counts WHERE tenant_id = $1 AND period = 'day'`,
          [id, zoneOf(id)],
        ),
      ).toEqual([{ app_id: id, members: 1, at: '00:00' }]);
    }
  });

  it('keep sign-ins and activity when what they were counted from is gone, but not what a deleted account did', async () => {
    const start = Date.now() - 10 * HOUR;
    await startAt(start);
    await query('UPDATE sessions SET last_active_at = $1', [new Date(start + HOUR)]);
    await query(
      `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, occurred_at)
       SELECT tenant_id, gen_random_uuid(), app_id, user_id, '', unnest(ARRAY['success', 'failure']), 'password', $1
         FROM sessions`,
      [new Date(start + HOUR)],
    );
    await step(null);
    await query('DELETE FROM login_events');
    await query('UPDATE sessions SET last_active_at = $1', [new Date(0)]);
    const edges = bucketEdges('UTC', 'hour', new Date(start), new Date(), 400);
    const place = Math.floor((start + HOUR - edges[0]!.getTime()) / HOUR);
    expect(await statistics.logins(scope.tenantId, scope.appId, edges)).toEqual(new Map([[place, 8]]));
    expect(await statistics.activeMembers(scope.tenantId, null, edges, 'hour')).toEqual(new Map([[place, 4]]));
    // Whatever the time zone is now, an hour is found by its middle.
    const kolkata = bucketEdges('Asia/Kolkata', 'day', new Date(start - DAY), new Date(), 400);
    const found = await statistics.activeMembers(scope.tenantId, null, kolkata, 'hour');
    expect([...found.values()]).toEqual([4]);
    const { activeInDay } = await statistics.figures(scope.tenantId, [scope.appId]);
    expect(activeInDay).toBe(4);
    await test.database.runAsSystem(() =>
      test.database.query('DELETE FROM app_memberships WHERE user_id = $1', [sessions[0]!.user_id]),
    );
    expect((await statistics.figures(scope.tenantId, [scope.appId])).activeInDay).toBe(3);
  });
});
