import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, deleteExpired, type Expired, type SweepBatch, Sweeps } from '@libs/foundation';
import { BUCKET_INTERVALS, bucketEdges, type BucketInterval } from '@libs/kernel';
import { TenantSettings } from '@libs/operations';

/** For as long as figures are shown. */
const RETENTION = '2 years';
const EXPIRED: readonly Expired[] = [
  { table: 'member_activity_counts', since: 'starts_at', after: RETENTION },
  { table: 'member_login_counts', since: 'slot', after: RETENTION },
];

/** A day of a large installation, which is counted only when nothing was for a day. */
const LIMIT_SECONDS = 60;

/** One process counts at a time. What happened a minute ago is committed; a step covers a day at most. */
const LOCK_PROGRESS = `
  SELECT counted_to AS "from", least(counted_to + interval '1 day', now() - interval '1 minute') AS "to",
         counted_to + interval '1 day' < now() - interval '1 minute' AS "isBehind"
    FROM member_statistics_progress FOR UPDATE`;

const MOVE_PROGRESS = 'UPDATE member_statistics_progress SET counted_to = $1';

const COUNT_LOGINS = `
  INSERT INTO member_login_counts AS c (tenant_id, app_id, slot, logins)
  SELECT tenant_id, app_id, date_bin('15 minutes', occurred_at, '2000-01-01Z'), count(*)
    FROM login_events
   WHERE occurred_at >= $1 AND occurred_at < $2 AND result = 'success' AND app_id IS NOT NULL
   GROUP BY 1, 2, 3
  ON CONFLICT (tenant_id, slot, app_id) DO UPDATE SET logins = c.logins + excluded.logins`;

const ACTIVE_TENANTS = `
  SELECT t.id FROM tenants t
   WHERE EXISTS (SELECT FROM sessions s
                  WHERE s.tenant_id = t.id AND s.last_active_at >= $1 AND s.last_active_at < $2 AND s.app_id IS NOT NULL)`;

/** Statements and round trips do not grow with the tenants; what one of them counts does not, either. */
const TENANTS_AT_ONCE = 500;

/**
 * Counts a member once in each hour and day: where it was not active before in the same one. $1 tenants, $2-$4 the hours
 * and days of their time zone, $5 and $6 from when to when.
 */
const COUNT_ACTIVITY = `
  WITH seen AS MATERIALIZED (
    SELECT s.tenant_id, s.app_id, s.user_id, s.last_active_at
      FROM sessions s JOIN app_memberships m ON m.tenant_id = s.tenant_id AND m.app_id = s.app_id AND m.user_id = s.user_id
     WHERE s.tenant_id = ANY ($1::uuid[]) AND s.last_active_at >= $5 AND s.last_active_at < $6
  ), counted AS (
    INSERT INTO member_activity_counts AS c (tenant_id, app_id, period, starts_at, members)
    SELECT n.tenant_id, n.app_id, n.period, n.starts_at, count(*)
      FROM (SELECT DISTINCT s.tenant_id, s.app_id, s.user_id, b.period, b.starts_at
              FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS b (period, starts_at, ends_at)
              JOIN seen s ON s.last_active_at >= b.starts_at AND s.last_active_at < b.ends_at) n
      LEFT JOIN member_activity a ON a.tenant_id = n.tenant_id AND a.app_id = n.app_id AND a.user_id = n.user_id
     WHERE a.last_active_at IS NULL OR a.last_active_at < n.starts_at
     GROUP BY n.tenant_id, n.app_id, n.period, n.starts_at
    ON CONFLICT (tenant_id, period, starts_at, app_id) DO UPDATE SET members = c.members + excluded.members
  )
  INSERT INTO member_activity AS a (tenant_id, app_id, user_id, last_active_at)
  SELECT tenant_id, app_id, user_id, max(last_active_at) FROM seen GROUP BY tenant_id, app_id, user_id
  ON CONFLICT (tenant_id, app_id, user_id) DO UPDATE SET last_active_at = excluded.last_active_at
   WHERE a.last_active_at < excluded.last_active_at`;

/**
 * Counts sign-ins and activity while they are known: sign-ins are kept for half a year, and a session only knows when it
 * was active last.
 */
@Injectable()
export class MemberStatisticsSweeper implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly database: Database,
    private readonly settings: TenantSettings,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('iam.member_statistics', () => this.count());
    for (const expired of EXPIRED) {
      this.sweeps.register(`iam.${expired.table}`, () => deleteExpired(this.database, expired));
    }
  }

  private count(): Promise<SweepBatch> {
    return this.database.runAsSystem(async () => {
      await this.database.extendLimits(LIMIT_SECONDS);
      const [progress] = await this.database.query<{ from: Date; to: Date; isBehind: boolean }>(LOCK_PROGRESS);
      if (!progress || progress.to <= progress.from) return { rows: 0, full: false };
      const { from, to, isBehind } = progress;
      await this.database.query(COUNT_LOGINS, [from, to]);
      const tenants = await this.database.query<{ id: string }>(ACTIVE_TENANTS, [from, to]);
      const timeZones = await this.settings.timeZones();
      const byTimeZone = Map.groupBy(tenants, ({ id }) => timeZones(id));
      for (const [timeZone, those] of byTimeZone) {
        for (let at = 0; at < those.length; at += TENANTS_AT_ONCE) {
          const ids = those.slice(at, at + TENANTS_AT_ONCE).map(({ id }) => id);
          await this.countActivity(ids, timeZone, from, to);
        }
      }
      await this.database.query(MOVE_PROGRESS, [to]);
      return { rows: 0, full: isBehind };
    });
  }

  private async countActivity(tenantIds: readonly string[], timeZone: string, from: Date, to: Date): Promise<void> {
    const buckets = BUCKET_INTERVALS.flatMap((interval) => bucketsOf(timeZone, interval, from, to));
    await this.database.query(COUNT_ACTIVITY, [
      tenantIds,
      buckets.map(({ interval }) => interval),
      buckets.map(({ start }) => start),
      buckets.map(({ end }) => end),
      from,
      to,
    ]);
  }
}

function bucketsOf(timeZone: string, interval: BucketInterval, from: Date, to: Date) {
  const edges = bucketEdges(timeZone, interval, from, to, 100);
  return edges.slice(1).map((end, index) => ({ interval, start: edges[index]!, end }));
}
