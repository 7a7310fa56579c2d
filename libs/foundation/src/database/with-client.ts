import { LimitedClient, type LimitedConnection, type QueryLimit } from './limited-client';

const LIMIT_MS = 5_000;

interface ClientOptions extends Partial<QueryLimit> {
  /** The limit for connecting. */
  readonly connectionTimeoutMs?: number;
}

/** Runs `work` on a connection of its own, which is closed afterwards. */
export async function withClient<T>(
  url: string,
  work: (client: LimitedConnection) => Promise<T>,
  { connectionTimeoutMs = LIMIT_MS, queryTimeoutMs = LIMIT_MS }: ClientOptions = {},
): Promise<T> {
  const client: LimitedConnection = new LimitedClient({
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
