import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { Logger } from '../logging/logger';
import type { SweepBatch } from './sweeps';

interface Outcome extends Record<string, unknown> {
  /** The partition that was made or dropped; null if none was. */
  readonly done: string | null;
  /** Who holds what it needs; null if nobody does. */
  readonly hindered: string | null;
  /** Why another try would not help; null if it might, or nothing was due. */
  readonly stays: string | null;
}

interface Work {
  readonly statement: string;
  readonly values: readonly unknown[];
  /** The table and the partition that need a lock of which an autovacuum would not let go. */
  readonly calmed: readonly [table: string, partition: string];
}

const ADD = 'SELECT done, hindered, stays FROM add_due_partition($1)';
const DROP = 'SELECT done, hindered, stays FROM drop_due_partition($1, $2, $3)';
const CALM = 'SELECT calm_partition($1, $2)';
const RENEW = 'SELECT renew_partitions($1)';
const DUE = 'SELECT partition AS name FROM due_partitions($1, least(now(), $2))';
const TROUBLES = 'SELECT trouble AS name FROM partition_troubles($1) AS trouble';

const limitTo = (ms: number) => `SELECT set_config('statement_timeout', '${ms}', true)`;
/** Locks of a whole table are held no longer than this, whatever is found under them. */
const LIMIT_MS = 500;
/** Nobody waits meanwhile. */
const CALMING_LIMIT_MS = 5_000;

/** Somebody who holds a lock for less than all of these is not in the way. */
const TRIES = 5;
const PAUSE_MS = 400;

/** Those that should have gone a week ago. */
const OVERDUE = `
  SELECT p.partition AS name FROM partitioned_tables t, partitions_of(t.name) p
   WHERE t.name = $1 AND p.ends + t.kept + 604800000 <= extract(epoch FROM now()) * 1000 ORDER BY p.ends`;
const NOT_TRIED = 'it is not over by the clock of this process, or follows another';

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
   * @throws after all tables, if a partition that is due could not be made, or one could not be dropped for a week, or
   *   something is there that does not mend itself.
   */
  async keep(): Promise<SweepBatch> {
    const tables = await this.names('SELECT name FROM partitioned_tables ORDER BY name', []);
    const troubles: string[] = [];
    for (const work of [(table: string) => this.add(table), (table: string) => this.drop(table)]) {
      for (const table of tables) {
        // A failure is one of this table.
        troubles.push(...(await work(table).catch((error: unknown) => [`${table}: ${String(error)}`])));
      }
    }
    if (troubles.length > 0) throw new Error(troubles.join('; '));
    return { rows: 0, full: false };
  }

  private async add(table: string): Promise<string[]> {
    const work: Work = { statement: ADD, values: [table], calmed: [table, `${table}_default`] };
    let outcome = await this.repeat(work, TRIES);
    for (; outcome.done !== null; outcome = await this.repeat(work, TRIES)) {
      this.logger.info({ table: outcome.done }, 'a partition was made');
    }
    await this.database.runAsSystem(() => this.database.query(RENEW, [table]));
    const reason = outcome.hindered ?? outcome.stays;
    const found = await this.names(TROUBLES, [table]);
    return reason === null ? found : [`no next partition of ${table}: ${reason}`, ...found];
  }

  /** Each that is due, whatever became of those before. */
  private async drop(table: string): Promise<string[]> {
    const latest = new Date();
    const reasons = new Map<string, string>();
    for (const name of await this.names(DUE, [table, latest])) {
      const work: Work = { statement: DROP, values: [table, name, latest], calmed: [table, name] };
      const { done, hindered, stays } = await this.repeat(work, reasons.size === 0 ? TRIES : 1);
      if (done !== null) this.logger.info({ table: done }, 'a partition was dropped');
      else reasons.set(name, hindered ?? stays ?? '');
    }
    const overdue = await this.names(OVERDUE, [table]);
    return overdue.map((name) => `${name} should have gone a week ago: ${reasons.get(name) ?? NOT_TRIED}`);
  }

  /** As long as somebody is in the way. */
  private async repeat(work: Work, tries: number): Promise<Outcome> {
    for (let nth = 1; ; nth++) {
      const outcome = await this.once(work, nth > 1);
      if (outcome.hindered === null || nth === tries) return outcome;
      await setTimeout(PAUSE_MS);
    }
  }

  private once({ statement, values, calmed }: Work, isCalmed: boolean): Promise<Outcome> {
    return this.database.runAsSystem(async () => {
      if (isCalmed) {
        await this.database.query(limitTo(CALMING_LIMIT_MS));
        await this.database.query(CALM, [...calmed]);
      }
      await this.database.query(limitTo(LIMIT_MS));
      const [outcome] = await this.database.query<Outcome>(statement, [...values]);
      return outcome ?? { done: null, hindered: null, stays: null };
    });
  }

  private async names(text: string, values: unknown[]): Promise<string[]> {
    const rows = await this.database.readAsSystem<{ name: string }>(text, values);
    return rows.map(({ name }) => name);
  }
}
