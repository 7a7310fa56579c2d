import type pg from 'pg';
import { LimitedClient } from './limited-client';

/** Whoever holds the lock may have much to do; a database that is silent for longer is gone. */
const LOCK_LIMIT_MS = 180_000;

/**
 * Runs `work` while this process alone holds the lock of that number. On a connection of its own, which must reach the
 * server itself: a transaction-mode pooler would not keep the lock.
 */
export async function withAdvisoryLock<T>(url: string, lock: number, work: () => Promise<T>): Promise<T> {
  const client: pg.Client = new LimitedClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    queryTimeoutMs: LOCK_LIMIT_MS,
    keepAlive: true,
  });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    return await work();
  } finally {
    await client.end();
  }
}
