import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';

/** What clients of a server, of sentinels and of a cluster have in common. */
interface RedisConnection {
  readonly status: string;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close' | 'ready', listener: () => void): unknown;
  exists(key: string): Promise<unknown>;
}

/** The state of Redis; `disabled` if this process does not use it. */
export interface RedisStatus {
  readonly status: 'disabled' | 'up' | 'down';
  readonly latencyMs: number | null;
}

/** What the keys of queues begin with. The braces keep them in one slot of a Redis Cluster. */
export const QUEUE_PREFIX = '{appkernel}';

/** No key that is there: one that may be asked for by a user of Redis who has the keys of queues alone. */
const ASKED_FOR = `${QUEUE_PREFIX}:health`;

/** Redis counts as down if an answer takes longer. */
const ANSWER_TIMEOUT_MS = 500;

/** All connections of this process to Redis. They fail and recover one by one, but count as one outage. */
@Injectable()
export class RedisConnections implements BeforeApplicationShutdown {
  private readonly connections: RedisConnection[] = [];
  private readonly outage: Outage;
  private isClosing = false;

  constructor(logger: Logger) {
    this.outage = new Outage(logger, { came: 'Redis is away', went: 'Redis is back' });
  }

  watch(connection: RedisConnection): void {
    this.connections.push(connection);
    connection.on('error', (error) => this.lost(error));
    connection.on('close', () => this.lost(new Error('the connection was closed')));
    connection.on('ready', () => {
      if (this.connections.every(({ status }) => status === 'ready')) this.outage.went();
    });
  }

  /** Asks Redis over the first ready connection: of a cluster the node that has the queues. */
  async check(): Promise<RedisStatus> {
    if (this.connections.length === 0) return { status: 'disabled', latencyMs: null };
    const connection = this.connections.find(({ status }) => status === 'ready');
    const asked = performance.now();
    const { promise: timeIsOver, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(resolve, ANSWER_TIMEOUT_MS, false);
    const answered = await Promise.race([
      connection?.exists(ASKED_FOR).then(
        () => true,
        () => false,
      ) ?? false,
      timeIsOver,
    ]);
    clearTimeout(timer);
    if (!answered) return { status: 'down', latencyMs: null };
    return { status: 'up', latencyMs: Math.ceil(performance.now() - asked) };
  }

  /** From now on this process closes connections itself, which is no outage. */
  startClosing(): void {
    this.isClosing = true;
  }

  beforeApplicationShutdown(): void {
    this.startClosing();
  }

  private lost(error: Error): void {
    if (!this.isClosing) this.outage.came(error);
  }
}
