import type { QueryRunner } from 'typeorm';

/** Locks are waited for no longer, as everybody who comes behind waits as well. */
const LOCK_MS = 200;
const PAUSE_MS = 500;
const MOST_TURNS = 120;

/** Lock not available, deadlock. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

interface Turns {
  /** The table that is changed. */
  readonly table: string;
  readonly most?: number;
}

/** Does it in a transaction, and once more a little later as long as somebody holds a lock that it needs. */
export async function inShortTurn(
  runner: QueryRunner,
  { table, most = MOST_TURNS }: Turns,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let turn = 1; ; turn++) {
    await runner.startTransaction();
    try {
      await keepAutovacuumAway(runner, table);
      await runner.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      await work();
      await runner.commitTransaction();
      return;
    } catch (error) {
      // It fails as well where the connection is gone, which is then what the error says.
      await runner.rollbackTransaction().catch(() => undefined);
      if (turn === most || !IN_THE_WAY.has(String((error as { code?: unknown }).code))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/**
 * From the table and those that keys tie to it: PostgreSQL ends an autovacuum for somebody who has waited for its lock for
 * a second, which no short turn does. No reader and no writer waits for this one.
 */
async function keepAutovacuumAway(runner: QueryRunner, table: string): Promise<void> {
  const tied = (await runner.query(
    `SELECT oid::regclass::text AS name FROM pg_class
      WHERE pg_has_role(relowner, 'USAGE')
        AND oid IN (SELECT to_regclass($1) UNION SELECT confrelid FROM pg_constraint WHERE conrelid = to_regclass($1)
                     UNION SELECT conrelid FROM pg_constraint WHERE confrelid = to_regclass($1))
      ORDER BY 1`,
    [table],
  )) as { name: string }[];
  if (tied.length === 0) return;
  await runner.query(`SET LOCAL lock_timeout = '5min'`);
  await runner.query(`LOCK TABLE ${tied.map(({ name }) => name).join(', ')} IN SHARE UPDATE EXCLUSIVE MODE`);
}
