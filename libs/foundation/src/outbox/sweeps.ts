import { Injectable } from '@nestjs/common';
import type { Database } from '../database/database';
import { inIndexOrder } from '../database/index-order';
import { Logger } from '../logging/logger';

/** What one step of a sweep came to. */
export interface SweepBatch {
  /** How many rows it has dealt with. */
  readonly rows: number;
  /** Whether it took as many as it takes at once, so that there may be more. */
  readonly full: boolean;
  /** Where the next step begins, for those that pass over rows that stay. */
  readonly position?: string;
}

/**
 * One step: short, whatever there is to do.
 *
 * @param position that the step before has come to, null for the first of a run. @returns nothing where there is nothing
 * to count or to repeat.
 */
export type Sweep = (position: string | null) => Promise<SweepBatch | void>;

/** What one run of a sweep came to. */
export interface SweepRun {
  readonly rows: number;
  readonly ms: number;
  /** Whether there was more when its time was over. */
  readonly behind: boolean;
  readonly error: string | null;
}

/** How many rows one step deals with. */
export const SWEEP_BATCH = 5_000;
const MAX_PAUSE_MS = 1_000;

/** What clears away rows that have served their time, by name. Each context registers its own. */
@Injectable()
export class Sweeps {
  private readonly sweeps = new Map<string, Sweep>();

  constructor(private readonly logger: Logger) {}

  /** @param name as it is measured under, `context.what`. */
  register(name: string, sweep: Sweep): void {
    this.sweeps.set(name, sweep);
  }

  get names(): string[] {
    return [...this.sweeps.keys()];
  }

  /** All of them to their end, whoever else is at them. */
  async runAll(): Promise<void> {
    for (const name of this.sweeps.keys()) await this.run(name, Infinity, 0);
  }

  /**
   * Repeats one of them as long as its batches are full.
   *
   * @param share of the time that is spent resting, so that others get at the database.
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
    else if (behind) this.logger.warn({ sweep, rows, ms }, 'a sweep did not keep up: there is more to clear away');
    else if (rows > 0) this.logger.info({ sweep, rows, ms }, 'a sweep cleared away rows');
  }
}

/** Which rows of a table have served their time. */
export interface Expired {
  readonly table: string;
  /** The moment that age is counted from. It has an index. */
  readonly since: string;
  /** An interval of PostgreSQL, such as `7 days`. */
  readonly after: string;
  /** What must hold beside the age. Few rows may be as old and stay: each step looks at all of them. */
  readonly condition?: string;
  /** Rows that are never updated: the role may not lock them, and nobody else does for long. */
  readonly isWriteOnce?: boolean;
}

/** Deletes the oldest rows that have served their time, as many as one step takes. */
export async function deleteExpired(
  database: Database,
  { table, since, after, condition = 'true', isWriteOnce = false }: Expired,
): Promise<SweepBatch> {
  return countBatch(
    database,
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE ${since} < now() - interval '${after}' AND ${condition}
        ORDER BY ${since} LIMIT ${SWEEP_BATCH} ${isWriteOnce ? '' : 'FOR UPDATE SKIP LOCKED'}))`,
  );
}

/** Runs a statement that changes up to `SWEEP_BATCH` rows. */
export async function countBatch(database: Database, statement: string): Promise<SweepBatch> {
  const [changed] = await inIndexOrder<{ rows: number }>(
    database,
    `WITH changed AS (${statement} RETURNING 1) SELECT count(*)::integer AS rows FROM changed`,
  );
  const rows = changed?.rows ?? 0;
  return { rows, full: rows === SWEEP_BATCH };
}
