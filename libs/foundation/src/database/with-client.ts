import type pg from 'pg';
import { LimitedClient, type QueryLimit } from './limited-client';

const LIMIT_MS = 5_000;

interface ClientOptions extends Partial<QueryLimit> {
  /** How long connecting may take. */
  readonly connectionTimeoutMs?: number;
}

/** The client of the driver, with limits that can be moved. */
type OwnClient = pg.Client & Pick<LimitedClient, 'extendLimit' | 'restoreLimit'>;

/** Runs `work` on a connection of its own, which is closed afterwards. */
export async function withClient<T>(
  url: string,
  work: (client: OwnClient) => Promise<T>,
  { connectionTimeoutMs = LIMIT_MS, queryTimeoutMs = LIMIT_MS }: ClientOptions = {},
): Promise<T> {
  const client: OwnClient = new LimitedClient({
    connectionString: url,
    connectionTimeoutMillis: connectionTimeoutMs,
    queryTimeoutMs,
    keepAlive: true,
  });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
