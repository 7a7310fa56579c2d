import pg from 'pg';

/**
 * Runs `work` while this process alone holds the lock of that number. On a connection of its own, which must reach the
 * server itself: a transaction-mode pooler would not keep the lock.
 */
export async function withAdvisoryLock<T>(url: string, lock: number, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    return await work();
  } finally {
    await client.end();
  }
}
