import { EventEmitter } from 'node:events';
import type { Logger } from '../logging/logger';
import { RedisConnections } from './redis-connections';

class FakeConnection extends EventEmitter {
  status = 'connecting';

  become(status: 'ready' | 'close'): void {
    this.status = status;
    this.emit(status);
  }
}

describe('RedisConnections', () => {
  let told: string[];
  let connections: RedisConnections;
  let watched: FakeConnection[];

  beforeEach(() => {
    told = [];
    const tell = (_fields: object, message: string) => told.push(message);
    connections = new RedisConnections({ warn: tell, info: tell } as unknown as Logger);
    watched = [new FakeConnection(), new FakeConnection()];
    for (const connection of watched) connections.watch(connection);
    for (const connection of watched) connection.become('ready');
  });

  const lose = () => {
    for (const connection of watched) {
      connection.become('close');
      for (let attempt = 0; attempt < 3; attempt++) connection.emit('error', new Error('connect ECONNREFUSED'));
    }
  };

  it('report an outage once when it begins, and once when all are back', () => {
    expect(told).toEqual([]);
    lose();
    expect(told).toEqual(['Redis is away']);
    watched[0]?.become('ready');
    expect(told).toEqual(['Redis is away']);
    watched[1]?.become('ready');
    expect(told).toEqual(['Redis is away', 'Redis is back']);
    lose();
    expect(told).toEqual(['Redis is away', 'Redis is back', 'Redis is away']);
  });

  it('do not report connections that the process closes at its end', () => {
    connections.beforeApplicationShutdown();
    lose();
    expect(told).toEqual([]);
  });
});
