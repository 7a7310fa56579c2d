import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

export class ReleaseOutcomes1763712000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // What health gates count: the last word of each installation on a release, whether its first run went well.
      // `occurred_at` is never later than it was received. `network_id` names the network that the first word came from,
      // as a keyed hash. No foreign key, as in release_reports.
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

      // A gate that takes long to look at rests between two looks: for how long, and until when now.
      `ALTER TABLE release_health_checks ADD COLUMN rest interval, ADD COLUMN resting_until timestamptz`,

      // How many reports an installation has told of in its day, which begins with the first of them.
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
