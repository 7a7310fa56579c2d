import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { BucketInterval } from '@libs/kernel';
import { REFRESH_IDLE_DAYS } from '../../domain/sessions/session-lifetimes';

/** Figures of the members of a tenant. A member is one of an App: who is a member of two counts twice. */
export interface MemberFigures {
  readonly members: number;
  /** Who joined in the last 30 days, and in the 30 days before. */
  readonly newMembers: number;
  readonly newMembersBefore: number;
  /** Who was active in the last 24 hours, 7 and 30 days. */
  readonly activeInDay: number;
  readonly activeInWeek: number;
  readonly activeInMonth: number;
  /** Of members and administrators; of one App, those of its members. */
  readonly liveSessions: number;
  /** When this was so. */
  readonly asOf: Date;
}

/** By the place of the bucket; without those in which there was nothing. */
export type BucketValues = ReadonlyMap<number, number>;

/** @param place of the value: an App, or null for all. */
const OF_APP = (table: string, place = 2) => `($${place}::uuid IS NULL OR ${table}.app_id = $${place})`;

const JOINED = 'm.tenant_id = $1 AND m.app_id = ANY ($2::uuid[])';

/** Sessions that were active since activity was counted last, of the tenant $1. */
const SINCE_COUNTED = `s.tenant_id = $1 AND s.last_active_at >= (SELECT counted_to FROM member_statistics_progress)`;

const SUMMARY = `
  WITH recent AS MATERIALIZED (
    SELECT s.app_id, s.user_id, max(s.last_active_at) AS last_active_at
      FROM sessions s
     WHERE ${SINCE_COUNTED} AND s.last_active_at > now() - interval '30 days' AND s.app_id = ANY ($2::uuid[])
     GROUP BY s.app_id, s.user_id
  ), active AS (
    SELECT last_active_at FROM recent
     UNION ALL
    SELECT a.last_active_at FROM member_activity a
     WHERE a.tenant_id = $1 AND a.app_id = ANY ($2::uuid[]) AND a.last_active_at > now() - interval '30 days'
       AND NOT EXISTS (SELECT FROM recent r WHERE r.app_id = a.app_id AND r.user_id = a.user_id)
  )
  SELECT now() AS "asOf",
         (SELECT count(*)::integer FROM app_memberships m WHERE ${JOINED} AND m.status = 'active') AS members,
         (SELECT count(*)::integer FROM app_memberships m
           WHERE ${JOINED} AND m.joined_at > now() - interval '30 days') AS "newMembers",
         (SELECT count(*)::integer FROM app_memberships m
           WHERE ${JOINED} AND m.joined_at > now() - interval '60 days'
             AND m.joined_at <= now() - interval '30 days') AS "newMembersBefore",
         (SELECT count(*)::integer FROM sessions s
           WHERE s.tenant_id = $1 AND s.last_active_at > now() - interval '${REFRESH_IDLE_DAYS} days'
             AND s.expires_at > now() AND s.revoked_at IS NULL AND ${OF_APP('s', 3)}) AS "liveSessions",
         count(*) FILTER (WHERE last_active_at > now() - interval '1 day')::integer AS "activeInDay",
         count(*) FILTER (WHERE last_active_at > now() - interval '7 days')::integer AS "activeInWeek",
         count(*)::integer AS "activeInMonth"
    FROM active`;

/** Of the buckets whose edges are $3: whether they contain an instant, and the place of the one that does. */
const IN_RANGE = (instant: string) =>
  `${instant} >= ($3::timestamptz[])[1] AND ${instant} < ($3::timestamptz[])[cardinality($3::timestamptz[])]`;
const PLACE = (instant: string) => `width_bucket(${instant}, $3::timestamptz[]) - 1`;

const REGISTRATIONS = `
  SELECT ${PLACE('m.joined_at')} AS place, count(*)::float8 AS value
    FROM app_memberships m
   WHERE m.tenant_id = $1 AND ${OF_APP('m')} AND ${IN_RANGE('m.joined_at')}
   GROUP BY 1`;

