import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

const PLATFORM = `text NOT NULL CHECK (platform IN ('android', 'ios', 'harmony'))`;
const PACKAGE_TYPE = `text NOT NULL CHECK (package_type IN ('native_app', 'wgt'))`;

export class ReleaseAdoptionDays1763712000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // The days (UTC) on which a device reported, each with the release it had at its end. `changed_at` is when it got
      // the release, by its own clock, or gave it up; -infinity as long as it reported neither. No foreign keys, as in
      // release_reports.
      `CREATE TABLE release_device_days (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         installation_id uuid NOT NULL,
         package_type ${PACKAGE_TYPE},
         day date NOT NULL,
         platform ${PLATFORM},
         release_id uuid,
         changed_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, app_id, installation_id, package_type, day)
       )`,
      'CREATE INDEX release_device_days_age ON release_device_days (day)',
      ...tenantWall('release_device_days'),
      grant('release_device_days', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

      // The daily change in the number of devices: of those that reported on the day or in the 30 days before it
      // (without release_id), and of those that had the release at its end. Slots as in release_report_days.
      `CREATE TABLE release_adoption_days (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         package_type ${PACKAGE_TYPE},
         platform ${PLATFORM},
         release_id uuid,
         day date NOT NULL,
         slot smallint NOT NULL,
         change bigint NOT NULL
       ) WITH (fillfactor = 50)`,
      `CREATE UNIQUE INDEX release_adoption_days_key
         ON release_adoption_days (tenant_id, app_id, package_type, platform, release_id, day, slot) NULLS NOT DISTINCT`,
      ...tenantWall('release_adoption_days'),
      grant('release_adoption_days', ['SELECT', 'INSERT', 'UPDATE']),

      `SELECT set_config('app.system', 'on', true)`,
      COUNT_WHAT_WAS_TOLD,
      `SELECT set_config('app.system', '', true)`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE release_adoption_days', 'DROP TABLE release_device_days']);
  }
}

const DEVICE = 'tenant_id, app_id, installation_id, package_type';

/**
 * Reports are kept for 90 days, so for the last 60 days everything reported in the 30 days before each is known.
 * Earlier days are not counted. Days that late reports may still change are kept.
 */
const COUNT_WHAT_WAS_TOLD = `
  WITH today AS (
    SELECT (now() AT TIME ZONE 'UTC')::date AS day
  ), told AS (
    SELECT e.tenant_id, e.app_id, e.installation_id, r.package_type, e.platform, e.received_at,
           (least(e.occurred_at, e.received_at) AT TIME ZONE 'UTC')::date AS day,
           CASE WHEN e.status IN ('installed', 'first_run_ok') THEN e.release_id END AS release_id,
           CASE WHEN e.status IN ('installed', 'first_run_ok', 'rolled_back') THEN e.occurred_at
                ELSE '-infinity' END AS changed_at
      FROM release_reports e JOIN releases r ON r.tenant_id = e.tenant_id AND r.id = e.release_id
     UNION ALL
    SELECT ${DEVICE}, platform, last_reported_at, (least(changed_at, last_reported_at) AT TIME ZONE 'UTC')::date,
           release_id, changed_at
      FROM release_devices WHERE isfinite(changed_at)
  ), days AS (
    SELECT DISTINCT ON (${DEVICE}, day) * FROM told ORDER BY ${DEVICE}, day, changed_at DESC, received_at DESC
  ), changes AS (
    SELECT *, count(*) FILTER (WHERE isfinite(changed_at)) OVER device AS change, lead(day) OVER device AS next_day
      FROM days WINDOW device AS (PARTITION BY ${DEVICE} ORDER BY day)
  ), timeline AS (
    SELECT ${DEVICE}, day, next_day, first_value(platform) OVER since AS platform,
           first_value(release_id) OVER since AS release_id, first_value(changed_at) OVER since AS changed_at
      FROM changes WINDOW since AS (PARTITION BY ${DEVICE}, change ORDER BY day)
  ), kept AS (
    INSERT INTO release_device_days (${DEVICE}, day, platform, release_id, changed_at)
    SELECT ${DEVICE}, t.day, platform, release_id, changed_at FROM timeline t, today
     WHERE next_day IS NULL OR next_day >= today.day - 31
  )
  INSERT INTO release_adoption_days (tenant_id, app_id, package_type, platform, release_id, day, slot, change)
  SELECT t.tenant_id, t.app_id, t.package_type, t.platform, counted.release_id, moved.day,
         get_byte(uuid_send(t.installation_id), 15) % 8 AS slot, sum(moved.change)
    FROM timeline t, today,
         unnest(CASE WHEN t.release_id IS NULL THEN ARRAY[NULL::uuid] ELSE ARRAY[NULL, t.release_id] END)
           AS counted (release_id),
         LATERAL (VALUES (greatest(t.day, today.day - 59), 1),
                         (greatest(least(t.next_day, t.day + 31), today.day - 59), -1)) AS moved (day, change)
   GROUP BY t.tenant_id, t.app_id, t.package_type, t.platform, counted.release_id, moved.day, slot
  HAVING sum(moved.change) <> 0`;
