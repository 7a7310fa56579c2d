import type { MigrationInterface, QueryRunner } from 'typeorm';
import { bulkChangeTrigger, changeTrigger, execute } from './support/tables';

export class SettingsAdmin1763712000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Encrypted, with the id of its key. A secret that was written by SQL stays in `value` until it is changed.
      `ALTER TABLE settings ADD COLUMN secret_value text
         CONSTRAINT settings_secret_value CHECK (secret_value IS NULL OR (is_secret AND value IS NULL))`,
      `CREATE INDEX settings_newest ON settings (tenant_id, created_at DESC, id DESC)`,
      // With the tenant, so that its changes make no process forget what it knows of others; a global one for all.
      'DROP TRIGGER settings_changed ON settings',
      changeTrigger('settings', 'settings', 'tenant_id'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TRIGGER settings_changed ON settings',
      bulkChangeTrigger('settings', 'settings'),
      'DROP INDEX settings_newest',
      'ALTER TABLE settings DROP COLUMN secret_value',
    ]);
  }
}
