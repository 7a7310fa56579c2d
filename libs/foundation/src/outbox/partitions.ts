import { setTimeout } from 'node:timers/promises';
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

/** Locks of a whole table are held no longer than this, whatever is found under them. */
const LIMIT_TO = `SELECT set_config('statement_timeout', '500', true)`;

/** Somebody who holds a lock for less than all of these is not in the way. */
const TRIES = 5;
const PAUSE_MS = 400;

/** Those that should have gone a week ago. */
const OVERDUE = `
  SELECT p.partition AS name FROM partitioned_tables t, partitions_of(t.name) p
   WHERE t.name = $1 AND p.ends + t.kept + 604800000 <= extract(epoch FROM now()) * 1000 LIMIT 1`;

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
   * Makes what is missing in all tables, and then drops what is over. What a lock hinders is left for the next time; nobody
   * waits long for that lock.
   *
   * @throws after all tables, if a partition that is due could not be made, or one could not be dropped for a week.
   */
  async keep(): Promise<SweepBatch> {
    const tables = await this.database.readAsSystem<{ name: string }>(
      'SELECT name FROM partitioned_tables ORDER BY name',
    );
    const troubles: string[] = [];
    for (const { name } of tables) {
      const isMade = await this.repeat(ADD, name, 'a partition was made', troubles);
      if (!isMade) troubles.push(`no lock for the next partition of ${name}`);
    }
    for (const { name } of tables) {
      if (await this.repeat(DROP, name, 'a partition was dropped', troubles)) continue;
      const [overdue] = await this.database.readAsSystem<{ name: string }>(OVERDUE, [name]);
      if (overdue) troubles.push(`no lock for a week to drop ${overdue.name}`);
    }
    if (troubles.length > 0) throw new Error(troubles.join('; '));
    return { rows: 0, full: false };
  }

  /** Until nothing is due. A failure is one of this table. @returns false if it was hindered at each try. */
  private async repeat(statement: string, table: string, what: string, troubles: string[]): Promise<boolean> {
    try {
      for (let tries = 1; ;) {
        const { done, hindered } = await this.once(statement, table);
        if (done !== null) this.logger.info({ table: done }, what);
        else if (!hindered) return true;
        else if (tries++ === TRIES) return false;
        else await setTimeout(PAUSE_MS);
      }
    } catch (error) {
      troubles.push(`${table}: ${String(error)}`);
      return true;
    }
  }

  private once(statement: string, table: string): Promise<Outcome> {
    return this.database.runAsSystem(async () => {
      await this.database.query(LIMIT_TO);
      const [outcome] = await this.database.query<Outcome>(statement, [table]);
      return outcome ?? { done: null, hindered: false };
    });
  }
}
