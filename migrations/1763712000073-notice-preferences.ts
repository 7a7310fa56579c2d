import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

const CHECK = 'notification_preferences_message_type_check';
const TYPES = `'system', 'private', 'marketing', 'security'`;

/** Members choose by which channels they get notices, too. */
export class NoticePreferences1763712000073 implements MigrationInterface {
  /** The rows are read after the lock of the change is gone. Every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, withTypes(`'notice', ${TYPES}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `SELECT set_config('app.system', 'on', false)`,
      `DELETE FROM notification_preferences WHERE message_type = 'notice'`,
      `SELECT set_config('app.system', '', false)`,
      ...withTypes(TYPES),
    ]);
  }
}

function withTypes(types: string): string[] {
  return [
    `ALTER TABLE notification_preferences
       DROP CONSTRAINT IF EXISTS ${CHECK}, ADD CONSTRAINT ${CHECK} CHECK (message_type IN (${types})) NOT VALID`,
    `ALTER TABLE notification_preferences VALIDATE CONSTRAINT ${CHECK}`,
  ];
}
