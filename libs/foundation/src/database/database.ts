import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { Transactions } from '@libs/kernel';
import type { QueryResultRow } from 'pg';
import type { DataSource, EntityManager, ObjectLiteral, QueryRunner } from 'typeorm';
import { type NamedQuery, namedQuery } from './named-query';
import type { LimitedConnection } from './limited-client';
import { repeated } from './repeated';

/** One unit of work: its transaction, and the tenant that row-level security lets it see (null: all, as system). */
interface UnitOfWork {
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

type PreparedQuery = NamedQuery & { readonly values: unknown[] };

/** How much longer than the server's own limit the client waits for an answer. */
export const QUERY_MARGIN_MS = 1_000;
const EXTEND_LIMITS = "SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true)";
/** The time that holds for the whole transaction comes with the answer, as many of them ask for it. */
const BEGIN_TENANT = namedQuery("SELECT set_config('app.tenant_id', $1, true), now() AS now");
const BEGIN_SYSTEM = namedQuery("SELECT set_config('app.system', 'on', true), now() AS now");
const BEGIN_READ = 'BEGIN READ ONLY';
const BEGIN_WRITE = 'BEGIN';
const SET_TENANT = namedQuery("SELECT set_config('app.tenant_id', $1, true)");
const SET_SYSTEM = namedQuery("SELECT set_config('app.system', 'on', true)");
const NARROW = namedQuery("SELECT set_config('app.tenant_id', $1, true), set_config('app.system', '', true)");
const WIDEN = namedQuery("SELECT set_config('app.tenant_id', '', true), set_config('app.system', 'on', true)");

/**
 * The only access to PostgreSQL. All statements run in a transaction that has named its tenant first: the policies of
 * row-level security show no rows to a statement that did not.
 */
@Injectable()
export class Database implements Transactions {
  private readonly current = new AsyncLocalStorage<UnitOfWork>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly options: { preparedStatements: boolean },
  ) {}

