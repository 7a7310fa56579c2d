import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

export class UsersAdmin1763712000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // The order of administrators' lists.
      `CREATE INDEX users_newest ON users (tenant_id, created_at DESC, id DESC) WHERE status <> 'deleted'`,
      `CREATE INDEX app_memberships_newest ON app_memberships (tenant_id, app_id, created_at DESC, user_id DESC)`,
      // The last sign-in at one App.
      `CREATE INDEX login_events_success ON login_events (tenant_id, user_id, app_id, occurred_at DESC, id DESC)
         WHERE result = 'success'`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP INDEX login_events_success',
      'DROP INDEX app_memberships_newest',
      'DROP INDEX users_newest',
    ]);
  }
}
