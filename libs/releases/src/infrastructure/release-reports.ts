import { Injectable } from '@nestjs/common';
import { Database, Secrets } from '@libs/foundation';
import {
  NETWORK_REPORTS_PER_DAY,
  type ReleaseReport,
  type ReportingDevice,
  type ReportProblem,
  REPORTS_PER_DAY,
} from '../domain/release-report';
import { installationId } from './installation-id';
import { networkId } from './network-id';
import { ADOPTION_PARTS } from './release-adoption';

/** The result of adding a batch of reports. */
interface AddedReports {
  /** How many were new, including dropped ones; none if there are problems. */
  readonly accepted: number;
  /** How many of these were added. */
  readonly added: number;
  /** How many were dropped, and whose budget was the smaller one. */
  readonly dropped: number;
  readonly budget: 'installation' | 'network';
  /** By index in the batch, from 0. */
  readonly problems: readonly { readonly index: number; readonly problem: ReportProblem }[];
  /** The releases whose health gate has to be checked now. */
  readonly suspects: readonly string[];
}

/** The number of rows per day among which the counts of a release are spread. */
const SLOTS = 8;

/** A device that was silent for this long counts as seen anew when it reports. */
const SEEN_AGAIN_AFTER = '7 days';

const QUOTA_KEY = 'tenant_id = $1 AND app_id = $2 AND installation_id = $3';

const INSTALLATION_ROOM = `${REPORTS_PER_DAY} - ${usedOf('release_report_quotas', QUOTA_KEY)}`;

/**
 * Locks the day of an installation, without changing it. Its batches take turns here, so that each sees the reports of
 * earlier ones, and their number. Where its network has used up its day there is nothing to see, and an installation,
 * which may be invented, gets no row.
 */
const LOCK_QUOTA = `
  INSERT INTO release_report_quotas (tenant_id, app_id, installation_id, used, expires_at)
  SELECT $1, $2, $3, 0, now() + interval '1 day' WHERE ${networkRoom('$4')} > 0
  ON CONFLICT (tenant_id, app_id, installation_id) DO UPDATE SET used = 0 WHERE false`;

/**
 * Spends of the day of a network, with the commit: the installations of a network wait for each other no longer than
 * that, or one network would hold up all others. What no longer has room violates the constraint below, which undoes
 * the transaction.
 */
const SPEND_OF_NETWORK = `
  INSERT INTO release_report_networks AS n (tenant_id, app_id, network_id, used, room, expires_at)
  VALUES ($1, $2, $3, $4, ${NETWORK_REPORTS_PER_DAY}, now() + interval '1 day')
  ON CONFLICT (tenant_id, app_id, network_id) DO UPDATE
    SET used = excluded.used + CASE WHEN n.expires_at > now() THEN n.used ELSE 0 END, room = excluded.room,
        expires_at = CASE WHEN n.expires_at > now() THEN n.expires_at ELSE excluded.expires_at END`;

/** Of the table of networks: nobody spends more than there is. */
export const NETWORK_ROOM_CONSTRAINT = 'release_report_networks_room';

/**
 * A single statement for a batch, all of it or nothing: looks up the releases, adds new reports within both daily budgets,
 * counts them, and records what the device has now, had on each day, and how its first run went. All batches add and
 * count in the same order, so that overlapping ones wait for each other but never deadlock.
 */
