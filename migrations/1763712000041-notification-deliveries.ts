import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class NotificationDeliveries1763712000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...PUSH,
      ...DELIVERIES,
      // Some providers tell when a token ended: the same one may have been registered again since.
      'ALTER TABLE devices ADD COLUMN push_registered_at timestamptz',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'ALTER TABLE devices DROP COLUMN push_registered_at',
      'DROP TABLE notification_delivery_turns',
      'DROP TABLE notification_deliveries',
      'DROP TABLE notification_push_results',
      'DROP TABLE notification_push_access_tokens',
      'DROP TABLE notification_push_providers',
    ]);
  }
}

/** The credentials by which an App reaches its members' devices. */
const PUSH = [
  `CREATE TABLE notification_push_providers (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     provider text NOT NULL CHECK (provider IN ('uni_push', 'fcm', 'apns', 'hms', 'webhook', 'log')),
     enabled boolean NOT NULL,
     -- Without its secrets.
     config jsonb NOT NULL,
     -- The secrets, encrypted.
     secrets text,
     -- Since when nothing is sent because the provider refuses the credentials, and what it said.
     paused_at timestamptz,
     pause_reason text,
     -- When one delivery is to be tried, paused or not.
     probe_at timestamptz,
     -- What became of the last test that an administrator asked for.
     last_test jsonb,
     lock_version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, app_id, provider),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
   )`,
  ...tenantWall('notification_push_providers'),
  grant('notification_push_providers', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

  // What providers give in exchange for credentials, shared by all processes: they count how often it is asked for.
  `CREATE TABLE notification_push_access_tokens (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     provider text NOT NULL,
     -- Some providers have two protocols, each with its own.
     kind text NOT NULL,
     -- Of the credentials that it was given for.
     credentials_hash text NOT NULL,
     -- Encrypted.
     access_token text,
     -- Rises with each token, and names it to whoever was refused with it.
     version integer NOT NULL DEFAULT 0,
     refresh_at timestamptz,
     expires_at timestamptz,
     -- Who asks for the next one, and until when nobody else does.
     refreshing_by uuid,
     refreshing_until timestamptz,
     -- Why none was given, and until when it is not asked again.
     failure jsonb,
     failed_until timestamptz,
     PRIMARY KEY (tenant_id, app_id, provider, kind),
     FOREIGN KEY (tenant_id, app_id, provider)
       REFERENCES notification_push_providers (tenant_id, app_id, provider) ON DELETE CASCADE
   )`,
  ...tenantWall('notification_push_access_tokens'),
  grant('notification_push_access_tokens', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

  // By the minute: a wrong key must not empty the table of devices.
  `CREATE TABLE notification_push_results (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     provider text NOT NULL,
     minute timestamptz NOT NULL,
     results integer NOT NULL DEFAULT 0,
     refused_tokens integer NOT NULL DEFAULT 0,
     PRIMARY KEY (tenant_id, app_id, provider, minute),
     FOREIGN KEY (tenant_id, app_id, provider)
       REFERENCES notification_push_providers (tenant_id, app_id, provider) ON DELETE CASCADE
   )`,
  `CREATE INDEX notification_push_results_age ON notification_push_results (minute)`,
  ...tenantWall('notification_push_results'),
  grant('notification_push_results', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

/** One push to a device, or one mail to a member. */
const DELIVERIES = [
  `CREATE TABLE notification_deliveries (
     tenant_id uuid NOT NULL,
     -- Names it to the provider, in every attempt.
     id uuid NOT NULL DEFAULT gen_random_uuid(),
     app_id uuid NOT NULL,
     message_id uuid NOT NULL,
     user_id uuid NOT NULL,
     -- The provider of the device, or email.
     route text NOT NULL CHECK (route IN ('uni_push', 'fcm', 'apns', 'hms', 'email')),
     device_id uuid,
     status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'failed', 'ignored', 'dropped')),
     attempts smallint NOT NULL DEFAULT 0,
     -- When the next attempt is due, or the one under way is given up for lost.
     available_at timestamptz NOT NULL DEFAULT now(),
     -- What the provider called it.
     provider_id text,
     last_error text,
     settled_at timestamptz,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     CONSTRAINT notification_deliveries_device CHECK ((route = 'email') = (device_id IS NULL)),
     CONSTRAINT notification_deliveries_settled CHECK ((status = 'pending') = (settled_at IS NULL)),
     FOREIGN KEY (tenant_id, message_id) REFERENCES notification_messages (tenant_id, id) ON DELETE CASCADE
   )`,
  `CREATE INDEX notification_deliveries_due ON notification_deliveries (tenant_id, app_id, route, available_at)
     WHERE status = 'pending'`,
  `CREATE INDEX notification_deliveries_settled ON notification_deliveries (settled_at) WHERE settled_at IS NOT NULL`,
  `CREATE INDEX notification_deliveries_of_user ON notification_deliveries (tenant_id, user_id)`,
  `CREATE INDEX notification_deliveries_of_message ON notification_deliveries (tenant_id, message_id, status)`,
  ...tenantWall('notification_deliveries'),
  grant('notification_deliveries', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

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
];
