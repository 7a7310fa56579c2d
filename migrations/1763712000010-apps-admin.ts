import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

export class AppsAdmin1763712000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Installations remember which onboarding they have shown, so its content never changes.
      `CREATE TRIGGER app_onboarding_revisions_immutable BEFORE UPDATE OR DELETE ON app_onboarding_revisions
         FOR EACH ROW EXECUTE FUNCTION refuse_revision_change()`,
      `CREATE TRIGGER app_onboarding_revisions_kept BEFORE TRUNCATE ON app_onboarding_revisions
         FOR EACH STATEMENT EXECUTE FUNCTION refuse_revision_change()`,
      // The list is filtered and counted in the index alone: rows are wide, with settings of some kilobytes.
      `CREATE INDEX apps_search ON apps (tenant_id, created_at DESC, id DESC)
         INCLUDE (name, dcloud_appid, app_type, status) WHERE deleted_at IS NULL`,
      `DROP INDEX apps_newest`,
      // An index-only scan works only for rows that vacuum has processed.
      `ALTER TABLE apps SET (autovacuum_vacuum_insert_threshold = 100, autovacuum_vacuum_insert_scale_factor = 0.05)`,
      `CREATE INDEX app_memberships_active ON app_memberships (tenant_id, app_id) WHERE status = 'active'`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP INDEX app_memberships_active',
      'ALTER TABLE apps RESET (autovacuum_vacuum_insert_threshold, autovacuum_vacuum_insert_scale_factor)',
      'CREATE INDEX apps_newest ON apps (tenant_id, created_at DESC, id DESC) WHERE deleted_at IS NULL',
      'DROP INDEX apps_search',
      'DROP TRIGGER app_onboarding_revisions_kept ON app_onboarding_revisions',
      'DROP TRIGGER app_onboarding_revisions_immutable ON app_onboarding_revisions',
    ]);
  }
}
