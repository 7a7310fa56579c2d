import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute, grant, personal, tenantWall } from './support/tables';

const INDEXES = {
  // The events of a time, in their order; the types are looked through within the index.
  webhook_events_occurred: 'webhook_events (tenant_id, occurred_at, id) INCLUDE (type)',
  webhook_deliveries_replayed: `webhook_deliveries (tenant_id, endpoint_id) WHERE kind = 'replay' AND status = 'pending'`,
};

const ANSWERS = [
  'DROP TABLE IF EXISTS webhook_answers',
  // Apart from the deliveries: an answer goes sooner, and its row need not be written again for that.
  `CREATE TABLE webhook_answers (
     tenant_id uuid NOT NULL,
     delivery_id uuid NOT NULL,
     -- Of the person whom the event is about.
     user_id uuid,
     body text NOT NULL CHECK (length(body) <= 4096),
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, delivery_id)
   )`,
  'CREATE INDEX webhook_answers_created ON webhook_answers (created_at)',
  'CREATE INDEX webhook_answers_of_user ON webhook_answers (tenant_id, user_id) WHERE user_id IS NOT NULL',
  // Other systems write it: it may repeat what they know of the person.
  ...personal('webhook_answers', ['body']),
  ...tenantWall('webhook_answers'),
  grant('webhook_answers', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

const REPLAYS = [
  'DROP TABLE IF EXISTS webhook_replays',
  // Of which not every event has its delivery yet.
  `CREATE TABLE webhook_replays (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     endpoint_id uuid NOT NULL,
     event_types text[] NOT NULL,
     -- The last event that has one, and at first the beginning of the time.
     after_occurred_at timestamptz NOT NULL,
     after_event_id uuid NOT NULL,
     until timestamptz NOT NULL,
     -- Events without a delivery.
     events_left integer NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id)
   )`,
  'CREATE INDEX webhook_replays_endpoint ON webhook_replays (tenant_id, endpoint_id)',
  'CREATE INDEX webhook_replays_created ON webhook_replays (created_at)',
  ...tenantWall('webhook_replays'),
  grant('webhook_replays', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

/** What endpoints answered, and events that are sent again by the time at which they occurred. */
export class WebhookAnswersAndReplays1763712000078 implements MigrationInterface {
  /** Indexes are built, and the constraint is validated, without locks that others wait for: every step is repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...ANSWERS,
      ...REPLAYS,
      `ALTER TABLE webhook_deliveries
         DROP CONSTRAINT IF EXISTS webhook_deliveries_kind_check,
         ADD CONSTRAINT webhook_deliveries_kind_check
           CHECK (kind IN ('event', 'redelivery', 'test', 'replay')) NOT VALID`,
      'ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_kind_check',
      ...buildConcurrently(INDEXES),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE IF EXISTS webhook_answers, webhook_replays',
      `SELECT set_config('app.system', 'on', false)`,
      `DELETE FROM outbox_messages WHERE type = 'webhooks.replay_due'`,
      `UPDATE webhook_deliveries SET kind = 'redelivery' WHERE kind = 'replay'`,
      `SELECT set_config('app.system', '', false)`,
      ...Object.keys(INDEXES).map((name) => `DROP INDEX IF EXISTS ${name}`),
      `ALTER TABLE webhook_deliveries
         DROP CONSTRAINT IF EXISTS webhook_deliveries_kind_check,
         ADD CONSTRAINT webhook_deliveries_kind_check CHECK (kind IN ('event', 'redelivery', 'test'))`,
    ]);
  }
}
