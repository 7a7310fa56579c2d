import { withClient } from './with-client';

/** The holder of the lock may work for long; after this time the database counts as lost. */
const LOCK_LIMIT_MS = 180_000;

/**
 * Runs `work` while this process alone holds the lock of that number. Takes a connection of its own, which must reach
 * the server directly: a transaction-mode pooler would not keep the lock. When the connection is lost, the work is no
 * longer awaited.
 */
export async function withAdvisoryLock<T>(url: string, lock: number, work: () => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    const lost = new Promise<never>((_, reject) => client.once('error', reject));
    lost.catch(() => undefined);
    client.extendLimit(LOCK_LIMIT_MS);
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    client.restoreLimit();
    const result = await Promise.race([work(), lost]);
    // If the lock was lost unnoticed, another process may have done the same work at the same time.
    await client.query('SELECT 1');
    return result;
  });
}
