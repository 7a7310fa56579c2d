import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { Transactions } from '@libs/kernel';
import type { QueryResultRow } from 'pg';
import type { DataSource, EntityManager, ObjectLiteral } from 'typeorm';
import { isRefusal, toDomainError } from './database-errors';
import { type NamedQuery, namedQuery } from './named-query';
import { repeated } from './repeated';
import {
  begin,
  BEGIN_WRITE,
  clientOf,
  close,
  commit,
  connect,
  type Holding,
  type OpenUnit,
  type PreparedQuery,
  undo,
  type UnitOfWork,
  WITHOUT_JIT,
} from './unit-of-work';

/** The time in milliseconds for which the client waits beyond the server's own statement limit. */
export const QUERY_MARGIN_MS = 1_000;
const EXTEND_LIMITS = "SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true)";
const BEGIN_READ = 'BEGIN READ ONLY';
const SET_TENANT = namedQuery(`SELECT set_config('app.tenant_id', $1, true), ${WITHOUT_JIT}`);
const SET_SYSTEM = namedQuery(`SELECT set_config('app.system', 'on', true), ${WITHOUT_JIT}`);
const NARROW = namedQuery("SELECT set_config('app.tenant_id', $1, true), set_config('app.system', '', true)");
const WIDEN = namedQuery("SELECT set_config('app.tenant_id', '', true), set_config('app.system', 'on', true)");

/**
 * The only access to PostgreSQL. All statements run in a transaction that has named its tenant first: the policies of
 * row-level security show no rows to a statement that did not.
 */
@Injectable()
export class Database implements Transactions {
  private readonly current = new AsyncLocalStorage<UnitOfWork>();
  private readonly holding = new AsyncLocalStorage<Holding>();

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

  /**
   * Runs `work`, which opens transactions as ever, and holds the first of them open until `last` was done in it, too:
   * both are committed, or neither. Later ones join it. Where `work` opens none, `last` has one of its own. What a
   * refusal leaves behind is committed without `last`. Not to be called within a transaction.
   */
  async runHeld<T>(tenantId: string, work: () => Promise<T>, last: (result: T) => Promise<void>): Promise<T> {
    const holding: Holding = { isOpening: false, hasFailed: false, isOver: false };
    return this.holding.run(holding, async () => {
      try {
        const result = await work();
        if (holding.hasFailed) throw new Error('The failure of a transaction was ignored');
        await this.inUnitOfWork(holding.held?.unit.tenantId ?? tenantId, () => last(result));
        return result;
      } catch (error) {
        holding.hasFailed ||= !isRefusal(error);
        throw error;
      } finally {
        await this.endHeld(holding);
      }
    });
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
    if (this.open() || this.isHolding()) return this.run(tenantId, () => this.query<Row>(text, values));
    return this.inOneRoundTrip<Row>(BEGIN_WRITE, this.prepared(SET_TENANT, [tenantId]), namedQuery(text), values);
  }

  /**
   * One read-only statement across tenants, in a single round trip. For look-ups made before the tenant is known. Joins
   * the current transaction if that is across tenants, too.
   */
  async readAsSystem<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    if (this.open()?.tenantId === null) return this.query<Row>(text, values);
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
    const unit = this.current.getStore() ?? (this.isHolding() ? this.holding.getStore()?.held?.unit : undefined);
    if (unit?.state.isOver) throw new Error('The transaction is over: await everything that belongs to it');
    return unit;
  }

  /** What is left of it when it is over has transactions of its own. */
  private isHolding(): boolean {
    return this.holding.getStore()?.isOver === false;
  }

  private async inUnitOfWork<T>(tenantId: string | null, work: () => Promise<T>): Promise<T> {
    const outer = this.open();
    if (outer) return this.joining(outer, tenantId, work);
    const holding = this.isHolding() ? this.holding.getStore() : undefined;
    if (!holding) return repeated(() => this.attempt(tenantId, work));
    if (holding.isOpening) throw new Error('Transactions that are held begin one after the other');
    holding.isOpening = true;
    try {
      return await repeated(() => this.attempt(tenantId, work, holding));
    } finally {
      holding.isOpening = false;
    }
  }

  private async joining<T>(outer: UnitOfWork, tenantId: string | null, work: () => Promise<T>): Promise<T> {
    const holding = this.current.getStore() ? undefined : this.holding.getStore();
    try {
      if (outer.tenantId === null && tenantId !== null) return await this.narrowed(outer, tenantId, work);
      if (outer.tenantId !== tenantId) throw new Error('A transaction of another scope is under way');
      return await (holding ? this.current.run(outer, work) : work());
    } catch (error) {
      if (holding) holding.hasFailed = true;
      throw holding ? toDomainError(error) : error;
    }
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

  private async attempt<T>(tenantId: string | null, work: () => Promise<T>, holding?: Holding): Promise<T> {
    const connection = await connect(this.dataSource);
    const opened = begin(connection, tenantId, this.prepared);
    try {
      const result = await this.current.run(opened.unit, async () => {
        const outcome = await work();
        if (!holding) await finishing(opened);
        return outcome;
      });
      // By now nobody would end it.
      if (holding?.isOver) throw new Error('The request is over: await everything that belongs to it');
      if (holding) holding.held = opened;
      else await commit(opened);
      return result;
    } catch (error) {
      await undo(opened);
      throw error;
    } finally {
      if (holding?.held !== opened) await close(opened);
    }
  }

  /** Commits what is held, unless a part of it has failed. */
  private async endHeld(holding: Holding): Promise<void> {
    const { held } = holding;
    try {
      if (!held || holding.hasFailed) return;
      await this.current.run(held.unit, () => finishing(held));
      await commit(held);
    } catch (error) {
      holding.hasFailed = true;
      throw toDomainError(error);
    } finally {
      holding.isOver = true;
      if (held && holding.hasFailed) await undo(held).catch(() => undefined);
      if (held) await close(held);
    }
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

  private readonly prepared = (query: NamedQuery, values: unknown[]): PreparedQuery =>
    this.options.preparedStatements ? { ...query, values } : { text: query.text, values };
}

/** The last part of a transaction, before its commit. */
async function finishing({ unit }: OpenUnit): Promise<void> {
  for (const last of unit.beforeCommit) await last();
}
