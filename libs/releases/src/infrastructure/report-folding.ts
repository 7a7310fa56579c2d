import {
  COUNTED_AFTER_DAYS,
  ENDING_STATUSES,
  HAVING_STATUSES,
  OUTCOME_STATUSES,
  REPORT_STATUSES,
  SEEN_AGAIN_AFTER_DAYS,
} from '../domain/release-report';
import { COUNT_ADOPTION } from './release-adoption';
import { FRESH, TOLD } from './reports-of-batch';

/** The number of rows per day among which the counts of a release are spread. */
const SLOTS = 8;

/** How many reports there were of each status, by release, platform and day of the event (UTC). */
const COUNT_DAYS = `
  INSERT INTO release_report_days AS d (tenant_id, release_id, day, platform, slot, ${REPORT_STATUSES.join(', ')})
  SELECT $1, release_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, platform, $4,
         ${REPORT_STATUSES.map((status) => `count(*) FILTER (WHERE status = '${status}')`).join(', ')}
    FROM (${FRESH}) fresh GROUP BY release_id, day, platform ORDER BY release_id, day, platform
  ON CONFLICT (tenant_id, release_id, day, platform, slot) DO UPDATE
    SET ${REPORT_STATUSES.map((status) => `${status} = d.${status} + excluded.${status}`).join(', ')}`;

/** The installations that reported anything about a release. */
const KNOW_INSTALLATION = `
  INSERT INTO release_installations (tenant_id, release_id, installation_id, first_reported_at)
  SELECT DISTINCT tenant_id, release_id, installation_id, now() FROM (${FRESH}) fresh ORDER BY release_id
  ON CONFLICT DO NOTHING`;

/** How the first run of a release went, by the last report on that: what health gates read. */
const NOTE_OUTCOMES = `
  INSERT INTO release_outcomes AS o (tenant_id, release_id, installation_id, network_id, block_id, status,
                                     occurred_at, received_at, first_received_at)
  SELECT DISTINCT ON (release_id) $1, release_id, installation_id, $5::uuid, $6::uuid, status, least(occurred_at, now()),
         now(), now()
    FROM (${FRESH}) fresh WHERE status = ANY ($4)
   ORDER BY release_id, least(occurred_at, now()) DESC, place DESC
  ON CONFLICT (tenant_id, release_id, installation_id) DO UPDATE
    SET status = excluded.status, occurred_at = excluded.occurred_at, received_at = excluded.received_at
    WHERE excluded.occurred_at >= o.occurred_at`;

/** Which release the device has now: it keeps it even while its rollout is paused. */
const NOTE_DEVICE = `
  WITH ${TOLD}, latest AS (
    SELECT DISTINCT ON (package_type) package_type, installation_id, platform, release_id, changed_at
      FROM told ORDER BY package_type, changed_at DESC, place DESC
  )
  INSERT INTO release_devices AS d (tenant_id, app_id, package_type, installation_id, platform, release_id, changed_at,
                                    last_reported_at)
  SELECT $1, $2, package_type, installation_id, platform, release_id, changed_at, now() FROM latest
  ON CONFLICT (tenant_id, app_id, package_type, installation_id) DO UPDATE
    SET platform = CASE WHEN excluded.changed_at >= d.changed_at THEN excluded.platform ELSE d.platform END,
        release_id = CASE WHEN excluded.changed_at >= d.changed_at THEN excluded.release_id ELSE d.release_id END,
        changed_at = greatest(d.changed_at, excluded.changed_at), last_reported_at = excluded.last_reported_at
    WHERE (isfinite(excluded.changed_at) AND excluded.changed_at >= d.changed_at)
       OR d.last_reported_at < now() - make_interval(days => $6)`;

/** Who reported. The ids are those of `installationId` and `networkId`. */
interface Reporter {
  readonly tenantId: string;
  readonly appId: string;
  readonly installation: string;
  readonly network: string;
  readonly block: string | null;
}

/**
 * What follows from the events that a batch of the device has added, as statements that leave with its commit. All
 * batches have them in the same order, and each takes its rows in the order of their keys, so that none blocks another.
 * What the device had is counted before it is replaced.
 */
export function foldingOf({ tenantId, appId, installation, network, block }: Reporter, added: readonly string[]) {
  const batch = [tenantId, appId, added];
  const slot = parseInt(installation.slice(-2), 16) % SLOTS;
  const told = [...batch, HAVING_STATUSES, ENDING_STATUSES];
  return [
    { text: COUNT_DAYS, values: [...batch, slot] },
    { text: KNOW_INSTALLATION, values: batch },
    { text: NOTE_OUTCOMES, values: [...batch, OUTCOME_STATUSES, network, block] },
    { text: COUNT_ADOPTION, values: [...told, COUNTED_AFTER_DAYS, installation, slot] },
    { text: NOTE_DEVICE, values: [...told, SEEN_AGAIN_AFTER_DAYS] },
  ];
}
