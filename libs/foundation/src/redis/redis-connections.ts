import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';

/** What both ioredis and the queues built upon it have. */
interface RedisConnection {
  readonly status: string;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close' | 'ready', listener: () => void): unknown;
}

/** All connections of this process to Redis: they are lost and come back one by one, and it is one outage. */
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

  /** What is closed from now on is closed by ourselves. */
  beforeApplicationShutdown(): void {
    this.isClosing = true;
  }

  private lost(error: Error): void {
    if (!this.isClosing) this.outage.came(error);
  }
}
