import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

export class DevicesAndEvents1763712000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `ALTER TABLE devices
         ADD COLUMN push_provider text CHECK (push_provider IN ('uni_push', 'fcm', 'apns', 'hms')),
         ADD COLUMN push_token text,
         ADD COLUMN push_enabled boolean NOT NULL DEFAULT false,
         ADD CONSTRAINT devices_push CHECK ((push_provider IS NULL) = (push_token IS NULL)
                                            AND (push_token IS NOT NULL OR NOT push_enabled))`,
      `COMMENT ON COLUMN devices.push_token IS 'personal'`,
      // At most one device has a push token, whoever owns it.
      `CREATE UNIQUE INDEX devices_push_token ON devices (tenant_id, app_id, push_provider, push_token)
         WHERE push_token IS NOT NULL`,

      // Tables that are swept by age.
      'CREATE INDEX devices_age ON devices (last_seen_at)',
      'CREATE INDEX login_events_age ON login_events (occurred_at)',
      'CREATE INDEX security_events_age ON security_events (occurred_at)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP INDEX security_events_age',
      'DROP INDEX login_events_age',
      'DROP INDEX devices_age',
      'DROP INDEX devices_push_token',
      'ALTER TABLE devices DROP COLUMN push_provider, DROP COLUMN push_token, DROP COLUMN push_enabled',
    ]);
  }
}