  run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    return this.inUnitOfWork(tenantId, work);
  }

  runAsSystem<T>(work: () => Promise<T>): Promise<T> {
    return this.inUnitOfWork(null, work);
  }

  /** Runs `work` as the last part of the current transaction: for locks that all transactions compete for. */
  beforeCommit(work: () => Promise<void>): void {
    this.unitOfWork().beforeCommit.push(work);
  }

  /**
   * Changes rows in the current transaction by a statement that leaves in one write with COMMIT, after all others: for
   * what nothing in the transaction depends on or reads. If it fails, the transaction is undone, as by any other.
   */
  async withCommit(text: string, values: unknown[] = []): Promise<void> {
    const unit = this.unitOfWork();
    if (unit.isNarrowed) await this.query(text, values);
    else unit.withCommit.push(this.prepared(namedQuery(text), values));
  }

  /** Runs `effect` once the current transaction has committed; never when it rolls back. */
  afterCommit(effect: () => void): void {
    this.unitOfWork().afterCommit.push(effect);
  }

  /** Lets the statements of the current transaction take, and wait for locks, this long. */
  async extendLimits(seconds: number): Promise<void> {
    await this.query(EXTEND_LIMITS, [`${seconds}s`]);
    const client = await clientOf(this.unitOfWork().runner);
    client.extendLimit(seconds * 1_000 + QUERY_MARGIN_MS);
  }

  now(): Promise<Date> {
    return this.unitOfWork().startedAt;
  }

  /**
   * Inserts a row in the current transaction, unless it violates a unique constraint.
   *
   * @returns whether it was inserted.
   */
  async insertIfFree<Entity extends ObjectLiteral>(
    target: new (...given: never[]) => Entity,
    row: Entity,
  ): Promise<boolean> {
    const insertion = this.manager.createQueryBuilder().insert().into(target).values(row).orIgnore();
    const { raw } = (await insertion.updateEntity(false).returning('1').execute()) as { raw: unknown[] };
    return raw.length > 0;
  }

  /** TypeORM's manager of the current transaction. Throws outside of one. */
  get manager(): EntityManager {
    return this.unitOfWork().runner.manager;
  }

  /** One prepared statement in the current transaction. */
  async query<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await clientOf(this.unitOfWork().runner);
    return (await client.query<Row>(this.prepared(namedQuery(text), values))).rows;
  }

  /**
   * One read-only statement for the tenant in a single round trip: its transaction is sent in one message. Joins the
   * current transaction, if there is one.
   */
  async read<Row extends QueryResultRow>(tenantId: string, text: string, values: unknown[] = []): Promise<Row[]> {
    if (this.open()) return this.run(tenantId, () => this.query<Row>(text, values));
    return this.inOneRoundTrip<Row>(BEGIN_READ, this.prepared(SET_TENANT, [tenantId]), namedQuery(text), values);
  }

  /** The same for one statement that changes rows: atomic by itself, in a single round trip. */
  async write<Row extends QueryResultRow>(tenantId: string, text: string, values: unknown[] = []): Promise<Row[]> {
    if (this.open()) return this.run(tenantId, () => this.query<Row>(text, values));
    return this.inOneRoundTrip<Row>(BEGIN_WRITE, this.prepared(SET_TENANT, [tenantId]), namedQuery(text), values);
  }

  /** One read-only statement across tenants, in a single round trip. For look-ups made before the tenant is known. */
  async readAsSystem<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.inOneRoundTrip<Row>(BEGIN_READ, this.prepared(SET_SYSTEM, []), namedQuery(text), values);
  }

  private unitOfWork(): UnitOfWork {
    const unit = this.open();
    if (!unit) throw new Error('No transaction is under way: open one with Transactions.run');
    return unit;
  }

  /**
   * Work that was started in a transaction and not awaited may outlive it, as may listeners and timers. By then the
   * connection serves another request: a statement would run in that request's transaction, for its tenant.
   */
  private open(): UnitOfWork | undefined {
    const unit = this.current.getStore();
    if (unit?.state.isOver) throw new Error('The transaction is over: await everything that belongs to it');
    return unit;
  }

  private async inUnitOfWork<T>(tenantId: string | null, work: () => Promise<T>): Promise<T> {
    const outer = this.open();
    if (outer?.tenantId === null && tenantId !== null) return this.narrowed(outer, tenantId, work);
    if (outer) {
      if (outer.tenantId !== tenantId) throw new Error('A transaction of another scope is under way');
      return work();
    }
    return repeated(() => this.attempt(tenantId, work));
  }

  /** Work for one tenant inside work across tenants: row-level security applies to it until it is done. */
  private async narrowed<T>(outer: UnitOfWork, tenantId: string, work: () => Promise<T>): Promise<T> {
    const client = await clientOf(outer.runner);
    await client.query(this.prepared(NARROW, [tenantId]));
    try {
      return await this.current.run({ ...outer, tenantId, isNarrowed: true }, work);
    } finally {
      // After a failure inside, the transaction takes no more statements: that failure is the one to report.
      await client.query(this.prepared(WIDEN, [])).catch(() => undefined);
    }
  }

  private async attempt<T>(tenantId: string | null, work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    let client: LimitedConnection | undefined;
    let startedAt: Promise<Date> | undefined;
    const state = { isOver: false };
    try {
      client = await clientOf(runner);
      startedAt = this.begin(runner, client, tenantId);
      const steps = { beforeCommit: [], withCommit: [], afterCommit: [] };
      const unit: UnitOfWork = { tenantId, runner, startedAt, state, ...steps };
      const result = await this.current.run(unit, async () => {
        const outcome = await work();
        for (const last of unit.beforeCommit) await last();
        return outcome;
      });
      state.isOver = true;
      await this.commit(unit, client);
      for (const effect of unit.afterCommit) effect();
      return result;
    } catch (error) {
      state.isOver = true;
      if (runner.isTransactionActive) await client?.query('ROLLBACK').catch(() => undefined);
      // If the transaction did not begin, this tells why; the failures after it do not.
      await startedAt;
      throw error;
    } finally {
      markActive(runner, false);
      client?.restoreLimit();
      await runner.release().catch(() => undefined);
    }
  }

  private async commit({ runner, startedAt, withCommit }: UnitOfWork, client: LimitedConnection): Promise<void> {
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
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: the failure of a statement was ignored');
  }

  /** Not to be awaited at once: BEGIN and the scope leave with the first statement of the work. */
  private begin(runner: QueryRunner, client: LimitedConnection, tenantId: string | null): Promise<Date> {
    markActive(runner, true);
    const scope = tenantId === null ? this.prepared(BEGIN_SYSTEM, []) : this.prepared(BEGIN_TENANT, [tenantId]);
    const begun = Promise.all([client.query(BEGIN_WRITE), client.query<{ now: Date }>(scope)]);
    const startedAt = begun.then(([, { rows }]) => {
      if (!rows[0]) throw new Error('The database did not report the time');
      return rows[0].now;
    });
    // Read by whoever awaits it later.
    startedAt.catch(() => undefined);
    return startedAt;
  }

  private inOneRoundTrip<Row extends QueryResultRow>(
    begin: string,
    scope: NamedQuery,
    query: NamedQuery,
    values: unknown[],
  ): Promise<Row[]> {
    return repeated(() => this.sendAtOnce<Row>(begin, scope, this.prepared(query, values)));
  }

  private async sendAtOnce<Row extends QueryResultRow>(
    begin: string,
    scope: NamedQuery,
    statement: PreparedQuery,
  ): Promise<Row[]> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = await clientOf(runner);
      // Pipelined: the four are sent without waiting. When one fails, COMMIT ends the transaction as a rollback.
      const results = await Promise.allSettled([
        client.query(begin),
        client.query(scope),
        client.query<Row>(statement),
        client.query('COMMIT'),
      ]);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      const [, , rows] = results;
      return rows.status === 'fulfilled' ? rows.value.rows : [];
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  private prepared(query: NamedQuery, values: unknown[]): PreparedQuery {
    return this.options.preparedStatements ? { ...query, values } : { text: query.text, values };
  }
}

/**
 * As TypeORM's own `startTransaction` does: `save` then opens no transaction inside this one, and `transaction` opens a
 * savepoint, rather than end this one by its own COMMIT.
 */
function markActive(runner: QueryRunner, isActive: boolean): void {
  Object.assign(runner, { isTransactionActive: isActive, transactionDepth: isActive ? 1 : 0 });
}

function clientOf(runner: QueryRunner): Promise<LimitedConnection> {
  return runner.connect() as Promise<LimitedConnection>;
}
