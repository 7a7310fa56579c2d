import type { QueryRunner } from 'typeorm';

/** Locks are waited for no longer, as everybody who comes behind waits as well. */
const LOCK_MS = 200;
const PAUSE_MS = 500;
const MOST_TURNS = 120;

/** Lock not available, deadlock. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

/** Does it in a transaction, and once more a little later as long as somebody holds a lock that it needs. */
export async function inShortTurn(runner: QueryRunner, work: () => Promise<unknown>): Promise<void> {
  for (let turn = 1; ; turn++) {
    await runner.startTransaction();
    try {
      await runner.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      await work();
      await runner.commitTransaction();
      return;
    } catch (error) {
      await runner.rollbackTransaction();
      if (turn === MOST_TURNS || !IN_THE_WAY.has(String((error as { code?: unknown }).code))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
