import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Response } from 'express';
import Redis from 'ioredis';
import { type Config, Logger, RedisConnections, Secrets } from '@libs/foundation';
import { RateLimitedError } from '@libs/kernel';
import { eventually } from '../../../../test/support/api';
import { describeWithRedis, startTestRedis, type TestRedis } from '../../../../test/support/redis';
import { RateLimits } from './rate-limits';

describeWithRedis('RateLimits in Redis', () => {
  const secrets = new Secrets([{ id: 'test', bytes: randomBytes(32) }]);
  let server: TestRedis;
  let redis: Redis;
  let processes: [RateLimits, RateLimits];

  beforeAll(async () => {
    server = await startTestRedis();
    redis = new Redis(server.url);
    processes = [await aProcess(), await aProcess()];
  });
  afterAll(async () => {
    for (const limits of processes) limits.onApplicationShutdown();
    redis.disconnect();
    await server.stop();
  });

  /** Connected to Redis. */
  const aProcess = async (): Promise<RateLimits> => {
    const connections = new RedisConnections(new Logger('silent'));
    const limits = new RateLimits(
      { redisUrl: server.url, http: { rateLimitEnabled: true } } as Config,
      connections,
      secrets,
    );
    await eventually(async () => (await connections.check()).status === 'up');
    return limits;
  };

  const anAnswer = () => new ServerResponse(new IncomingMessage(new Socket())) as Response;

  it('hold across processes, and say what is left', async () => {
    const spend = Array.from({ length: 299 }, (_, index) =>
      processes[index % 2]!.count('auth', 'somebody', anAnswer()),
    );
    await Promise.all(spend);
    const response = anAnswer();
    await processes[0].count('auth', 'somebody', response);
    expect(response.getHeader('RateLimit')).toMatch(/^"auth";r=0;t=\d+$/);
    for (const limits of processes) {
      await expect(limits.count('auth', 'somebody', anAnswer())).rejects.toBeInstanceOf(RateLimitedError);
    }
  });

  it('do not make every request wait for a Redis that is frozen', async () => {
    const counted = () => redis.get('appkernel:limit:previews:somebody');
    const limits = await aProcess();
    await limits.count('previews', 'somebody', anAnswer());
    expect(await counted()).toBe('1');
    server.freeze();
    for (let request = 0; request < 5; request++) await limits.count('previews', 'somebody', anAnswer());
    server.thaw();
    // The first was sent, and waited for; the others were counted in the process at once.
    await eventually(async () => (await counted()) === '2');
    limits.onApplicationShutdown();
  });

  it('end each key with its window, and make only so many keys of a long one', async () => {
    const made = Array.from({ length: 200 }, (_, index) => `app:2001:db8:${index}:1::/64`);
    for (const name of ['admin_auth', 'registration_day'] as const) {
      await Promise.all(made.map((key) => processes[0].count(name, key, anAnswer())));
    }
    const keys = await redis.keys('appkernel:limit:*');
    const lifetimes = await Promise.all(keys.map(async (key) => [key, await redis.ttl(key)] as const));
    for (const [key, seconds] of lifetimes) {
      expect([key, seconds > 0 && seconds <= (key.includes('_day:') ? 86_400 : 60)]).toEqual([key, true]);
    }
    const ofDay = keys.filter((key) => key.includes('registration_day'));
    // 20 bits of a hash, whatever the addresses.
    for (const key of ofDay)
      expect(Number(/^appkernel:limit:registration_day:(\d+)$/.exec(key)?.[1])).toBeLessThan(2 ** 20);
    expect(ofDay.length).toBeGreaterThan(100);
  });
});