const LOGINS = `
  SELECT place, sum(logins)::float8 AS value FROM (
    SELECT ${PLACE('c.slot')} AS place, c.logins
      FROM member_login_counts c WHERE c.tenant_id = $1 AND ${OF_APP('c')} AND ${IN_RANGE('c.slot')}
     UNION ALL
    SELECT ${PLACE('e.occurred_at')}, 1
      FROM login_events e
     WHERE e.occurred_at >= (SELECT counted_to FROM member_statistics_progress) AND ${IN_RANGE('e.occurred_at')}
       AND e.tenant_id = $1 AND e.app_id IS NOT NULL AND ${OF_APP('e')} AND e.result = 'success'
  ) counted GROUP BY place`;

/**
 * Counted buckets are found by their middle: when the tenant has changed its time zone, each belongs to the one with which
 * it has most in common. What came since is counted where the member was not active before in the same bucket.
 */
const ACTIVE_MEMBERS: Readonly<Record<BucketInterval, string>> = {
  day: active('12 hours'),
  hour: active('30 minutes'),
};

function active(half: string): string {
  const middle = `c.starts_at + interval '${half}'`;
  return `
    SELECT place, sum(members)::float8 AS value FROM (
      SELECT ${PLACE(middle)} AS place, c.members
        FROM member_activity_counts c
       WHERE c.tenant_id = $1 AND c.period = $4 AND ${OF_APP('c')} AND ${IN_RANGE(middle)}
         AND c.starts_at >= ($3::timestamptz[])[1] - interval '${half}'
         AND c.starts_at < ($3::timestamptz[])[cardinality($3::timestamptz[])]
       UNION ALL
      SELECT r.place, 1
        FROM (SELECT DISTINCT s.app_id, s.user_id, ${PLACE('s.last_active_at')} AS place
                FROM sessions s
               WHERE ${SINCE_COUNTED} AND s.app_id IS NOT NULL AND ${OF_APP('s')} AND ${IN_RANGE('s.last_active_at')}) r
       CROSS JOIN LATERAL (
         -- By the key of each, however many the planner believes to have come: OFFSET keeps it from reading them all.
         SELECT max(b.last_active_at) AS last_active_at
           FROM (SELECT a.last_active_at FROM member_activity a
                  WHERE a.tenant_id = $1 AND a.app_id = r.app_id AND a.user_id = r.user_id OFFSET 0) b) a
       WHERE a.last_active_at IS NULL OR a.last_active_at < ($3::timestamptz[])[r.place + 1]
    ) counted GROUP BY place`;
}

@Injectable()
export class MemberStatistics {
  constructor(private readonly database: Database) {}

  /**
   * @param appIds the Apps of the tenant whose members count.
   * @param appId the only one of them, without the sessions of others and of administrators; null for the whole tenant.
   */
  async figures(tenantId: string, appIds: readonly string[], appId: string | null = null): Promise<MemberFigures> {
    const values = [tenantId, appIds, appId];
    const [figures] = await this.database.readRecent<MemberFigures & Record<string, unknown>>(
      tenantId,
      SUMMARY,
      values,
    );
    if (!figures) throw new Error('The figures were not counted');
    return figures;
  }

  /**
   * Who became a member, without those whose account was deleted since.
   *
   * @param appId of one App; of all if null. So below.
   * @param edges the starts of the buckets, and the end of the last one.
   */
  registrations(tenantId: string, appId: string | null, edges: readonly Date[]): Promise<BucketValues> {
    return this.valuesOf(tenantId, REGISTRATIONS, [tenantId, appId, edges]);
  }

  /** Successful sign-ins of members. */
  logins(tenantId: string, appId: string | null, edges: readonly Date[]): Promise<BucketValues> {
    return this.valuesOf(tenantId, LOGINS, [tenantId, appId, edges]);
  }

  /** Members who signed in, or whose session was refreshed. The buckets are hours or days of the tenant's time zone. */
  activeMembers(
    tenantId: string,
    appId: string | null,
    edges: readonly Date[],
    interval: BucketInterval,
  ): Promise<BucketValues> {
    return this.valuesOf(tenantId, ACTIVE_MEMBERS[interval], [tenantId, appId, edges, interval]);
  }

  private async valuesOf(tenantId: string, statement: string, values: unknown[]): Promise<BucketValues> {
    const rows = await this.database.readRecent<{ place: number; value: number }>(tenantId, statement, values);
    return new Map(rows.map(({ place, value }) => [place, value]));
  }
}
