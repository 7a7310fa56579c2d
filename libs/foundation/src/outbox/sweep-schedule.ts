import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import type { SweepRun } from './sweeps';

/** A sweep with its last run in any process. */
export interface ScheduledSweep {
  readonly name: string;
  readonly intervalSeconds: number;
  readonly lastRunAt: Date | null;
  readonly nextRunAt: Date;
  readonly lastDurationMs: number | null;
  /** Null before its first run. */
  readonly lastOutcome: SweepOutcome | null;
}

export const SWEEP_OUTCOMES = ['ok', 'failed', 'behind', 'running'] as const;

export type SweepOutcome = (typeof SWEEP_OUTCOMES)[number];

/** The pause after a run that left no rows. */
export const SWEEP_INTERVAL_SECONDS = 600;

/** The schedule of sweeps and the outcomes of their runs, shared by all processes. */
@Injectable()
export class SweepSchedule {
  constructor(private readonly database: Database) {}

  async add(names: readonly string[]): Promise<void> {
    await this.database.runAsSystem(() =>
      this.database.query('INSERT INTO sweeps (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [names]),
    );
  }

  /** All sweeps by name, without details of runs, which may concern any tenant. */
  list(): Promise<ScheduledSweep[]> {
    return this.database.readAsSystem<ScheduledSweep & Record<string, unknown>>(
      `SELECT name, $1::integer AS "intervalSeconds", last_run_at AS "lastRunAt", next_run_at AS "nextRunAt",
              CASE WHEN runs > 0 THEN last_ms END AS "lastDurationMs",
              CASE WHEN lease_until > now() THEN 'running' WHEN last_error IS NOT NULL THEN 'failed'
                   WHEN behind THEN 'behind' WHEN runs > 0 THEN 'ok' END AS "lastOutcome"
         FROM sweeps ORDER BY name`,
      [SWEEP_INTERVAL_SECONDS],
    );
  }

  /** Takes the longest due sweep, if any, for `leaseSeconds`. */
  async take(names: readonly string[], leaseSeconds: number): Promise<string | null> {
    const [taken] = await this.database.runAsSystem(() =>
      this.database.query<{ name: string }>(
        `UPDATE sweeps SET lease_until = now() + make_interval(secs => $2), last_run_at = now()
          WHERE name = (SELECT name FROM sweeps
                         WHERE name = ANY ($1) AND next_run_at <= now()
                           AND (lease_until IS NULL OR lease_until <= now())
                         ORDER BY next_run_at, name LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING name`,
        [names, leaseSeconds],
      ),
    );
    return taken?.name ?? null;
  }

  async extend(name: string, leaseSeconds: number): Promise<void> {
    await this.database.runAsSystem(() =>
      this.database.query('UPDATE sweeps SET lease_until = now() + make_interval(secs => $2) WHERE name = $1', [
        name,
        leaseSeconds,
      ]),
    );
  }

  /** Records the outcome of a run. A sweep that left rows is due again, after those already due. */
  async finish(name: string, run: SweepRun, intervalSeconds: number): Promise<void> {
    await this.database.runAsSystem(() =>
      this.database.query(
        `UPDATE sweeps
            SET lease_until = NULL, next_run_at = now() + make_interval(secs => CASE WHEN $4 THEN 0 ELSE $6::float8 END),
                last_rows = $2, last_ms = $3, behind = $4, last_error = $5, runs = runs + 1, rows = rows + $2
          WHERE name = $1`,
        [name, run.rows, run.ms, run.behind, run.error?.slice(0, 500) ?? null, intervalSeconds],
      ),
    );
  }
}
