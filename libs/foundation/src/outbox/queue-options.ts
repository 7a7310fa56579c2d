import type { QueueOptions } from 'bull';
import { connectRedis, type RedisClient } from '../redis/redis-client';
import { QUEUE_PREFIX } from '../redis/redis-connections';

/** @param clients gets all connections of the queue, which Bull leaves to whoever made them. */
export function queueOptions(redisUrl: string, clients: Set<RedisClient>): QueueOptions {
  return {
    createClient: (type) => {
      const client = connectRedis(redisUrl, {
        maxRetriesPerRequest: null,
        // Bull refuses the check where a connection waits for jobs.
        enableReadyCheck: type === 'client',
        // Bull asks every few seconds, and would have all of that answered when Redis is back. It waits for jobs once.
        enableOfflineQueue: type !== 'client',
      });
      clients.add(client);
      return client;
    },
    prefix: QUEUE_PREFIX,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    // The job of a dead worker is soon taken by another. The table decides whether it may be tried again.
    settings: { lockDuration: 10_000, stalledInterval: 5_000 },
  };
}
