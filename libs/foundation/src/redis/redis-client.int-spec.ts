import { once } from 'node:events';
import { describeWithRedis, startTestRedis, type TestRedis } from '../../../../test/support/redis';
import { connectRedis, type RedisClient } from './redis-client';

describeWithRedis('A client of Redis', () => {
  let server: TestRedis;
  let client: RedisClient;

  beforeEach(async () => {
    server = await startTestRedis();
    client = connectRedis(server.url, { maxRetriesPerRequest: null, enableReadyCheck: false });
    // What is lost is told as an error, too.
    client.on('error', () => undefined);
    await once(client, 'ready');
  });
  afterEach(async () => {
    client.disconnect();
    await server.stop();
  });

  it('connects once more for a command that a server refuses because it is read-only, and does not send it again', async () => {
    await client.call('REPLICAOF', '127.0.0.1', '1');
    const reconnected = once(client, 'ready');
    await expect(client.set('key', 'value')).rejects.toThrow('READONLY');
    await reconnected;
    await client.call('REPLICAOF', 'NO', 'ONE');
    expect(await client.set('key', 'value')).toBe('OK');
    const [, connections] = /total_connections_received:(\d+)/.exec(String(await client.call('INFO', 'stats'))) ?? [];
    // One of them waited for the server to start.
    expect(Number(connections)).toBe(3);
  });

  it('does not cut the connection that follows a lost one for what the lost one left unanswered', async () => {
    server.freeze();
    const answer = client.get('key');
    expect(timerOf(client)).toBeDefined();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    client.once('close', resolve);
    await server.stop();
    await closed;
    expect(timerOf(client)).toBeUndefined();
    await server.start();
    expect(await answer).toBeNull();
  });
});

describeWithRedis('A client whose password Redis refuses', () => {
  it('waits longer from time to time', async () => {
    const server = await startTestRedis();
    const admin = connectRedis(server.url, {});
    await admin.call('CONFIG', 'SET', 'requirepass', 'another');
    const wrong = server.url.replace('redis://', 'redis://:wrong@');
    const client = connectRedis(wrong, { maxRetriesPerRequest: null, enableReadyCheck: false });
    client.on('error', () => undefined);
    const pauses: number[] = [];
    await new Promise<void>((resolve) => {
      client.on('reconnecting', (pause: number) => pauses.push(pause) === 4 && resolve());
    });
    expect(pauses).toEqual([50, 100, 150, 200]);
    client.disconnect();
    admin.disconnect();
    await server.stop();
  });
});

/** ioredis's own, of the silence of a connection. It is private, hence pinned here. */
function timerOf(client: object): unknown {
  return (client as { socketTimeoutTimer?: NodeJS.Timeout }).socketTimeoutTimer;
}
