import { Injectable } from '@nestjs/common';
import type { Database } from '../database/database';
import { Logger } from '../logging/logger';

/** What one step of a sweep came to. */
export interface SweepBatch {
  /** How many rows it has dealt with. */
  readonly rows: number;
  /** Whether it took as many as it takes at once, so that there may be more. */
  readonly full: boolean;
}

/**
 * One step: short, whatever there is to do.
 *
 * @param step counts from 0 in each run. @returns nothing where there is nothing to count or to repeat.
 */
export type Sweep = (step: number) => Promise<SweepBatch | void>;

/** What one run of a sweep came to. */
export interface SweepRun {
  readonly rows: number;
  readonly ms: number;
  /** Whether there was more when its time was over. */
  readonly behind: boolean;
  readonly error: string | null;
}

const BATCH = 5_000;
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
    let error: string | null = null;
    for (let step = 0; sweep && full && !isOver() && performance.now() - start < budgetMs; step++) {
      const began = performance.now();
      try {
        const batch = await sweep(step);
        rows += batch?.rows ?? 0;
        full = batch?.full ?? false;
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

/**
 * Deletes the oldest rows of a table, as many as one step takes.
 *
 * @param column the moment that age is counted from, with an index. @param retention SQL: an interval.
 * @param condition what must hold beside the age.
 */
export async function deleteBatch(
  database: Database,
  table: string,
  column: string,
  retention: string,
  condition = 'true',
): Promise<SweepBatch> {
  const [deleted] = await database.runAsSystem(() =>
    database.query<{ rows: number }>(
      `WITH gone AS (
         DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE ${column} < now() - ${retention} AND ${condition}
            ORDER BY ${column} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
         RETURNING 1
       )
       SELECT count(*)::integer AS rows FROM gone`,
    ),
  );
  const rows = deleted?.rows ?? 0;
  return { rows, full: rows === BATCH };
}
