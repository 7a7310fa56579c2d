import { Injectable } from '@nestjs/common';
import type { Database } from '../database/database';
import { inIndexOrder } from '../database/index-order';
import { Logger } from '../logging/logger';

/** The outcome of one step of a sweep. */
export interface SweepBatch {
  /** The number of processed rows. */
  readonly rows: number;
  /** Whether it processed the maximum, so that more rows may be left. */
  readonly full: boolean;
  /** The start of the next step, for sweeps that skip remaining rows. */
  readonly position?: string | undefined;
}

/**
 * One short step of a sweep.
 *
 * @param position the end of the previous step; null for the first of a run.
 * @returns nothing if there is nothing to count or to repeat.
 */
export type Sweep = (position: string | null) => Promise<SweepBatch | void>;

/** The outcome of one run of a sweep. */
export interface SweepRun {
  readonly rows: number;
  readonly ms: number;
  /** Whether rows were left at the time limit. */
  readonly behind: boolean;
  readonly error: string | null;
}

/** The number of rows that one step processes. */
export const SWEEP_BATCH = 5_000;
const MAX_PAUSE_MS = 1_000;

/** The sweeps by name. Each context registers its own. */
@Injectable()
export class Sweeps {
  private readonly sweeps = new Map<string, Sweep>();

  constructor(private readonly logger: Logger) {}

  /** @param name `<context>.<what>`. */
  register(name: string, sweep: Sweep): void {
    this.sweeps.set(name, sweep);
  }

  /**
   * Registers a sweep that processes found items one by one: a failure is logged and does not affect other items.
   */
  registerEach<Found extends { readonly tenantId: string; readonly id: string }>(
    name: string,
    find: (position: string | null) => Promise<Omit<SweepBatch, 'rows'> & { readonly items: readonly Found[] }>,
    each: (item: Found) => Promise<void>,
  ): void {
    this.register(name, async (from) => {
      const { items, ...batch } = await find(from);
      for (const item of items) {
        await each(item).catch((error: unknown) => {
          // Without the message, which may quote a personal text.
          const reason = error instanceof Error ? error.name : typeof error;
          this.logger.warn(
            { sweep: name, tenant_id: item.tenantId, id: item.id, reason },
            'a sweep left something undone',
          );
        });
      }
      return { ...batch, rows: 0 };
    });
  }

  get names(): string[] {
    return [...this.sweeps.keys()];
  }

  /** Runs all sweeps to their end, regardless of other processes. */
  async runAll(): Promise<void> {
    for (const name of this.sweeps.keys()) await this.run(name, Infinity, 0);
  }

  /**
   * Repeats a sweep as long as its batches are full.
   *
   * @param share of the time spent resting.
   */
  async run(name: string, budgetMs: number, share: number, isOver: () => boolean = () => false): Promise<SweepRun> {
    const sweep = this.sweeps.get(name);
    const start = performance.now();
    let rows = 0;
    let full = sweep !== undefined;
    let position: string | null = null;
    let error: string | null = null;
    while (sweep && full && !isOver() && performance.now() - start < budgetMs) {
      const began = performance.now();
      try {
        const batch: SweepBatch | void = await sweep(position);
        rows += batch?.rows ?? 0;
        full = batch?.full ?? false;
        position = batch?.position ?? null;
      } catch (failure) {
        error = String(failure);
        break;
      }
      const pause = Math.min((performance.now() - began) * (share / (1 - share)), MAX_PAUSE_MS);
      if (full) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    const run: SweepRun = { rows, ms: Math.round(performance.now() - start), behind: full && error === null, error };
    this.report(name, run);
    return run;
  }

  private report(sweep: string, { rows, ms, behind, error }: SweepRun): void {
    if (error !== null) this.logger.warn({ sweep, rows, ms, reason: error }, 'a sweep failed');
    else if (behind) this.logger.warn({ sweep, rows, ms }, 'a sweep did not keep up: expired rows are left');
    else if (rows > 0) this.logger.info({ sweep, rows, ms }, 'a sweep deleted expired rows');
  }
}

/** Which rows of a table have expired. */
export interface Expired {
  readonly table: string;
  /** The column from which age is counted, with an index. */
  readonly since: string;
  /** An interval of PostgreSQL, such as `7 days`. */
  readonly after: string;
  /** A further condition, which few old rows may fail: each step reads all of these. */
  readonly condition?: string;
  /** Rows that are never updated, and that the application role may not lock. */
  readonly isWriteOnce?: boolean;
}

/**
 * A statement that does something to the rows that a query finds, by their places. Partitions have places of the same
 * name: rows are read by these, and then compared by their table as well. That condition is one that is not turned into a
 * join, which would be planned for a handful of rows.
 *
 * @param change up to its WHERE, such as `DELETE FROM table`.
 * @param table of which both are.
 * @param found selects `tableoid` and `ctid`.
 */
export function byPlaces(change: string, table: string, found: string): string {
  return `WITH found (part, place) AS MATERIALIZED (${found})
    ${change} WHERE ${table}.ctid = ANY (ARRAY(SELECT place FROM found))
      AND ((${table}.tableoid, ${table}.ctid) IN (SELECT part, place FROM found)) IS TRUE`;
}

/** Deletes up to `SWEEP_BATCH` of the oldest expired rows. */
export async function deleteExpired(
  database: Database,
  { table, since, after, condition = 'true', isWriteOnce = false }: Expired,
): Promise<SweepBatch> {
  return countBatch(
    database,
    byPlaces(
      `DELETE FROM ${table}`,
      table,
      `SELECT tableoid, ctid FROM ${table} WHERE ${since} < now() - interval '${after}' AND ${condition}
        ORDER BY ${since} LIMIT ${SWEEP_BATCH} ${isWriteOnce ? '' : 'FOR UPDATE SKIP LOCKED'}`,
    ),
  );
}

/** Runs a statement that changes up to `SWEEP_BATCH` rows. */
export async function countBatch(database: Database, statement: string): Promise<SweepBatch> {
  const counting = `WITH changed AS (${statement} RETURNING 1) SELECT count(*)::integer AS rows FROM changed`;
  const [changed] = await inIndexOrder<{ rows: number }>(database, counting);
  const rows = changed?.rows ?? 0;
  return { rows, full: rows === SWEEP_BATCH };
}
