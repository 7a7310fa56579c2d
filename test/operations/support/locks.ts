import type pg from 'pg';

/** For a lock in the database of the client. */
export async function somebodyWaits(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
      WHERE NOT l.granted LIMIT 1`,
  );
  return rows.length > 0;
}
