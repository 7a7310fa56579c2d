import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';

/** The common interface of ioredis and Bull's clients. */
interface RedisConnection {
  readonly status: string;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close' | 'ready', listener: () => void): unknown;
  ping(): Promise<unknown>;
}

/** The state of Redis; `disabled` if this process does not use it. */
export interface RedisStatus {
  readonly status: 'disabled' | 'up' | 'down';
  readonly latencyMs: number | null;
}

/** Redis counts as down if a ping takes longer. */
const PING_TIMEOUT_MS = 500;

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

  /** Pings Redis over the first ready connection. */
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

  /** From now on this process closes connections itself, which is no outage. */
  beforeApplicationShutdown(): void {
    this.isClosing = true;
  }

  private lost(error: Error): void {
    if (!this.isClosing) this.outage.came(error);
  }
}
