import type { QueryResultRow } from 'pg';
import type { Database } from './database';

const BY_INDEX_ORDER = `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

/**
 * Runs a statement across tenants that takes the first rows in the order of an index.
 *
 * The planner takes the policy of row-level security for a condition that hardly a row passes, and would collect and sort
 * all that the other conditions leave, be it a million rows, rather than read the first of them by the index.
 */
export async function inIndexOrder<Row extends QueryResultRow>(
  database: Database,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return database.runAsSystem(async () => {
    // Sent together, without waiting for the first.
    const [, rows] = await Promise.all([database.query(BY_INDEX_ORDER), database.query<Row>(text, values)]);
    return rows;
  });
}
