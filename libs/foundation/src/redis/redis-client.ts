import Redis, { Cluster, type RedisOptions } from 'ioredis';
import { redisLocation } from '../config/redis-url';

export type RedisClient = Redis | Cluster;

type ClientOptions = Pick<
  RedisOptions,
  'commandTimeout' | 'enableOfflineQueue' | 'enableReadyCheck' | 'maxRetriesPerRequest'
>;

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * A server that is frozen, or behind a network that drops packets, closes no connection. Longer than the longest command
 * of a queue, which waits for a job for five seconds.
 */
const SILENCE_MS = 10_000;
const SENTINEL_TIMEOUT_MS = 1_000;
/** Between two connections: so much more each time, and at most. */
const PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;
/** A connection that lasts longer was none that is refused. */
const LASTS_MS = 5_000;

/**
 * What a primary says that is one no more. The next connection finds its successor. The command fails: were it sent again
 * over that connection, a server that stays read-only would be connected to without end.
 */
const DEMOTED = /\b(READONLY|UNBLOCKED)\b/;

/** Names stay names for TLS, as certificates are for these. */
const UNRESOLVED = (name: string, done: (error: null, address: string) => void) => done(null, name);

/**
 * A client of the server, sentinels or cluster of REDIS_URL. It reconnects by itself, for as long as it is not
 * disconnected, and follows the primary. The only place of the program that connects to Redis.
 */
export function connectRedis(url: string, options: ClientOptions): RedisClient {
  const location = redisLocation(url);
  const common = { connectTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_MS, ...options };
  const following = {
    ...common,
    retryStrategy: growingPauses(),
    reconnectOnError: ({ message }: Error) => DEMOTED.test(message),
  };
  const { credentials, tls } = location;
  const encrypted = tls ? { tls: {} } : {};
  if (location.kind === 'server') {
    const { host, port } = location.server;
    return withoutTimerOfTheLost(
      new Redis({ ...following, ...credentials, ...encrypted, host, port, db: location.database }),
    );
  }
  if (location.kind === 'cluster') {
    return new Cluster([...location.nodes], {
      redisOptions: { ...common, ...credentials, ...encrypted },
      enableOfflineQueue: options.enableOfflineQueue ?? true,
      ...(tls ? { dnsLookup: UNRESOLVED } : {}),
    });
  }
  const { sentinelCredentials } = location;
  const client = new Redis({
    ...following,
    ...credentials,
    ...encrypted,
    db: location.database,
    name: location.primary,
    sentinels: [...location.sentinels],
    ...(sentinelCredentials?.username === undefined ? {} : { sentinelUsername: sentinelCredentials.username }),
    ...(sentinelCredentials ? { sentinelPassword: sentinelCredentials.password } : {}),
    ...(tls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    // They are in the URL, under names that a certificate has and that lead there from here.
    updateSentinels: false,
  });
  return withoutTimerOfTheLost(client);
}

/**
 * ioredis counts attempts from the last connection that was ready, which without a check of its own is each: a password
 * that is refused would be offered twenty times a second.
 */
function growingPauses(): () => number {
  let pause = 0;
  let lost = -Infinity;
  return () => {
    const now = performance.now();
    pause = now - lost > pause + LASTS_MS ? PAUSE_MS : Math.min(pause + PAUSE_MS, MAX_PAUSE_MS);
    lost = now;
    return pause;
  };
}

/**
 * The timer of ioredis for the silence of a connection outlives it, and would cut the one that follows. A cluster makes a
 * new client for each connection.
 */
function withoutTimerOfTheLost(client: Redis): Redis {
  return client.on('close', () => {
    const withTimer = client as unknown as { socketTimeoutTimer: NodeJS.Timeout | undefined };
    clearTimeout(withTimer.socketTimeoutTimer);
    withTimer.socketTimeoutTimer = undefined;
  });
}
