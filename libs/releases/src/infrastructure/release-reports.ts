import { Injectable } from '@nestjs/common';
import { Database, Secrets } from '@libs/foundation';
import {
  NETWORK_REPORTS_PER_DAY,
  OLDEST_REPORT_DAYS,
  REPORT_AHEAD_MINUTES,
  type ReleaseReport,
  type ReportingDevice,
  type ReportProblem,
  REPORTS_PER_DAY,
} from '../domain/release-report';
import { installationId } from './installation-id';
import { networkId } from './network-id';
import { foldingOf } from './report-folding';

/** The result of adding a batch of reports. */
interface AddedReports {
  /** The events that were new and are kept, in the order of the batch; none if there are problems. */
  readonly added: readonly string[];
  /** How many new ones were dropped, and whose budget was the smaller one. */
  readonly dropped: number;
  readonly budget: 'installation' | 'network';
  /** By index in the batch, from 0. */
  readonly problems: readonly { readonly index: number; readonly problem: ReportProblem }[];
  /** The releases whose health gate has to be checked now. */
  readonly suspects: readonly string[];
}

/** What an installation, and a network, have used of their day. */
const USED = usedOf('release_report_quotas', 'installation_id = $3');
const usedOfNetwork = (place: string) => usedOf('release_report_networks', `network_id = ${place}`);

/**
 * Locks the day of an installation, without changing it. Its batches take turns here, so that each sees the reports of
 * earlier ones, and their number. Where its network has used up its day there is nothing to see, and an installation,
 * which may be invented, gets no row.
 */
const LOCK_QUOTA = `
  INSERT INTO release_report_quotas (tenant_id, app_id, installation_id, used, expires_at)
  SELECT $1, $2, $3, 0, now() + interval '1 day' WHERE ${usedOfNetwork('$4')} < $5
  ON CONFLICT (tenant_id, app_id, installation_id) DO UPDATE SET used = 0 WHERE false`;

/** Spends of the day of an installation, which begins with the first of its reports. */
const SPEND = `
  UPDATE release_report_quotas
     SET used = CASE WHEN expires_at > now() THEN used ELSE 0 END + $4,
         expires_at = CASE WHEN expires_at > now() THEN expires_at ELSE now() + interval '1 day' END
   WHERE tenant_id = $1 AND app_id = $2 AND installation_id = $3`;

/**
 * Spends of the day of a network, with the commit: the installations of a network wait for each other no longer than
 * that, or one network would hold up all others. What no longer has room violates the constraint below, which undoes
 * the transaction.
 */
const SPEND_OF_NETWORK = `
  INSERT INTO release_report_networks AS n (tenant_id, app_id, network_id, used, room, expires_at)
  VALUES ($1, $2, $3, $4, $5, now() + interval '1 day')
  ON CONFLICT (tenant_id, app_id, network_id) DO UPDATE
    SET used = excluded.used + CASE WHEN n.expires_at > now() THEN n.used ELSE 0 END, room = excluded.room,
        expires_at = CASE WHEN n.expires_at > now() THEN n.expires_at ELSE excluded.expires_at END`;

/** Of the table of networks: nobody spends more than there is. */
export const NETWORK_ROOM_CONSTRAINT = 'release_report_networks_room';

/**
 * Adds a batch, all of it or nothing: looks up the releases, and adds new reports within both daily budgets. All batches
 * add in the same order, so that overlapping ones wait for each other but never deadlock.
 *
 * `given`: the reports with their releases, and what is wrong with them. `picked`: each event once, unless something is
 * wrong. `unknown`: those that were not reported before. `room`: what both budgets have left. `kept`: those within it.
 * `added`: without those that another installation adds at the same moment.
 */
