import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute } from './support/tables';

/** Messages that show a draft to a few members. */
export class TestMessages1763712000071 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'ALTER TABLE notification_messages ADD COLUMN IF NOT EXISTS test_of uuid',
      // How many an administrator has sent within an hour.
      ...buildConcurrently({
        notification_messages_tests:
          'notification_messages (tenant_id, created_by, created_at DESC) WHERE test_of IS NOT NULL',
      }),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP INDEX IF EXISTS notification_messages_tests',
      'ALTER TABLE notification_messages DROP COLUMN IF EXISTS test_of',
    ]);
  }
}
