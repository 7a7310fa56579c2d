import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/** What the texts of an App may contain. */
export class AppContentSettings1763712000068 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `ALTER TABLE apps ADD COLUMN content jsonb NOT NULL DEFAULT '{"allowExternalImages": false}'`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['ALTER TABLE apps DROP COLUMN content']);
  }
}
