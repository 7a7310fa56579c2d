import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/** Clients never read settings of tenants and Apps: what said that they do had no effect. */
export class PublicSettingsAreGlobal1763712000081 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `SELECT set_config('app.system', 'on', true)`,
      `UPDATE settings SET is_public = false, lock_version = lock_version + 1, updated_at = now()
        WHERE is_public AND scope <> 'global'`,
      `SELECT set_config('app.system', 'off', true)`,
    ]);
  }

  /** Which ones it were is not known any more, and of no use. */
  async down(): Promise<void> {}
}
