import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { Logger } from '../logging/logger';
import type { SweepBatch } from './sweeps';

interface Outcome extends Record<string, unknown> {
  /** The table that was made or dropped; null if nothing was due. */
  readonly done: string | null;
  /** Whether somebody held a lock that it needs. */
  readonly hindered: boolean;
}

const ADD = 'SELECT done, hindered FROM add_due_partition($1)';
const DROP = 'SELECT done, hindered FROM drop_due_partition($1)';

const WEEK_DAYS = 7;

/**
 * The age at which rows of a table of weekly partitions are deleted one by one: of those that are left when their partition
 * is not dropped, or is the default one.
 */
export function afterPartitions(keptDays: number): string {
  return `${keptDays + WEEK_DAYS + 1} days`;
}

/** Partitions of large tables: made ahead, and dropped when their time is over. Functions of the tables' owner do it. */
@Injectable()
export class Partitions {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /**
   * Goes through all tables. What a lock hinders is left for the next time; nobody waits long for that lock.
   *
   * @throws if a partition that is due could not be made.
   */
  async keep(): Promise<SweepBatch> {
    const tables = await this.database.readAsSystem<{ name: string }>(
      'SELECT name FROM partitioned_tables ORDER BY name',
    );
    const missing: string[] = [];
    for (const { name } of tables) {
      if (!(await this.repeat(ADD, name, 'a partition was made'))) missing.push(name);
      await this.repeat(DROP, name, 'a partition was dropped');
    }
    if (missing.length > 0) throw new Error(`no lock for the next partition of ${missing.join(', ')}`);
    return { rows: 0, full: false };
  }

  /** Until nothing is due. @returns false if it was hindered. */
  private async repeat(statement: string, table: string, what: string): Promise<boolean> {
    for (;;) {
      const [outcome] = await this.database.runAsSystem(() => this.database.query<Outcome>(statement, [table]));
      if (!outcome?.done) return !outcome?.hindered;
      this.logger.info({ table: outcome.done }, what);
    }
  }
}
