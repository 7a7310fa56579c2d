import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { Transactions } from '@libs/kernel';
import type { QueryResultRow } from 'pg';
import type { DataSource, EntityManager, ObjectLiteral } from 'typeorm';
import { isRefusal, toDomainError } from './database-errors';
import { namedQuery } from './named-query';
import { repeated } from './repeated';
import type { Replica } from './replica';
import { inOneRoundTrip } from './round-trip';
import {
  begin,
  BEGIN_WRITE,
  clientOf,
  close,
  commit,
  connect,
  type Holding,
  type OpenUnit,
  type Prepare,
  type PreparedQuery,
  preparing,
  undo,
  type UnitOfWork,
  UNKNOWN_ACTOR,
  WITHOUT_JIT,
} from './unit-of-work';

/** The time in milliseconds for which the client waits beyond the server's own statement limit. */
export const QUERY_MARGIN_MS = 1_000;
const EXTEND_LIMITS = "SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true)";
const BEGIN_READ = 'BEGIN READ ONLY';
const SET_TENANT = namedQuery(`SELECT set_config('app.tenant_id', $1, true), ${WITHOUT_JIT}`);
const SET_TENANT_AND_ACTOR = namedQuery(
  `SELECT set_config('app.tenant_id', $1, true), set_config('app.actor', $2, true), ${WITHOUT_JIT}`,
);
const SET_SYSTEM = namedQuery(`SELECT set_config('app.system', 'on', true), ${WITHOUT_JIT}`);
const NARROW = namedQuery("SELECT set_config('app.tenant_id', $1, true), set_config('app.system', '', true)");
const WIDEN = namedQuery("SELECT set_config('app.tenant_id', '', true), set_config('app.system', 'on', true)");

/**
 * The only access to PostgreSQL. Every statement runs in a transaction that names its tenant first; without a tenant,
 * the policies of row-level security show no rows.
 */
@Injectable()
export class Database implements Transactions {
  private readonly current = new AsyncLocalStorage<UnitOfWork>();
  private readonly holding = new AsyncLocalStorage<Holding>();
  private readonly acting = new AsyncLocalStorage<string>();
  private readonly prepared: Prepare;

  constructor(
    private readonly dataSource: DataSource,
    options: { preparedStatements: boolean },
    private readonly replica?: Replica,
  ) {
    this.prepared = preparing(options);
  }

