import type { QueryResultRow } from 'pg';
import type { Database } from './database';

/** For a transaction whose statements read the first rows in the order of an index. */
export const BY_INDEX_ORDER = `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

/**
 * Runs a statement across tenants that reads the first rows in the order of an index.
 *
 * The planner assumes that hardly any row passes the policy of row-level security. It would collect and sort all rows
 * that meet the other conditions, even a million, rather than read the first of them by the index.
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
