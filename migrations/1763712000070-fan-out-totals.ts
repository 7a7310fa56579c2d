import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/** How many members a publication goes out to, so that its progress can be told. */
export class FanOutTotals1763712000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Null until it is counted. Those that the previous version began are not.
      'ALTER TABLE notification_fan_outs ADD COLUMN total integer',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['ALTER TABLE notification_fan_outs DROP COLUMN total']);
  }
}