const ADD = `
  WITH given AS MATERIALIZED (
    SELECT g.place, g.event_id, g.release_id, g.status, g.error_code, g.from_version_code,
           to_timestamp(g.occurred_ms / 1000) AS occurred_at, coalesce(g.platform, r.platform) AS platform,
           r.health_gate IS NOT NULL AND r.health_tripped_at IS NULL AS is_guarded,
           CASE WHEN r.id IS NULL THEN 'unknown_release'
                WHEN g.platform <> ALL (r.target_platforms) THEN 'not_a_target'
                WHEN to_timestamp(g.occurred_ms / 1000) > now() + make_interval(mins => $12) THEN 'in_future'
                WHEN to_timestamp(g.occurred_ms / 1000) < now() - make_interval(days => $13) THEN 'too_old' END AS problem
      FROM unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::integer[], $9::float8[], $10::text[])
           WITH ORDINALITY AS g (event_id, release_id, status, error_code, from_version_code, occurred_ms, platform, place)
      LEFT JOIN LATERAL (
        SELECT * FROM releases WHERE tenant_id = $1 AND id = g.release_id AND app_id = $2
                                 AND deleted_at IS NULL AND first_published_at IS NOT NULL LIMIT 1
      ) r ON true
  ), picked AS (
    SELECT DISTINCT ON (event_id) * FROM given
     WHERE NOT EXISTS (SELECT FROM given WHERE problem IS NOT NULL)
     ORDER BY event_id, place
  ), unknown AS (
    SELECT *, row_number() OVER (ORDER BY place) AS number FROM picked
     WHERE NOT EXISTS (SELECT FROM release_reports k
                        WHERE k.tenant_id = $1 AND k.app_id = $2 AND k.event_id = picked.event_id)
  ), room AS MATERIALIZED (
    SELECT $14::integer - ${USED} AS of_installation, $15::integer - ${usedOfNetwork('$11')} AS of_network
  ), kept AS (
    SELECT unknown.* FROM unknown, room WHERE number <= least(of_installation, of_network)
  ), added AS (
    INSERT INTO release_reports (tenant_id, app_id, event_id, release_id, installation_id, platform, status, error_code,
                                 from_version_code, occurred_at)
    SELECT $1, $2, event_id, release_id, $3, platform, status, error_code, from_version_code, occurred_at
      FROM kept ORDER BY event_id
    ON CONFLICT (tenant_id, app_id, event_id) DO NOTHING
    RETURNING event_id
  ), fresh AS (
    SELECT kept.* FROM kept JOIN added USING (event_id)
  )
  SELECT (SELECT coalesce(array_agg(event_id ORDER BY place), '{}') FROM fresh) AS added,
         (SELECT count(*)::integer FROM unknown) - (SELECT count(*)::integer FROM kept) AS dropped,
         (SELECT CASE WHEN of_network < of_installation THEN 'network' ELSE 'installation' END FROM room) AS budget,
         (SELECT coalesce(json_agg(json_build_object('index', place - 1, 'problem', problem) ORDER BY place), '[]')
            FROM given WHERE problem IS NOT NULL) AS problems,
         (SELECT coalesce(array_agg(DISTINCT f.release_id), '{}') FROM fresh f
           WHERE f.is_guarded
             AND (f.status = 'failed' OR (f.status = 'first_run_ok' AND EXISTS (
               SELECT FROM release_health_checks c WHERE c.tenant_id = $1 AND c.release_id = f.release_id)))) AS suspects`;

/** Devices' reports about their releases. */
@Injectable()
export class ReleaseReports {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Adds a batch, unless one of its reports is invalid, and folds it into the counts. Reports that are known, or repeated
   * in the batch, are skipped and do not count towards the budgets. In the current transaction, whose commit fails (`NETWORK_ROOM_CONSTRAINT`) if
   * others have spent the rest of the network's budget meanwhile: then it is to be done again.
   */
  async add(
    { tenantId, id: appId }: { readonly tenantId: string; readonly id: string },
    { deviceKey, network, block }: ReportingDevice,
    reports: readonly ReleaseReport[],
  ): Promise<AddedReports> {
    const installation = installationId(appId, deviceKey);
    const ofNetwork = networkId(this.secrets, appId, network);
    const quota = [tenantId, appId, installation];
    await this.database.query(LOCK_QUOTA, [...quota, ofNetwork, NETWORK_REPORTS_PER_DAY]);
    const [result] = await this.database.query<AddedReports>(ADD, [
      ...quota,
      reports.map(({ eventId }) => eventId),
      reports.map(({ releaseId }) => releaseId),
      reports.map(({ status }) => status),
      reports.map(({ errorCode }) => errorCode),
      reports.map(({ fromVersionCode }) => fromVersionCode),
      // As a number, since PostgreSQL cannot read all times as text.
      reports.map(({ occurredAt }) => occurredAt.getTime()),
      reports.map(({ platform }) => platform),
      ofNetwork,
      REPORT_AHEAD_MINUTES,
      OLDEST_REPORT_DAYS,
      REPORTS_PER_DAY,
      NETWORK_REPORTS_PER_DAY,
    ]);
    if (!result) throw new Error('The database did not report what it did with the reports');
    const { added } = result;
    if (added.length === 0) return result;
    await this.database.withCommit(SPEND, [...quota, added.length]);
    const ids = { network: ofNetwork, block: block && networkId(this.secrets, appId, block) };
    for (const { text, values } of foldingOf({ tenantId, appId, installation, ...ids }, added)) {
      await this.database.withCommit(text, values);
    }
    const spent = [tenantId, appId, ofNetwork, added.length, NETWORK_REPORTS_PER_DAY];
    await this.database.withCommit(SPEND_OF_NETWORK, spent);
    return result;
  }
}

function usedOf(table: string, whose: string): string {
  const day = `SELECT used FROM ${table} WHERE tenant_id = $1 AND app_id = $2 AND ${whose} AND expires_at > now()`;
  return `coalesce((${day}), 0)`;
}
