import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/** What a failed authentication of an API client tells its administrators is an event of no user. */
export class ApiClientFailures1763712000055 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, ['ALTER TABLE security_events ALTER COLUMN user_id DROP NOT NULL']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DELETE FROM security_events WHERE user_id IS NULL',
      'ALTER TABLE security_events ALTER COLUMN user_id SET NOT NULL',
    ]);
  }
}