const ADD = `
  WITH given AS MATERIALIZED (
    SELECT g.place, g.event_id, g.release_id, g.status, g.error_code, g.from_version_code,
           to_timestamp(g.occurred_ms / 1000) AS occurred_at, coalesce(g.platform, r.platform) AS platform,
           r.package_type, r.health_gate IS NOT NULL AND r.health_tripped_at IS NULL AS is_guarded,
           CASE WHEN r.id IS NULL THEN 'unknown_release'
                WHEN g.platform <> ALL (r.target_platforms) THEN 'not_a_target'
                WHEN to_timestamp(g.occurred_ms / 1000) > now() + interval '5 minutes' THEN 'in_future'
                WHEN to_timestamp(g.occurred_ms / 1000) < now() - interval '30 days' THEN 'too_old' END AS problem
      FROM unnest($5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::integer[], $10::float8[], $11::text[])
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
    SELECT ${INSTALLATION_ROOM} AS of_installation, ${networkRoom('$12')} AS of_network
  ), kept AS (
    SELECT unknown.* FROM unknown, room WHERE number <= least(of_installation, of_network)
  ), added AS (
    INSERT INTO release_reports (tenant_id, app_id, event_id, release_id, installation_id, platform, status, error_code,
                                 from_version_code, occurred_at)
    SELECT $1, $2, event_id, release_id, $3, platform, status, error_code, from_version_code, occurred_at
      FROM kept ORDER BY event_id
    ON CONFLICT (tenant_id, app_id, event_id) DO NOTHING
    RETURNING event_id
  ), spent AS (
    UPDATE release_report_quotas
       SET used = CASE WHEN expires_at > now() THEN used ELSE 0 END + (SELECT count(*) FROM added),
           expires_at = CASE WHEN expires_at > now() THEN expires_at ELSE now() + interval '1 day' END
     WHERE ${QUOTA_KEY} AND EXISTS (SELECT FROM added)
  ), fresh AS (
    SELECT picked.* FROM picked JOIN added USING (event_id)
  ), counted AS (
    INSERT INTO release_report_days AS d (tenant_id, release_id, day, platform, slot, offered, download_started,
                                          downloaded, installed, first_run_ok, failed, rolled_back)
    SELECT $1, release_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, platform, $4,
           count(*) FILTER (WHERE status = 'offered'), count(*) FILTER (WHERE status = 'download_started'),
           count(*) FILTER (WHERE status = 'downloaded'), count(*) FILTER (WHERE status = 'installed'),
           count(*) FILTER (WHERE status = 'first_run_ok'), count(*) FILTER (WHERE status = 'failed'),
           count(*) FILTER (WHERE status = 'rolled_back')
      FROM fresh GROUP BY release_id, day, platform ORDER BY release_id, day, platform
    ON CONFLICT (tenant_id, release_id, day, platform, slot) DO UPDATE
      SET offered = d.offered + excluded.offered, download_started = d.download_started + excluded.download_started,
          downloaded = d.downloaded + excluded.downloaded, installed = d.installed + excluded.installed,
          first_run_ok = d.first_run_ok + excluded.first_run_ok, failed = d.failed + excluded.failed,
          rolled_back = d.rolled_back + excluded.rolled_back
  ), installations AS (
    INSERT INTO release_installations (tenant_id, release_id, installation_id, first_reported_at)
    SELECT DISTINCT $1::uuid, release_id, $3::uuid, now() FROM fresh ORDER BY release_id
    ON CONFLICT DO NOTHING
  ), outcomes AS (
    INSERT INTO release_outcomes AS o (tenant_id, release_id, installation_id, network_id, block_id, status,
                                       occurred_at, received_at, first_received_at)
    SELECT DISTINCT ON (release_id) $1, release_id, $3, $12, $13::uuid, status, least(occurred_at, now()), now(), now()
      FROM fresh WHERE status IN ('failed', 'first_run_ok')
     ORDER BY release_id, least(occurred_at, now()) DESC, place DESC
    ON CONFLICT (tenant_id, release_id, installation_id) DO UPDATE
      SET status = excluded.status, occurred_at = excluded.occurred_at, received_at = excluded.received_at
      WHERE excluded.occurred_at >= o.occurred_at
  ), told AS (
    SELECT package_type, platform, occurred_at, place,
           CASE WHEN status IN ('installed', 'first_run_ok') THEN release_id END AS release_id,
           CASE WHEN status IN ('installed', 'first_run_ok', 'rolled_back') THEN occurred_at
                ELSE '-infinity' END AS changed_at
      FROM fresh
  ), latest AS (
    SELECT DISTINCT ON (package_type) package_type, platform, release_id, changed_at
      FROM told ORDER BY package_type, changed_at DESC, place DESC
  ), noted AS (
    INSERT INTO release_devices AS d (tenant_id, app_id, package_type, installation_id, platform, release_id, changed_at,
                                      last_reported_at)
    SELECT $1, $2, package_type, $3, platform, release_id, changed_at, now() FROM latest
    ON CONFLICT (tenant_id, app_id, package_type, installation_id) DO UPDATE
      SET platform = CASE WHEN excluded.changed_at >= d.changed_at THEN excluded.platform ELSE d.platform END,
          release_id = CASE WHEN excluded.changed_at >= d.changed_at THEN excluded.release_id ELSE d.release_id END,
          changed_at = greatest(d.changed_at, excluded.changed_at), last_reported_at = excluded.last_reported_at
      WHERE (isfinite(excluded.changed_at) AND excluded.changed_at >= d.changed_at)
         OR d.last_reported_at < now() - interval '${SEEN_AGAIN_AFTER}'
  ),${ADOPTION_PARTS}
  SELECT (SELECT count(*)::integer FROM unknown)
           - (SELECT count(*)::integer FROM kept) + (SELECT count(*)::integer FROM added) AS accepted,
         (SELECT count(*)::integer FROM added) AS added,
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
   * Adds a batch, unless one of its reports is invalid. Reports that are known, or repeated in the batch, are skipped
   * and do not count towards the budgets. In the current transaction, whose commit fails (`NETWORK_ROOM_CONSTRAINT`) if
   * others have spent the rest of the network's budget meanwhile: then it is to be done again.
   */
  async add(
    { tenantId, id: appId }: { readonly tenantId: string; readonly id: string },
    { deviceKey, network, block }: ReportingDevice,
    reports: readonly ReleaseReport[],
  ): Promise<AddedReports> {
    const installation = installationId(appId, deviceKey);
    const quota = [tenantId, appId, installation];
    const ofNetwork = networkId(this.secrets, appId, network);
    await this.database.query(LOCK_QUOTA, [...quota, ofNetwork]);
    const [added] = await this.database.query<AddedReports>(ADD, [
      ...quota,
      slotOf(installation),
      reports.map(({ eventId }) => eventId),
      reports.map(({ releaseId }) => releaseId),
      reports.map(({ status }) => status),
      reports.map(({ errorCode }) => errorCode),
      reports.map(({ fromVersionCode }) => fromVersionCode),
      // As a number, since PostgreSQL cannot read all times as text.
      reports.map(({ occurredAt }) => occurredAt.getTime()),
      reports.map(({ platform }) => platform),
      ofNetwork,
      block && networkId(this.secrets, appId, block),
    ]);
    if (!added) throw new Error('The database did not report what it did with the reports');
    if (added.added > 0) {
      await this.database.withCommit(SPEND_OF_NETWORK, [tenantId, appId, ofNetwork, added.added]);
    }
    return added;
  }
}

function slotOf(installation: string): number {
  return parseInt(installation.slice(-2), 16) % SLOTS;
}

function networkKey(place: string): string {
  return `tenant_id = $1 AND app_id = $2 AND network_id = ${place}`;
}

function networkRoom(place: string): string {
  return `${NETWORK_REPORTS_PER_DAY} - ${usedOf('release_report_networks', networkKey(place))}`;
}

function usedOf(table: string, key: string): string {
  return `coalesce((SELECT used FROM ${table} WHERE ${key} AND expires_at > now()), 0)`;
}
