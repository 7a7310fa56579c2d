import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';

/** What ioredis and the queues built on it have in common. */
interface RedisConnection {
  readonly status: string;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close' | 'ready', listener: () => void): unknown;
}

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

  /** Connections that close from now on are closed by this process. */
  beforeApplicationShutdown(): void {
    this.isClosing = true;
  }

  private lost(error: Error): void {
    if (!this.isClosing) this.outage.came(error);
  }
}
