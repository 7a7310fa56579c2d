import { withClient } from './with-client';

/** Whoever holds the lock may have much to do; a database that is silent for longer is gone. */
const LOCK_LIMIT_MS = 180_000;

/**
 * Runs `work` while this process alone holds the lock of that number. On a connection of its own, which must reach the
 * server itself: a transaction-mode pooler would not keep the lock. When it is lost the work is not waited for any more.
 */
export async function withAdvisoryLock<T>(url: string, lock: number, work: () => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    const lost = new Promise<never>((_, reject) => client.once('error', reject));
    lost.catch(() => undefined);
    client.extendLimit(LOCK_LIMIT_MS);
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    client.restoreLimit();
    const result = await Promise.race([work(), lost]);
    // Had it been lost without a word, another process might have been at the same work.
    await client.query('SELECT 1');
    return result;
  });
}
