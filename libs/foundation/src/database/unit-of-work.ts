import type { DataSource, QueryRunner } from 'typeorm';
import type { LimitedConnection } from './limited-client';
import { type NamedQuery, namedQuery } from './named-query';
import { sentTogether } from './sent-together';

/** A transaction and the tenant that row-level security lets it see (null: all tenants). */
export interface UnitOfWork {
  readonly tenantId: string | null;
  readonly runner: QueryRunner;
  /** The time of the transaction by the clock of the database. Rejects if the transaction did not begin. */
  readonly startedAt: Promise<Date>;
  readonly beforeCommit: (() => Promise<void>)[];
  readonly withCommit: PreparedQuery[];
  readonly afterCommit: (() => void)[];
  /** Set for work for one tenant inside a transaction across tenants: its scope ends before the transaction. */
  readonly isNarrowed?: true;
  /** Shared with work narrowed to one tenant. */
  readonly state: { isOver: boolean };
}

export type PreparedQuery = NamedQuery & { readonly values: unknown[] };
export type Prepare = (query: NamedQuery, values: unknown[]) => PreparedQuery;

/** Names statements where connections may keep them prepared. */
export function preparing({ preparedStatements }: { readonly preparedStatements: boolean }): Prepare {
  return (query, values) => (preparedStatements ? { ...query, values } : { text: query.text, values });
}

/** A unit of work with the connection that its transaction is open on. */
export interface OpenUnit {
  readonly unit: UnitOfWork;
  readonly client: LimitedConnection;
}

/** Work whose first transaction is held open until all of it is done. */
export interface Holding {
  held?: OpenUnit;
  isOpening: boolean;
  /** Whether a part of the transaction has failed, so that it must not be committed. */
  hasFailed: boolean;
  isOver: boolean;
}

/**
 * JIT compilation of a statement with a high estimated cost takes half a second or more. Here estimates are high because
 * of row-level security, while statements are short. Set in each transaction, as a pooler in transaction mode drops the
 * startup settings of a connection.
 */
export const WITHOUT_JIT = "set_config('jit', 'off', true)";

/**
 * Who makes the changes of a transaction, for the triggers that stamp them: an id, or this where nobody is known to act.
 * It is always said, so that rows written by something else than this program are not ascribed to anybody.
 */
export const UNKNOWN_ACTOR = 'unknown';

/** The answer includes the transaction's time, which many transactions need. */
const BEGIN_TENANT = namedQuery(
  `SELECT set_config('app.tenant_id', $1, true), set_config('app.actor', $2, true), ${WITHOUT_JIT}, now() AS now`,
);
const BEGIN_SYSTEM = namedQuery(
  `SELECT set_config('app.system', 'on', true), set_config('app.actor', $1, true), ${WITHOUT_JIT}, now() AS now`,
);
export const BEGIN_WRITE = 'BEGIN';

/** Takes a connection from the pool. */
export async function connect(dataSource: DataSource): Promise<{ runner: QueryRunner; client: LimitedConnection }> {
  const runner = dataSource.createQueryRunner();
  try {
    return { runner, client: await clientOf(runner) };
  } catch (error) {
    await runner.release().catch(() => undefined);
    throw error;
  }
}

/** Sends BEGIN and the scope together with the first statement of the work. */
export function begin(
  { runner, client }: { runner: QueryRunner; client: LimitedConnection },
  { tenantId, actor }: { readonly tenantId: string | null; readonly actor: string },
  prepare: Prepare,
): OpenUnit {
  markActive(runner, true);
  const scope = tenantId === null ? prepare(BEGIN_SYSTEM, [actor]) : prepare(BEGIN_TENANT, [tenantId, actor]);
  const begun = Promise.all([client.query(BEGIN_WRITE), client.query<{ now: Date }>(scope)]);
  const startedAt = begun.then(([, { rows }]) => {
    if (!rows[0]) throw new Error('The database did not report the time');
    return rows[0].now;
  });
  // A rejection is handled by whoever awaits it later.
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
  await sentTogether([...sent, committed]);
  const { command } = await committed;
  // After a failed statement PostgreSQL turns COMMIT into ROLLBACK, without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: the failure of a statement was ignored');
  for (const effect of afterCommit) effect();
}

export async function undo({ unit, client }: OpenUnit): Promise<void> {
  unit.state.isOver = true;
  if (unit.runner.isTransactionActive) await client.query('ROLLBACK').catch(() => undefined);
  // If the transaction did not begin, this throws the cause of later failures.
  await unit.startedAt;
}

/** Returns the connection to the pool. */
export async function close({ unit: { runner }, client }: OpenUnit): Promise<void> {
  markActive(runner, false);
  client.restoreLimit();
  await runner.release().catch(() => undefined);
}

/**
 * As TypeORM's own `startTransaction` does: `save` then opens no transaction of its own, and `transaction` opens a
 * savepoint instead of ending this transaction by its COMMIT.
 */
function markActive(runner: QueryRunner, isActive: boolean): void {
  Object.assign(runner, { isTransactionActive: isActive, transactionDepth: isActive ? 1 : 0 });
}

export function clientOf(runner: QueryRunner): Promise<LimitedConnection> {
  return runner.connect() as Promise<LimitedConnection>;
}
