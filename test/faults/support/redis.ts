import { startRedisCluster } from '../../support/redis-cluster';
import { REDIS_PASSWORD, type RedisNode } from '../../support/redis-node';
import { startRedisSentinel } from '../../support/redis-sentinel';

/** The Redis of an installation. */
export interface FollowedRedis {
  /** For REDIS_URL. */
  readonly url: string;
  readonly nodes: readonly RedisNode[];
  /** Who watches over them; nobody over a cluster. */
  readonly sentinels: readonly RedisNode[];
  /** The node that has the queues. */
  primary(): Promise<RedisNode>;
  stop(): Promise<void>;
}

/** All keys of the queues are in the slot of this tag. */
const OF_QUEUES = '{appkernel}:faults';

export async function redisUnderSentinel(): Promise<FollowedRedis> {
  return startRedisSentinel();
}

/** The same, whose primary is asked directly. */
export async function redisAlone(): Promise<FollowedRedis> {
  const redis = await redisUnderSentinel();
  const { port } = await redis.primary();
  return { ...redis, url: `redis://:${encodeURIComponent(REDIS_PASSWORD)}@127.0.0.1:${port}` };
}

export async function redisAsCluster(): Promise<FollowedRedis> {
  const cluster = await startRedisCluster();
  const { url, nodes } = cluster;
  return { url, nodes, sentinels: [], primary: () => cluster.primaryOf(OF_QUEUES), stop: () => cluster.stop() };
}
