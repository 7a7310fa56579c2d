import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';

/** What ioredis and the queues built on it have in common. */
interface RedisConnection {
  readonly status: string;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close' | 'ready', listener: () => void): unknown;
  ping(): Promise<unknown>;
}

/** The state of Redis; without a connection nothing in this process uses it. */
export interface RedisStatus {
  readonly status: 'disabled' | 'up' | 'down';
  readonly latencyMs: number | null;
}

/** A Redis that takes longer counts as down. */
const PING_TIMEOUT_MS = 500;

/** All connections of this process to Redis: they break and come back one by one, but it is one outage. */
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

  /** Asks Redis, over the first connection that there is. */
  async check(): Promise<RedisStatus> {
    if (this.connections.length === 0) return { status: 'disabled', latencyMs: null };
    const connection = this.connections.find(({ status }) => status === 'ready');
    const asked = performance.now();
    const { promise: timeIsOver, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(resolve, PING_TIMEOUT_MS, false);
    const answered = await Promise.race([
      connection?.ping().then(
        () => true,
        () => false,
      ) ?? false,
      timeIsOver,
    ]);
    clearTimeout(timer);
    if (!answered) return { status: 'down', latencyMs: null };
    return { status: 'up', latencyMs: Math.ceil(performance.now() - asked) };
  }

  /** Connections that close from now on are closed by this process. */
  beforeApplicationShutdown(): void {
    this.isClosing = true;
  }

  private lost(error: Error): void {
    if (!this.isClosing) this.outage.came(error);
  }
}
