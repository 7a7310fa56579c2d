import type { DataSource, QueryRunner } from 'typeorm';
import type { LimitedConnection } from './limited-client';
import { type NamedQuery, namedQuery } from './named-query';

/** One unit of work: its transaction, and the tenant that row-level security lets it see (null: all, as system). */
export interface UnitOfWork {
  readonly tenantId: string | null;
  readonly runner: QueryRunner;
  /** The time of the transaction by the clock of the database. Rejects if the transaction did not begin. */
  readonly startedAt: Promise<Date>;
  readonly beforeCommit: (() => Promise<void>)[];
  readonly withCommit: PreparedQuery[];
  readonly afterCommit: (() => void)[];
  /** Work for one tenant inside work across tenants: its scope ends before the transaction does. */
  readonly isNarrowed?: true;
  /** Shared by everything that belongs to the unit, including work narrowed to one tenant. */
  readonly state: { isOver: boolean };
}

export type PreparedQuery = NamedQuery & { readonly values: unknown[] };
export type Prepare = (query: NamedQuery, values: unknown[]) => PreparedQuery;

/** A unit of work with the connection that its transaction is open on. */
export interface OpenUnit {
  readonly unit: UnitOfWork;
  readonly client: LimitedConnection;
}

/** Work whose transaction ends with it, rather than with the part of it that opened the transaction. */
export interface Holding {
  held?: OpenUnit;
  isOpening: boolean;
  /** Something in the transaction has failed: it is not to be committed. */
  hasFailed: boolean;
  isOver: boolean;
}

/**
 * PostgreSQL compiles a statement whose estimated cost is high, which takes it half a second or more: here estimates are
 * high because it knows little of row-level security, and statements are short. Said in each transaction, as a pooler in
 * transaction mode drops what a connection says at its start.
 */
export const WITHOUT_JIT = "set_config('jit', 'off', true)";

/** The time that holds for the whole transaction comes with the answer, as many of them ask for it. */
const BEGIN_TENANT = namedQuery(`SELECT set_config('app.tenant_id', $1, true), ${WITHOUT_JIT}, now() AS now`);
const BEGIN_SYSTEM = namedQuery(`SELECT set_config('app.system', 'on', true), ${WITHOUT_JIT}, now() AS now`);
export const BEGIN_WRITE = 'BEGIN';

/** A connection of the pool. */
export async function connect(dataSource: DataSource): Promise<{ runner: QueryRunner; client: LimitedConnection }> {
  const runner = dataSource.createQueryRunner();
  try {
    return { runner, client: await clientOf(runner) };
  } catch (error) {
    await runner.release().catch(() => undefined);
    throw error;
  }
}

/** BEGIN and the scope leave with the first statement of the work. */
export function begin(
  { runner, client }: { runner: QueryRunner; client: LimitedConnection },
  tenantId: string | null,
  prepare: Prepare,
): OpenUnit {
  markActive(runner, true);
  const scope = tenantId === null ? prepare(BEGIN_SYSTEM, []) : prepare(BEGIN_TENANT, [tenantId]);
  const begun = Promise.all([client.query(BEGIN_WRITE), client.query<{ now: Date }>(scope)]);
  const startedAt = begun.then(([, { rows }]) => {
    if (!rows[0]) throw new Error('The database did not report the time');
    return rows[0].now;
  });
  // Read by whoever awaits it later.
  startedAt.catch(() => undefined);
  const steps = { beforeCommit: [], withCommit: [], afterCommit: [] };
  return { unit: { tenantId, runner, startedAt, state: { isOver: false }, ...steps }, client };
}

export async function commit({ unit, client }: OpenUnit): Promise<void> {
  const { runner, startedAt, withCommit, afterCommit } = unit;
  unit.state.isOver = true;
  const sent = [startedAt, ...withCommit.map((statement) => client.query(statement))];
  const committed = client.query('COMMIT').then((answer) => {
    markActive(runner, false);
    return answer;
  });
  const outcomes = await Promise.allSettled([...sent, committed]);
  // The first failure is the cause of those that follow.
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  const { command } = await committed;
  // After a failed statement PostgreSQL takes COMMIT for ROLLBACK, without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: the failure of a statement was ignored');
  for (const effect of afterCommit) effect();
}

export async function undo({ unit, client }: OpenUnit): Promise<void> {
  unit.state.isOver = true;
  if (unit.runner.isTransactionActive) await client.query('ROLLBACK').catch(() => undefined);
  // If the transaction did not begin, this tells why; the failures after it do not.
  await unit.startedAt;
}

/** Gives the connection back. */
export async function close({ unit: { runner }, client }: OpenUnit): Promise<void> {
  markActive(runner, false);
  client.restoreLimit();
  await runner.release().catch(() => undefined);
}

/**
 * As TypeORM's own `startTransaction` does: `save` then opens no transaction inside this one, and `transaction` opens a
 * savepoint, rather than end this one by its own COMMIT.
 */
function markActive(runner: QueryRunner, isActive: boolean): void {
  Object.assign(runner, { isTransactionActive: isActive, transactionDepth: isActive ? 1 : 0 });
}

export function clientOf(runner: QueryRunner): Promise<LimitedConnection> {
  return runner.connect() as Promise<LimitedConnection>;
}
