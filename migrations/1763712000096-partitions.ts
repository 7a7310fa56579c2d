import type { MigrationInSteps } from '@libs/foundation';
import type { QueryRunner } from 'typeorm';
import { DROP_PARTITION_FUNCTIONS, PARTITION_FUNCTIONS } from './support/partition-functions';
import { requireDivisible, requireOwner } from './support/preconditions';
import { partition, type PartitionedTable, register, unite, validate } from './support/partitions';
import { RESTORE_SWEEPS, RETIRE_SWEEPS } from './support/retired-sweeps';
import { execute, grant } from './support/tables';

const WEEKLY = { width: 7, ahead: 14 } as const;

/** The records of a tenant are numbered without gaps. */
const NUMBERED = {
  key: 'seq',
  kind: 'number',
  width: 10_000_000,
  ahead: 5_000_000,
  reached: 'SELECT max(seq) FROM public.audit_heads',
} as const;

const TABLES: readonly PartitionedTable[] = [
  {
    name: 'outbox_messages',
    key: 'id',
    kind: 'uuid',
    ...WEEKLY,
    keptDays: 7,
    survivors: [
      'SELECT p.ctid FROM public.%1$I p WHERE p.completed_at IS NULL AND p.dead_at IS NULL',
      `SELECT p.ctid FROM public.%1$I p WHERE p.completed_at > $1 - interval '7 days'`,
      `SELECT p.ctid FROM public.%1$I p WHERE p.dead_at > $1 - interval '90 days'`,
    ],
  },
  {
    name: 'webhook_deliveries',
    // Beside its event, so that one delivery of it is in one partition.
    key: 'event_id',
    kind: 'uuid',
    ...WEEKLY,
    keptDays: 30,
    survivors: [`SELECT p.ctid FROM public.%1$I p WHERE p.created_at > $1 - interval '30 days'`],
    primaryKey: { before: 'tenant_id, id', now: 'tenant_id, id, event_id' },
    // Each partition of events would be looked through for it when one of them is dropped.
    formerKey: {
      name: 'webhook_deliveries_tenant_id_event_id_fkey',
      definition: 'FOREIGN KEY (tenant_id, event_id) REFERENCES webhook_events (tenant_id, id)',
      withoutIt: `DELETE FROM webhook_deliveries d
        WHERE NOT EXISTS (SELECT FROM webhook_events e WHERE e.tenant_id = d.tenant_id AND e.id = d.event_id)`,
    },
  },
  {
    name: 'webhook_events',
    key: 'id',
    kind: 'uuid',
    ...WEEKLY,
    keptDays: 30,
    survivors: [
      `SELECT p.ctid FROM public.%1$I p WHERE p.created_at > $1 - interval '30 days'`,
      // Deliveries of the time are gone but for those in the default partition. Each is asked for its event by the key.
      `SELECT (SELECT p.ctid FROM public.%1$I p WHERE p.tenant_id = d.tenant_id AND p.id = d.event_id)
         FROM (SELECT DISTINCT tenant_id, event_id FROM public.webhook_deliveries
                WHERE event_id >= $2::uuid AND event_id < $3::uuid) d`,
    ],
    follows: 'webhook_deliveries',
  },
  {
    name: 'notification_deliveries',
    key: 'created_at',
    kind: 'time',
    ...WEEKLY,
    keptDays: 30,
    survivors: [
      `SELECT p.ctid FROM public.%1$I p WHERE p.status = 'pending'`,
      `SELECT p.ctid FROM public.%1$I p WHERE p.settled_at > $1 - interval '30 days'`,
    ],
    primaryKey: { before: 'tenant_id, id', now: 'tenant_id, id, created_at' },
  },
  {
    name: 'security_events',
    key: 'id',
    kind: 'uuid',
    width: 28,
    ahead: 28,
    keptDays: 180,
    survivors: [`SELECT p.ctid FROM public.%1$I p WHERE p.occurred_at > $1 - interval '180 days'`],
  },
  { name: 'audit_logs', ...NUMBERED },
  { name: 'audit_search', ...NUMBERED },
];

/** Large tables in parts: each fits into memory, with its indexes, and goes as a whole when its time is over. */
export class Partitions1763712000096 implements MigrationInSteps {
  /** A table is divided in steps that nobody waits for: every step is repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await requireDivisible(runner, TABLES);
    await execute(runner, [
      `CREATE TABLE IF NOT EXISTS partitioned_tables (
         name text PRIMARY KEY,
         key text NOT NULL,
         kind text NOT NULL CHECK (kind IN ('uuid', 'time', 'number')),
         -- This and the next two are milliseconds, or numbers.
         width bigint NOT NULL,
         ahead bigint NOT NULL,
         kept bigint,
         -- SQL, by which functions act as the owner: nobody else may write it.
         reached text,
         survivors text[],
         follows text
       )`,
      grant('partitioned_tables', ['SELECT']),
      ...PARTITION_FUNCTIONS,
      `SELECT set_config('app.system', 'on', false)`,
    ]);
    for (const table of TABLES) {
      await register(runner, table);
      // The version before sweeps until the first of them is divided.
      await partition(runner, table, RETIRE_SWEEPS);
    }
    await runner.query(`SELECT set_config('app.system', '', false)`);
  }

  async isHalfWay(runner: QueryRunner): Promise<boolean> {
    return runner.hasTable('partitioned_tables');
  }

  async down(runner: QueryRunner): Promise<void> {
    await requireOwner(runner, TABLES);
    await runner.query(`SELECT set_config('app.system', 'on', false)`);
    for (const table of TABLES.toReversed()) await unite(runner, table);
    for (const table of TABLES) await validate(runner, table);
    await execute(runner, [
      `SELECT set_config('app.system', '', false)`,
      DROP_PARTITION_FUNCTIONS,
      ...RESTORE_SWEEPS,
      'DROP TABLE IF EXISTS partitioned_tables',
    ]);
  }
}
