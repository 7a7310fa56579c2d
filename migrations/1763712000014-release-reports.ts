import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

const PLATFORM = `text NOT NULL CHECK (platform IN ('android', 'ios', 'harmony'))`;

export class ReleaseReports1763712000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [...REPORTS, ...DAYS, ...DEVICES, ...HEALTH]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE release_health_checks',
      'DROP INDEX releases_guarded',
      'ALTER TABLE releases DROP COLUMN health_tripped_at',
      'DROP TABLE release_devices',
      'DROP TABLE release_report_days',
      'DROP TABLE release_reports',
    ]);
  }
}

const REPORTS = [
  // Devices' reports. No foreign keys here and in release_devices: each report would lock the row of its release, which
  // all devices report on, and releases are never deleted.
  `CREATE TABLE release_reports (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     event_id uuid NOT NULL,
     release_id uuid NOT NULL,
     installation_id uuid NOT NULL,
     platform ${PLATFORM},
     status text NOT NULL CHECK (status IN ('offered', 'download_started', 'downloaded', 'installed', 'first_run_ok',
                                            'failed', 'rolled_back')),
     error_code text,
     from_version_code integer NOT NULL,
     occurred_at timestamptz NOT NULL,
     received_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, app_id, event_id)
   )`,
  // What health gates count, and the latest errors.
  `CREATE INDEX release_reports_outcomes ON release_reports (tenant_id, release_id, status, occurred_at)
     INCLUDE (received_at, error_code) WHERE status IN ('failed', 'first_run_ok')`,
  'CREATE INDEX release_reports_age ON release_reports (received_at)',
  ...tenantWall('release_reports'),
  grant('release_reports', ['SELECT', 'INSERT', 'DELETE']),
];

const DAYS = [
  // The number of reports by the day (UTC) of their events. Several rows per day, of which each device uses one: with a
  // single row all devices that report on a release would wait for each other. Their pages keep room for the next
  // version of a row.
  `CREATE TABLE release_report_days (
     tenant_id uuid NOT NULL,
     release_id uuid NOT NULL,
     day date NOT NULL,
     platform ${PLATFORM},
     slot smallint NOT NULL,
     offered bigint NOT NULL,
     download_started bigint NOT NULL,
     downloaded bigint NOT NULL,
     installed bigint NOT NULL,
     first_run_ok bigint NOT NULL,
     failed bigint NOT NULL,
     rolled_back bigint NOT NULL,
     PRIMARY KEY (tenant_id, release_id, day, platform, slot),
     FOREIGN KEY (tenant_id, release_id) REFERENCES releases (tenant_id, id)
   ) WITH (fillfactor = 50)`,
  ...tenantWall('release_report_days'),
  grant('release_report_days', ['SELECT', 'INSERT', 'UPDATE']),
];

const DEVICES = [
  // The devices that reported, each with its last release. `changed_at` is when it got the release, by its own clock,
  // or gave it up; -infinity as long as it reported neither.
  `CREATE TABLE release_devices (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     package_type text NOT NULL CHECK (package_type IN ('native_app', 'wgt')),
     installation_id uuid NOT NULL,
     platform ${PLATFORM},
     release_id uuid,
     changed_at timestamptz NOT NULL,
     last_reported_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, app_id, package_type, installation_id)
   )`,
  `CREATE INDEX release_devices_adoption ON release_devices (tenant_id, app_id, package_type, platform, release_id)`,
  'CREATE INDEX release_devices_age ON release_devices (last_reported_at)',
  ...tenantWall('release_devices'),
  grant('release_devices', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

const HEALTH = [
  'ALTER TABLE releases ADD COLUMN health_tripped_at timestamptz',
  `CREATE INDEX releases_guarded ON releases (tenant_id, id)
     WHERE health_gate IS NOT NULL AND health_tripped_at IS NULL AND deleted_at IS NULL`,
  // Releases whose gate has to be checked. `requested_at` is set while a message that requests it is under way; without
  // it the release only lacks reports for its gate to act.
  `CREATE TABLE release_health_checks (
     tenant_id uuid NOT NULL,
     release_id uuid NOT NULL,
     requested_at timestamptz,
     PRIMARY KEY (tenant_id, release_id),
     FOREIGN KEY (tenant_id, release_id) REFERENCES releases (tenant_id, id)
   )`,
  ...tenantWall('release_health_checks'),
  grant('release_health_checks', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];
