import type { QueryResultRow } from 'pg';
import type { Database } from './database';

/**
 * Makes PostgreSQL read the first of very many rows in the order of an index. Without statistics of the table it expects
 * few matching rows, and would collect and sort them all. The higher cost estimate has no other effect, as JIT is off
 * (`WITHOUT_JIT`). Applies to the current transaction.
 */
export const BY_INDEX_ORDER = `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

/** Runs a statement across tenants by index order. */
export async function inIndexOrder<Row extends QueryResultRow>(
  database: Database,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return database.runAsSystem(async () => {
    // Pipelined: the second does not wait for the first.
    const [, rows] = await Promise.all([database.query(BY_INDEX_ORDER), database.query<Row>(text, values)]);
    return rows;
  });
}
