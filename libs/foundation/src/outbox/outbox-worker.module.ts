import { getQueueToken, BullModule } from '@nestjs/bull';
import { type DynamicModule, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bull';
import { Logger } from '../logging/logger';
import { OutboxDelivery } from './outbox-delivery';
import type { OutboxMessage } from './outbox-message';
import { OUTBOX_QUEUE, OutboxProcessor, type OutboxJob } from './outbox-processor';
import { OutboxRelay } from './outbox-relay';
import { OutboxStore } from './outbox-store';
import { PostgresOutbox } from './postgres-outbox';
import { Sweeps } from './sweeps';

const CONCURRENCY = 10;
/** How soon the messages of a process that died are taken up again. */
const LEASE_SECONDS = 10;
/** With a queue between, a message may wait its turn there before it is worked on. */
const QUEUED_LEASE_SECONDS = 60;
const CLAIM_AT_ONCE = 100;

/** The part that must run somewhere in every installation: relay, and with Redis the processor of its queue. */
@Module({})
export class OutboxWorkerModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly relay: OutboxRelay,
    private readonly outbox: PostgresOutbox,
    private readonly store: OutboxStore,
    private readonly sweeps: Sweeps,
  ) {}

  static forRoot(redisUrl: string | undefined): DynamicModule {
    if (redisUrl === undefined) {
      return {
        module: OutboxWorkerModule,
        providers: [
          {
            provide: OutboxRelay,
            inject: [OutboxStore, OutboxDelivery, Sweeps, Logger],
            useFactory: (store: OutboxStore, delivery: OutboxDelivery, sweeps: Sweeps, logger: Logger) =>
              new OutboxRelay(
                store,
                (message) => delivery.deliver(message),
                sweeps,
                { concurrency: CONCURRENCY, leaseSeconds: LEASE_SECONDS },
                logger,
              ),
          },
        ],
      };
    }
    return {
      module: OutboxWorkerModule,
      imports: [
        BullModule.registerQueue({
          name: OUTBOX_QUEUE,
          url: redisUrl,
          // The braces keep the queue's keys in one slot of a Redis Cluster.
          prefix: '{appkernel}',
          redis: { maxRetriesPerRequest: null, enableReadyCheck: false },
          defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
        }),
      ],
      providers: [
        OutboxProcessor,
        {
          provide: OutboxRelay,
          inject: [OutboxStore, OutboxDelivery, Sweeps, Logger, getQueueToken(OUTBOX_QUEUE)],
          useFactory: (
            store: OutboxStore,
            delivery: OutboxDelivery,
            sweeps: Sweeps,
            logger: Logger,
            queue: Queue<OutboxJob>,
          ) =>
            new OutboxRelay(
              store,
              queueOrDeliver(queue, delivery),
              sweeps,
              { concurrency: CLAIM_AT_ONCE, leaseSeconds: QUEUED_LEASE_SECONDS },
              logger,
            ),
        },
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.sweeps.register('outbox', () => this.store.sweep());
    this.outbox.onMessages(() => this.relay.wake());
    this.relay.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.relay.stop();
  }
}

/** Puts the message into the queue, under its own id so that a repeat is ignored; without Redis it is worked on here. */
function queueOrDeliver(queue: Queue<OutboxJob>, delivery: OutboxDelivery) {
  return async (message: OutboxMessage): Promise<void> => {
    if (queue.client.status === 'ready') {
      try {
        await queue.add({ tenantId: message.tenantId, id: message.id }, { jobId: message.id });
        return;
      } catch {
        // Redis went away between the look and the call: the message is worked on here, as below.
      }
    }
    await delivery.deliver(message);
  };
}
