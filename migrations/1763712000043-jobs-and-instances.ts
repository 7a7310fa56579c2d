import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute, grant, tenantWall } from './support/tables';

const WAITING = 'completed_at IS NULL AND dead_at IS NULL';

/** The first takes the place of outbox_messages_due, which nothing has read by since there are lanes. */
const INDEXES: Readonly<Record<string, string>> = {
  outbox_messages_of_tenants: `outbox_messages (tenant_id, lane, available_at) WHERE ${WAITING}`,
  outbox_messages_failing: `outbox_messages (tenant_id, id) WHERE (last_error IS NOT NULL OR lost > 0) AND ${WAITING}`,
  outbox_messages_dead_letters: `outbox_messages (tenant_id, id) WHERE dead_at IS NOT NULL AND completed_at IS NULL`,
};

/** What administrators see of the outbox and do with it, and the processes of the installation. */
export class JobsAndInstances1763712000043 implements MigrationInterface {
  /** Concurrent index builds run outside a transaction, so every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `ALTER TABLE outbox_messages
         -- How many of the attempts were made before an administrator had it tried anew.
         ADD COLUMN IF NOT EXISTS attempts_before integer NOT NULL DEFAULT 0,
         -- Whether it was put into a queue in Redis; available_at says until when it is left there.
         ADD COLUMN IF NOT EXISTS is_queued boolean NOT NULL DEFAULT false`,
      ...buildConcurrently(INDEXES),
      'DROP INDEX CONCURRENTLY IF EXISTS outbox_messages_due',
      // Queues of which nothing is handed out.
      `CREATE TABLE IF NOT EXISTS outbox_pauses (
         tenant_id uuid NOT NULL,
         queue text NOT NULL,
         paused_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, queue)
       )`,
      'DROP POLICY IF EXISTS tenant_wall ON outbox_pauses',
      ...tenantWall('outbox_pauses'),
      grant('outbox_pauses', ['SELECT', 'INSERT', 'DELETE']),
      // Running processes. Not worth a write-ahead log: each says within seconds that it is there.
      `CREATE UNLOGGED TABLE IF NOT EXISTS runtime_instances (
         id uuid PRIMARY KEY,
         kind text NOT NULL CHECK (kind IN ('api', 'worker', 'all')),
         version text NOT NULL,
         commit text,
         node text NOT NULL,
         hostname text NOT NULL,
         rss_bytes bigint NOT NULL,
         heap_used_bytes bigint NOT NULL,
         started_at timestamptz NOT NULL,
         last_seen_at timestamptz NOT NULL DEFAULT now()
       )`,
      'CREATE INDEX IF NOT EXISTS runtime_instances_last_seen ON runtime_instances (last_seen_at)',
      grant('runtime_instances', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE IF EXISTS runtime_instances',
      'DROP TABLE IF EXISTS outbox_pauses',
      `CREATE INDEX IF NOT EXISTS outbox_messages_due ON outbox_messages (available_at) WHERE ${WAITING}`,
      ...Object.keys(INDEXES).map((name) => `DROP INDEX IF EXISTS ${name}`),
      'ALTER TABLE outbox_messages DROP COLUMN IF EXISTS attempts_before, DROP COLUMN IF EXISTS is_queued',
    ]);
  }
}
