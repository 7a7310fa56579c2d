import { BullModule, getQueueToken } from '@nestjs/bull';
import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  Optional,
} from '@nestjs/common';
import type { Queue } from 'bull';
import { ChangeFeed } from '../cache/change-feed';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.token';
import { Logger } from '../logging/logger';
import type { RedisClient } from '../redis/redis-client';
import { RedisConnections } from '../redis/redis-connections';
import { MessagesUnderWay } from './messages-under-way';
import { OutboxAnnouncements } from './outbox-announcements';
import { OutboxDelivery } from './outbox-delivery';
import { OutboxQueues, QUEUED_LANES, type QueuedAttempt } from './outbox-queues';
import { OutboxRelay } from './outbox-relay';
import { OutboxSweeps } from './outbox-sweeps';
import { OutboxStore } from './outbox-store';
import { Partitions } from './partitions';
import { PostgresOutbox } from './postgres-outbox';
import { queueOptions } from './queue-options';
import { Sweeper } from './sweeper';

/** The part of the grace time reserved for everything that is closed afterwards. */
const SECONDS_TO_CLOSE = 5;

const UNDER_WAY = {
  provide: MessagesUnderWay,
  inject: [OutboxStore, OutboxDelivery, Logger],
  useFactory: (store: OutboxStore, delivery: OutboxDelivery, logger: Logger) =>
    new MessagesUnderWay(store, (message) => delivery.deliver(message), logger),
};

const RELAY = {
  provide: OutboxRelay,
  inject: [
    OutboxStore,
    MessagesUnderWay,
    Logger,
    ChangeFeed,
    PostgresOutbox,
    OutboxAnnouncements,
    { token: OutboxQueues, optional: true },
  ],
  useFactory: (
    store: OutboxStore,
    underWay: MessagesUnderWay,
    logger: Logger,
    feed: ChangeFeed,
    outbox: PostgresOutbox,
    announcements: OutboxAnnouncements,
    queues?: OutboxQueues,
  ) => {
    const relay = new OutboxRelay(store, underWay, queues ?? null, logger, { hears: () => feed.live });
    outbox.onMessages(() => relay.wake());
    announcements.hear(feed, () => relay.wake());
    return relay;
  },
};

/** Only used with Redis, as it loads Bull. */
const queuesProvider = (clients: ReadonlySet<RedisClient>) => ({
  provide: OutboxQueues,
  inject: [
    OutboxStore,
    MessagesUnderWay,
    Logger,
    RedisConnections,
    ...QUEUED_LANES.map((lane) => getQueueToken(queueOf(lane))),
  ],
  useFactory: (
    store: OutboxStore,
    underWay: MessagesUnderWay,
    logger: Logger,
    connections: RedisConnections,
    ...queues: Queue<QueuedAttempt>[]
  ) => {
    for (const { client } of queues) connections.watch(client);
    const byLane = new Map(queues.map((queue, index) => [String(QUEUED_LANES[index]), queue]));
    return new OutboxQueues(byLane, clients, store, underWay, logger);
  },
});

/** Relay, sweeps and, with Redis, workers of the queues. Must run in at least one process of an installation. */
@Module({})
export class OutboxWorkerModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly relay: OutboxRelay,
    private readonly underWay: MessagesUnderWay,
    private readonly delivery: OutboxDelivery,
    private readonly sweeper: Sweeper,
    private readonly redis: RedisConnections,
    @Inject(CONFIG) private readonly config: Config,
    @Optional() private readonly queues?: OutboxQueues,
  ) {}

  static forRoot(redisUrl: string | undefined): DynamicModule {
    const providers = [UNDER_WAY, RELAY, OutboxSweeps, Partitions, Sweeper];
    if (redisUrl === undefined) return { module: OutboxWorkerModule, providers };
    const clients = new Set<RedisClient>();
    return {
      module: OutboxWorkerModule,
      imports: [
        BullModule.registerQueue(
          ...QUEUED_LANES.map((lane) => ({ name: queueOf(lane), ...queueOptions(redisUrl, clients) })),
        ),
      ],
      providers: [...providers, queuesProvider(clients)],
    };
  }

  onApplicationBootstrap(): void {
    this.relay.start();
    this.queues?.start();
    this.sweeper.start();
  }

  async onModuleDestroy(): Promise<void> {
    const { graceSeconds, drainSeconds } = this.config.shutdown;
    const patienceSeconds = Math.max(graceSeconds - drainSeconds - SECONDS_TO_CLOSE, 1);
    this.delivery.stop();
    const sweeperStopped = this.sweeper.stop();
    await Promise.all([this.relay.stop(), this.queues?.stop()]);
    await this.underWay.stop(patienceSeconds * 1_000);
    await sweeperStopped;
    // Before Nest has Bull close them, which waits for jobs that are settled here.
    this.redis.startClosing();
    await this.queues?.close();
  }
}

function queueOf(lane: string): string {
  return `outbox.${lane}`;
}
