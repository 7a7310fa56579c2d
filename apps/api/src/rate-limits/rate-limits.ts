import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import Redis from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { CONFIG, type Config, RedisConnections } from '@libs/foundation';
import { RateLimitedError } from '@libs/kernel';

interface LimitDefinition {
  readonly points: number;
  readonly windowSeconds: number;
}

/** Coarse limits of requests in a window. Limits that guard secrets are in the database, with what they guard. */
const LIMITS = {
  auth: { points: 300, windowSeconds: 60 },
  registration_minute: { points: 30, windowSeconds: 60 },
  registration_day: { points: 600, windowSeconds: 86_400 },
  session: { points: 1_200, windowSeconds: 60 },
  reports: { points: 1_200, windowSeconds: 60 },
  installation_reports: { points: 60, windowSeconds: 60 },
  refused_bodies: { points: 300, windowSeconds: 60 },
} as const satisfies Record<string, LimitDefinition>;

export type LimitName = keyof typeof LIMITS;

/**
 * Coarse request limits, per (App, address), address or session. Counted in Redis where there is one, so that they hold
 * across all processes; while it is unavailable, in this process at half the value. They are never skipped.
 */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly redis: Redis | null;
  private readonly limiters: Readonly<Record<LimitName, RateLimiterAbstract>>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    connections: RedisConnections,
  ) {
    this.redis = config.redisUrl ? connect(config.redisUrl) : null;
    if (this.redis) connections.watch(this.redis);
    this.limiters = {
      auth: this.limiter('auth'),
      registration_minute: this.limiter('registration_minute'),
      registration_day: this.limiter('registration_day'),
      session: this.limiter('session'),
      reports: this.limiter('reports'),
      installation_reports: this.limiter('installation_reports'),
      refused_bodies: this.limiter('refused_bodies'),
    };
  }

  /** Whether Redis is configured but cannot be reached now. */
  get redisIsAway(): boolean {
    return this.redis !== null && this.redis.status !== 'ready';
  }

  /** Counts one request and tells the client the state of the limit. @throws RateLimitedError */
  async count(name: LimitName, key: string, response: Response): Promise<void> {
    if (!this.config.http.rateLimitEnabled) return;
    try {
      this.tell(response, name, await this.limiters[name].consume(key));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      this.tell(response, name, refusal);
      throw new RateLimitedError({ retryAfterSeconds: refusal.msBeforeNext / 1_000 });
    }
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  /** draft-ietf-httpapi-ratelimit-headers: the policy, and what is left until it resets. */
  private tell(response: Response, name: LimitName, state: RateLimiterRes): void {
    const { points, windowSeconds } = LIMITS[name];
    const reset = Math.max(0, Math.ceil(state.msBeforeNext / 1_000));
    add(response, 'RateLimit-Policy', `"${name}";q=${points};w=${windowSeconds}`);
    add(response, 'RateLimit', `"${name}";r=${Math.max(0, state.remainingPoints)};t=${reset}`);
  }

  private limiter(name: LimitName): RateLimiterAbstract {
    const { points, windowSeconds: duration } = LIMITS[name];
    const keyPrefix = `appkernel:limit:${name}`;
    if (!this.redis) return new RateLimiterMemory({ keyPrefix, points, duration });
    return new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points: Math.ceil(points / 2), duration }),
    });
  }
}

/** A request may count against several limits; both headers are lists. */
function add(response: Response, header: string, item: string): void {
  const before = response.getHeader(header);
  response.setHeader(header, before === undefined ? item : `${String(before)}, ${item}`);
}

/**
 * Commands fail at once while Redis is unavailable: a limit must never make a request wait. The insurance limiter
 * answers for those that fail; ioredis reconnects by itself.
 */
function connect(url: string): Redis {
  return new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 500 });
}
