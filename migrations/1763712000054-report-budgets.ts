import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

/** Budgets of reports by network, and what health gates need to weigh failures. See docs/decisions/0070. */
export class ReportBudgets1763712000054 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // How many reports were kept from a network of an App in its day, which begins with the first of them.
      `CREATE TABLE release_report_networks (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         network_id uuid NOT NULL,
         used integer NOT NULL,
         -- The budget, as whoever spent last of it knew it.
         room integer NOT NULL,
         expires_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, app_id, network_id),
         CONSTRAINT release_report_networks_room CHECK (used <= room)
       ) WITH (fillfactor = 70)`,
      'CREATE INDEX release_report_networks_age ON release_report_networks (expires_at)',
      ...tenantWall('release_report_networks'),
      grant('release_report_networks', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

      // The installations that reported anything about a release.
      `CREATE TABLE release_installations (
         tenant_id uuid NOT NULL,
         release_id uuid NOT NULL,
         installation_id uuid NOT NULL,
         first_reported_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, release_id, installation_id)
       )`,
      'CREATE INDEX release_installations_age ON release_installations (first_reported_at)',
      ...tenantWall('release_installations'),
      grant('release_installations', ['SELECT', 'INSERT', 'DELETE']),

      // The IPv6 /32 that a network is in. Null for IPv4, and for what the previous version writes.
      'ALTER TABLE release_outcomes ADD COLUMN block_id uuid',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'ALTER TABLE release_outcomes DROP COLUMN block_id',
      'DROP TABLE release_installations',
      'DROP TABLE release_report_networks',
    ]);
  }
}
