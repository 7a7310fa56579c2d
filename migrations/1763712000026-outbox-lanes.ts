import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute, grant } from './support/tables';

const WAITING = 'completed_at IS NULL AND dead_at IS NULL';

const INDEXES: Readonly<Record<string, string>> = {
  outbox_messages_lanes: `outbox_messages (lane, tenant_id, available_at) WHERE ${WAITING}`,
  outbox_messages_lost: `outbox_messages (lost, available_at) WHERE lost > 0 AND ${WAITING}`,
  outbox_messages_dead: 'outbox_messages (dead_at) WHERE dead_at IS NOT NULL',
};

/** Lanes of the outbox, attempts that ended with their process, and the schedule of the sweeps. */
export class OutboxLanes1763712000026 implements MigrationInterface {
  /** Concurrent index builds run outside a transaction, so every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // The previous version writes no lane. Its index outbox_messages_due stays as long as it may run.
      `ALTER TABLE outbox_messages
         ADD COLUMN IF NOT EXISTS lane text NOT NULL DEFAULT 'default',
         ADD COLUMN IF NOT EXISTS begun_at timestamptz,
         ADD COLUMN IF NOT EXISTS lost integer NOT NULL DEFAULT 0`,
      ...buildConcurrently(INDEXES),
      `CREATE TABLE IF NOT EXISTS sweeps (
         name text PRIMARY KEY,
         next_run_at timestamptz NOT NULL DEFAULT now(),
         -- Until when a process is at it, unless it dies.
         lease_until timestamptz,
         last_run_at timestamptz,
         last_rows bigint NOT NULL DEFAULT 0,
         last_ms integer NOT NULL DEFAULT 0,
         last_error text,
         -- Whether rows were left when its time was over.
         behind boolean NOT NULL DEFAULT false,
         runs bigint NOT NULL DEFAULT 0,
         rows bigint NOT NULL DEFAULT 0
       )`,
      grant('sweeps', ['SELECT', 'INSERT', 'UPDATE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE IF EXISTS sweeps',
      ...Object.keys(INDEXES).map((name) => `DROP INDEX IF EXISTS ${name}`),
      `ALTER TABLE outbox_messages
         DROP COLUMN IF EXISTS lane, DROP COLUMN IF EXISTS begun_at, DROP COLUMN IF EXISTS lost`,
    ]);
  }
}
