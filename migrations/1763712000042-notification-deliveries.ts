import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class NotificationDeliveries1763712000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // One for each App and route: which message of the outbox has those sent that are due. There is one at a time,
      // however many deliveries there are and however often some are added.
      `CREATE TABLE notification_delivery_turns (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         route text NOT NULL CHECK (route IN ('uni_push', 'fcm', 'apns', 'hms', 'email')),
         -- Null while nothing is to be sent.
         turn uuid,
         -- When it is delivered.
         turn_at timestamptz,
         -- Until when the provider wants to be left alone.
         held_until timestamptz,
         PRIMARY KEY (tenant_id, app_id, route),
         CONSTRAINT notification_delivery_turns_at CHECK ((turn IS NULL) = (turn_at IS NULL)),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
       )`,
      ...tenantWall('notification_delivery_turns'),
      grant('notification_delivery_turns', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
      // Some providers tell when a token ended: the same one may have been registered again since.
      'ALTER TABLE devices ADD COLUMN push_registered_at timestamptz',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'ALTER TABLE devices DROP COLUMN push_registered_at',
      'DROP TABLE notification_delivery_turns',
    ]);
  }
}
