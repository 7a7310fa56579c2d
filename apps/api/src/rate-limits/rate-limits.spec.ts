import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { type Config, Logger, RedisConnections, Secrets } from '@libs/foundation';
import { RateLimitedError } from '@libs/kernel';
import { RegistrationRateLimitGuard, SessionRateLimitGuard } from './rate-limit.guards';
import { RateLimits, type LimitName } from './rate-limits';
import { expectLeft } from '../../../../test/support/seconds-left';

/** A response that is never sent. */
function anAnswer(): Response {
  return new ServerResponse(new IncomingMessage(new Socket())) as Response;
}

describe('RateLimits', () => {
  let limits: RateLimits;
  let connections: RedisConnections;

  const start = (redisUrl?: string) => {
    const config = { redisUrl, http: { rateLimitEnabled: true } } as Config;
    connections = new RedisConnections(new Logger('silent'));
    limits = new RateLimits(config, connections, new Secrets([]));
  };

  beforeEach(() => start());

  afterEach(() => {
    jest.useRealTimers();
    limits.onApplicationShutdown();
  });

  const spend = async (name: LimitName, times: number, key = 'somebody') => {
    for (let request = 0; request < times; request++) await limits.count(name, key, anAnswer());
  };

  const refusal = async (name: LimitName, key = 'somebody') => {
    const response = anAnswer();
    const error: unknown = await limits.count(name, key, response).catch((thrown: unknown) => thrown);
    return { response, error };
  };

  it.each([
    ['auth', 300, 60],
    ['registration_minute', 30, 60],
    ['registration_day', 600, 86_400],
    ['admin_auth', 300, 60],
    ['password_pages', 300, 60],
    ['unsubscribe', 300, 60],
    ['previews', 60, 60],
    ['oauth', 300, 60],
    ['oauth_refused', 300, 60],
    ['session', 1_200, 60],
    ['reports', 1_200, 60],
    ['installation_reports', 60, 60],
  ] as const)('%s admits %i requests in %i seconds, and then says how long to wait', async (name, points, seconds) => {
    const since = Date.now();
    await spend(name, points);
    const { error, response } = await refusal(name);
    expect(error).toBeInstanceOf(RateLimitedError);
    expectLeft((error as RateLimitedError).retryAfterSeconds, seconds, since);
    expect(response.getHeader('RateLimit-Policy')).toBe(`"${name}";q=${points};w=${seconds}`);
    expect(response.getHeader('RateLimit')).toMatch(new RegExp(`^"${name}";r=0;t=\\d+$`));
    await spend(name, 1, 'somebody else');
  });

  it('admits again when the window is over', async () => {
    jest.useFakeTimers();
    await spend('auth', 300);
    expect((await refusal('auth')).error).toBeInstanceOf(RateLimitedError);
    await jest.advanceTimersByTimeAsync(60_001);
    await spend('auth', 300);
  });

  it('tells of every limit that a request counts for', async () => {
    const response = anAnswer();
    await limits.count('auth', 'somebody', response);
    await limits.count('registration_minute', 'somebody', response);
    expect(response.getHeader('RateLimit-Policy')).toBe('"auth";q=300;w=60, "registration_minute";q=30;w=60');
    expect(response.getHeader('RateLimit')).toBe('"auth";r=299;t=60, "registration_minute";r=29;t=60');
  });

  describe('while Redis is away', () => {
    beforeEach(() => start('redis://127.0.0.1:1'));

    it('holds in this process, at half the value, and waits for nothing', async () => {
      // Time stands still: what waited for Redis would wait for ever.
      jest.useFakeTimers();
      await spend('auth', 150);
      expect((await refusal('auth')).error).toBeInstanceOf(RateLimitedError);
      expect(await connections.check()).toMatchObject({ status: 'down' });
    });

    it('waits half a second at most, also where ioredis tries a command again and again', async () => {
      jest.useFakeTimers();
      const consume = jest.spyOn(RateLimiterRedis.prototype, 'consume').mockReturnValue(new Promise(() => undefined));
      const response = anAnswer();
      const counted = limits.count('auth', 'somebody', response);
      await jest.advanceTimersByTimeAsync(500);
      await counted;
      expect(response.getHeader('RateLimit')).toBe('"auth";r=149;t=60');
      consume.mockRestore();
    });
  });

  describe('by guards', () => {
    const context = (request: object, response: Response) =>
      ({ switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }) }) as ExecutionContext;

    const register = (ip: string) =>
      new RegistrationRateLimitGuard(limits).canActivate(context({ currentApp: { id: 'app' }, ip }, anAnswer()));

    it('refused registrations do not spend what the day has', async () => {
      for (let request = 0; request < 30; request++) await register('203.0.113.7');
      for (let request = 0; request < 20; request++) {
        await expect(register('203.0.113.7')).rejects.toBeInstanceOf(RateLimitedError);
      }
      const response = anAnswer();
      await limits.count('registration_day', 'app:203.0.113.7', response);
      expect(response.getHeader('RateLimit')).toMatch(/r=569;/);
    });

    it('sessions are counted by their id, not by App or address', async () => {
      const ask = (sessionId: string, ip: string) => {
        const request = { member: { sessionId }, ip, currentApp: { id: ip } };
        return new SessionRateLimitGuard(limits).canActivate(context(request, anAnswer()));
      };
      for (let request = 0; request < 1_200; request++) await ask('one', `203.0.113.${request % 200}`);
      await expect(ask('one', '203.0.113.250')).rejects.toBeInstanceOf(RateLimitedError);
      await expect(ask('two', '203.0.113.250')).resolves.toBe(true);
    });
  });
});
