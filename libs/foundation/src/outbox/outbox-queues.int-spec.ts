import Bull, { type Queue } from 'bull';
import { eventually } from '../../../../test/support/api';
import { describeWithRedis, startTestRedis, type TestRedis } from '../../../../test/support/redis';
import { Logger } from '../logging/logger';
import type { RedisClient } from '../redis/redis-client';
import type { MessagesUnderWay } from './messages-under-way';
import type { LanedMessage } from './outbox-message';
import { OutboxQueues, type QueuedAttempt } from './outbox-queues';
import type { OutboxStore } from './outbox-store';
import { queueOptions } from './queue-options';

const LANE = 'codes.mail';

describeWithRedis('OutboxQueues', () => {
  let server: TestRedis;
  let queue: Queue<QueuedAttempt>;
  let clients: Set<RedisClient>;
  let queues: OutboxQueues;
  let begun: string[];

  beforeEach(async () => {
    server = await startTestRedis();
    begun = [];
  });
  afterEach(async () => {
    await queues.close();
    await server.stop();
  });

  const open = (url: string) => {
    clients = new Set();
    queue = new Bull(`outbox.${LANE}`, queueOptions(url, clients));
    const store = { begin: (_tenantId: string, id: string) => Promise.resolve(begun.push(id) && null) };
    queues = new OutboxQueues(
      new Map([[LANE, queue]]),
      clients,
      store as unknown as OutboxStore,
      {} as MessagesUnderWay,
      new Logger('silent'),
    );
  };
  const add = async (id: string) => {
    const message = { lane: LANE, tenantId: 'tenant', id, attempts: 0 } as LanedMessage;
    return (await queues.add([message])).length === 0;
  };
  const goThrough = async (id: string) => {
    await eventually(() => add(id));
    await eventually(() => Promise.resolve(begun.includes(id)));
  };

  it('keep no commands for a Redis that is away', async () => {
    open(`${server.url}/1`);
    queues.start();
    await goThrough('before');
    const lost = new Promise((resolve) => queue.client.once('close', resolve));
    await server.stop();
    await lost;
    await expect(queue.getWaitingCount()).rejects.toThrow('enableOfflineQueue');
    expect(await add('meanwhile')).toBe(false);
    await server.start();
    await goThrough('after');
  });
});