  run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    return this.inUnitOfWork(tenantId, work);
  }

  runAsSystem<T>(work: () => Promise<T>): Promise<T> {
    return this.inUnitOfWork(null, work);
  }

  /**
   * Runs `work` for somebody: the transactions that it opens say so to the triggers that stamp `updated_by`.
   *
   * @param actor the id of a user or an API client; `NIL_UUID` for the service itself.
   */
  actingAs<T>(actor: string, work: () => Promise<T>): Promise<T> {
    return this.acting.run(actor, work);
  }

  /**
   * Runs `work` and holds its first transaction open until `last` was done in it, too: both are committed, or neither.
   * Later transactions of `work` join the first. If `work` opens none, `last` gets its own. After a refusal the
   * transaction is committed without `last`. Not to be called within a transaction.
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

  /** Runs `work` at the end of the current transaction: for locks that all transactions compete for. */
  beforeCommit(work: () => Promise<void>): void {
    this.unitOfWork().beforeCommit.push(work);
  }

  /**
   * Sends a statement together with COMMIT of the current transaction, in one write: for changes that nothing in the
   * transaction reads or depends on. If the statement fails, the transaction is rolled back.
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

  /** Sets the statement and lock timeouts of the current transaction. */
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

  /** The first row of `query`. */
  async queryOne<Row extends QueryResultRow>(...given: Parameters<Database['query']>): Promise<Row | null> {
    return (await this.query<Row>(...given))[0] ?? null;
  }

  /** Whether a statement in the current transaction finds, or changes and returns, any row. */
  async hasRows(...given: Parameters<Database['query']>): Promise<boolean> {
    return (await this.query(...given)).length > 0;
  }

  /**
   * One read-only statement for the tenant in a single round trip, with its transaction. Joins the current transaction,
   * if there is one.
   */
  async read<Row extends QueryResultRow>(tenantId: string, text: string, values: unknown[] = []): Promise<Row[]> {
    if (this.open()) return this.run(tenantId, () => this.query<Row>(text, values));
    return this.inOneRoundTrip<Row>(BEGIN_READ, this.prepared(SET_TENANT, [tenantId]), text, values);
  }

  /** The first row of `read`. */
  async readOne<Row extends QueryResultRow>(...given: Parameters<Database['read']>): Promise<Row | null> {
    return (await this.read<Row>(...given))[0] ?? null;
  }

  /**
   * `read` on the replica, if there is one: rows may lack the last five seconds, but nothing that an administrator of the
   * tenant has changed. For what is expensive and read by people; never for what is kept, decided or written by it.
   */
  async readRecent<Row extends QueryResultRow>(tenantId: string, text: string, values: unknown[] = []): Promise<Row[]> {
    if (!this.replica || this.open()) return this.read<Row>(tenantId, text, values);
    const setTenant = this.prepared(SET_TENANT, [tenantId]);
    const statement = this.prepared(namedQuery(text), values);
    const found = await this.replica.rows<Row>({ tenantId, setTenant }, statement, (position) =>
      this.inOneRoundTrip(BEGIN_READ, setTenant, position, [tenantId]),
    );
    return found ?? this.read<Row>(tenantId, text, values);
  }

  /** `read` for one statement that changes rows: a transaction of its own in a single round trip. */
  async write<Row extends QueryResultRow>(tenantId: string, text: string, values: unknown[] = []): Promise<Row[]> {
    if (this.open() || this.isHolding()) return this.run(tenantId, () => this.query<Row>(text, values));
    const scope = this.prepared(SET_TENANT_AND_ACTOR, [tenantId, this.actor]);
    return this.inOneRoundTrip<Row>(BEGIN_WRITE, scope, text, values);
  }

  /**
   * One read-only statement across tenants in a single round trip, for look-ups before the tenant is known. Joins the
   * current transaction if that is across tenants as well.
   */
  async readAsSystem<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    if (this.open()?.tenantId === null) return this.query<Row>(text, values);
    return this.inOneRoundTrip<Row>(BEGIN_READ, this.prepared(SET_SYSTEM, []), text, values);
  }

  /** The first row of `readAsSystem`. */
  async readOneAsSystem<Row extends QueryResultRow>(
    ...given: Parameters<Database['readAsSystem']>
  ): Promise<Row | null> {
    return (await this.readAsSystem<Row>(...given))[0] ?? null;
  }

  private unitOfWork(): UnitOfWork {
    const unit = this.open();
    if (!unit) throw new Error('No transaction is under way: open one with Transactions.run');
    return unit;
  }

  /**
   * The current unit of work. Work that was not awaited, listeners and timers may outlive their transaction; by then the
   * connection serves another request, and a statement would run in that request's transaction, for its tenant.
   *
   * @throws Error when the transaction is over.
   */
  private open(): UnitOfWork | undefined {
    const unit = this.current.getStore() ?? (this.isHolding() ? this.holding.getStore()?.held?.unit : undefined);
    if (unit?.state.isOver) throw new Error('The transaction is over: await everything that belongs to it');
    return unit;
  }

  private get actor(): string {
    return this.acting.getStore() ?? UNKNOWN_ACTOR;
  }

  /** Work that outlives the held transaction opens transactions of its own. */
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

  /** Work for one tenant inside a transaction across tenants, with row-level security for that tenant. */
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
    const opened = begin(connection, { tenantId, actor: this.actor }, this.prepared);
    try {
      const result = await this.current.run(opened.unit, async () => {
        const outcome = await work();
        if (!holding) await finishing(opened);
        return outcome;
      });
      // Nothing would end this transaction any more.
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

  /** Commits the held transaction, unless a part of it has failed. */
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
    scope: PreparedQuery,
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    return inOneRoundTrip<Row>(this.dataSource, begin, scope, this.prepared(namedQuery(text), values));
  }
}

async function finishing({ unit }: OpenUnit): Promise<void> {
  for (const last of unit.beforeCommit) await last();
}
