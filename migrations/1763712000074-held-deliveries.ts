import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, notPersonal, personal } from './support/tables';

/** What waits for the end of quiet hours is told apart from retries; and what a member has by push or mail alone is kept. */
export class HeldDeliveries1763712000074 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `ALTER TABLE notification_deliveries
         -- By quiet hours, until available_at.
         ADD COLUMN is_held boolean NOT NULL DEFAULT false,
         -- The member has not got it in the inbox, and so reads and opens it here.
         ADD COLUMN is_outside_inbox boolean NOT NULL DEFAULT false,
         ADD COLUMN read_at timestamptz,
         ADD COLUMN opened_at timestamptz`,
      ...personal('notification_deliveries', ['read_at', 'opened_at']),
      removal(`
     UPDATE notification_deliveries SET is_outside_inbox = false, read_at = NULL, opened_at = NULL
       WHERE tenant_id = OLD.tenant_id AND app_id = OLD.app_id AND user_id = OLD.user_id AND is_outside_inbox;`),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      removal(''),
      ...notPersonal('notification_deliveries', ['read_at', 'opened_at']),
      `ALTER TABLE notification_deliveries
         DROP COLUMN is_held, DROP COLUMN is_outside_inbox, DROP COLUMN read_at, DROP COLUMN opened_at`,
    ]);
  }
}

/** What ends with a membership, and what of deliveries does: as an item of the inbox would. */
function removal(ofDeliveries: string): string {
  return `
   CREATE OR REPLACE FUNCTION remove_notification_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(hashtextextended('notification fan-outs ' || OLD.app_id, 0));
     DELETE FROM notification_inbox_items
       WHERE tenant_id = OLD.tenant_id AND app_id = OLD.app_id AND user_id = OLD.user_id;
     DELETE FROM notification_inboxes WHERE user_id = OLD.user_id AND app_id = OLD.app_id;${ofDeliveries}
     RETURN NULL;
   END $$`;
}
