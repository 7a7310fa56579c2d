import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

export class ReleaseOutcomes1763712000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // What health gates count: the last report of each installation on whether its first run of a release succeeded.
      // `occurred_at` is never later than the report was received. `network_id` is a keyed hash of the network of the
      // first report. No foreign key, as in release_reports.
      `CREATE TABLE release_outcomes (
         tenant_id uuid NOT NULL,
         release_id uuid NOT NULL,
         installation_id uuid NOT NULL,
         network_id uuid NOT NULL,
         status text NOT NULL CHECK (status IN ('failed', 'first_run_ok')),
         occurred_at timestamptz NOT NULL,
         received_at timestamptz NOT NULL,
         first_received_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, release_id, installation_id)
       )`,
      'CREATE INDEX release_outcomes_window ON release_outcomes (tenant_id, release_id, occurred_at)',
      'CREATE INDEX release_outcomes_age ON release_outcomes (received_at)',
      ...tenantWall('release_outcomes'),
      grant('release_outcomes', ALL),

      // A gate that takes long to check rests between two checks: for how long, and until when.
      `ALTER TABLE release_health_checks ADD COLUMN rest interval, ADD COLUMN resting_until timestamptz`,

      // How many reports an installation has made in its day, which begins with the first of them.
      `CREATE TABLE release_report_quotas (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         installation_id uuid NOT NULL,
         used integer NOT NULL,
         expires_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, app_id, installation_id)
       ) WITH (fillfactor = 70)`,
      'CREATE INDEX release_report_quotas_age ON release_report_quotas (expires_at)',
      ...tenantWall('release_report_quotas'),
      grant('release_report_quotas', ALL),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE release_report_quotas',
      'ALTER TABLE release_health_checks DROP COLUMN rest, DROP COLUMN resting_until',
      'DROP TABLE release_outcomes',
    ]);
  }
}
