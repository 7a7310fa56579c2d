import { EventEmitter } from 'node:events';
import type { Logger } from '../logging/logger';
import { RedisConnections } from './redis-connections';

class FakeConnection extends EventEmitter {
  status = 'connecting';
  exists: (key: string) => Promise<unknown> = () => Promise.resolve(0);

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

  it('say that Redis is up, and how fast, as long as one of them is there', async () => {
    expect(await connections.check()).toEqual({ status: 'up', latencyMs: expect.any(Number) });
    watched[0]?.become('close');
    expect(await connections.check()).toMatchObject({ status: 'up' });
    watched[1]?.become('close');
    expect(await connections.check()).toEqual({ status: 'down', latencyMs: null });
  });

  it('ask for a key that a user has who may touch the keys of queues alone', async () => {
    const exists = jest.fn(() => Promise.resolve(0));
    watched[0]!.exists = exists;
    await connections.check();
    expect(exists).toHaveBeenCalledWith(expect.stringMatching(/^\{appkernel\}:./));
  });

  it('say that Redis is down when it refuses, or does not answer', async () => {
    for (const exists of [() => Promise.reject(new Error('loading')), () => new Promise(() => undefined)]) {
      for (const connection of watched) connection.exists = exists;
      expect(await connections.check()).toEqual({ status: 'down', latencyMs: null });
    }
  });

  it('say that Redis is not used where there are none', async () => {
    const none = new RedisConnections({ warn: jest.fn(), info: jest.fn() } as unknown as Logger);
    expect(await none.check()).toEqual({ status: 'disabled', latencyMs: null });
  });

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
