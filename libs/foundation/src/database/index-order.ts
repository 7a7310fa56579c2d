import type { QueryResultRow } from 'pg';
import type { Database } from './database';

/**
 * For a transaction whose statement reads the first of very many rows in the order of an index, where nothing else makes
 * PostgreSQL do so: as long as a table has no statistics, it takes few to meet the conditions, and would collect and sort
 * them all. What this adds to the estimated cost has no other effect, as no statement is compiled (`WITHOUT_JIT`).
 */
export const BY_INDEX_ORDER = `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

/** Runs a statement across tenants so. */
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
