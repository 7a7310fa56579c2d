import { once } from 'node:events';
import Bull, { type Queue } from 'bull';
import { eventually } from '../../../../test/support/api';
import { describeWithRedis, startTestRedis, type TestRedis } from '../../../../test/support/redis';
import type { Logger } from '../logging/logger';
import { connectRedis, type RedisClient } from '../redis/redis-client';
import type { MessagesUnderWay } from './messages-under-way';
import type { LanedMessage } from './outbox-message';
import { OutboxQueues, type QueuedAttempt } from './outbox-queues';
import type { OutboxStore } from './outbox-store';
import { queueOptions } from './queue-options';

const LANE = 'codes.mail';
const STUCK_AFTER_MS = 200;

describeWithRedis('OutboxQueues', () => {
  let server: TestRedis;
  /** A connection that stays, whatever becomes of the password. */
  let admin: RedisClient;
  let queue: Queue<QueuedAttempt>;
  let clients: Set<RedisClient>;
  let queues: OutboxQueues;
  let warnings: unknown[][];
  let begun: string[];
  let givenBack: QueuedAttempt[];

  beforeEach(async () => {
    server = await startTestRedis();
    admin = connectRedis(server.url, { maxRetriesPerRequest: null, enableReadyCheck: false });
    admin.on('error', () => undefined);
    await once(admin, 'ready');
    warnings = [];
    begun = [];
    givenBack = [];
  });
  afterEach(async () => {
    await queues.close();
    admin.disconnect();
    await server.stop();
  });

  const open = (url: string) => {
    clients = new Set();
    queue = new Bull(`outbox.${LANE}`, queueOptions(url, clients));
    const store = { begin: (_tenantId: string, id: string) => Promise.resolve(begun.push(id) && null) };
    const giveBack = (messages: readonly QueuedAttempt[]) => Promise.resolve(void givenBack.push(...messages));
    queues = new OutboxQueues(
      new Map([[LANE, queue]]),
      clients,
      store as unknown as OutboxStore,
      { giveBack } as unknown as MessagesUnderWay,
      { warn: (...warning: unknown[]) => void warnings.push(warning) } as unknown as Logger,
      STUCK_AFTER_MS,
    );
  };
  const requirePassword = (password: string) => admin.call('CONFIG', 'SET', 'requirepass', password);
  const refusal = () =>
    new Promise<void>((resolve) => {
      queue.on('error', (error) => error.message.includes('WRONGPASS') && resolve());
    });
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

  it('take jobs once the password is right', async () => {
    await requirePassword('another');
    open(server.url.replace('://', '://:right@'));
    queues.start();
    await refusal();
    await requirePassword('right');
    await goThrough('late');
  });

  it('go on when the password was wrong for a while, and nothing of the process ends', async () => {
    await requirePassword('right');
    open(server.url.replace('://', '://:right@'));
    queues.start();
    await goThrough('before');
    await requirePassword('another');
    const refused = refusal();
    for (const type of ['normal', 'pubsub']) await admin.call('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
    await refused;
    await requirePassword('right');
    await goThrough('after');
  });

  it('leave out of what they have room for a lane whose jobs nobody takes, until somebody does', async () => {
    open(server.url);
    await eventually(() => add('waiting'));
    await eventually(async () => (await queues.room())?.has(LANE) === false);
    await queues.room();
    expect(warnings).toEqual([
      [{ lane: LANE, jobs: 1 }, 'nobody takes the jobs of a lane: its messages go without them'],
    ]);
    queues.start();
    await eventually(async () => (await queues.room())?.has(LANE));
    expect(begun).toEqual(['waiting']);
  });

  it('take no more jobs when they are stopped, also just after Redis was slow', async () => {
    open(server.url);
    queues.start();
    await goThrough('before');
    server.freeze();
    expect(await queues.room()).toBeNull();
    server.thaw();
    await queues.stop();
    expect(await queue.isPaused(true)).toBe(true);
  });

  it('give back what Bull still takes when they are stopped', async () => {
    open(server.url);
    queues.start();
    await queues.stop();
    const late = { tenantId: 'tenant', id: 'late', attempts: 3 };
    const { handlers } = queue as unknown as { handlers: Record<string, (job: object) => Promise<void>> };
    await handlers['__default__']!({ data: late });
    expect(givenBack).toEqual([late]);
    expect(begun).toEqual([]);
  });
});
