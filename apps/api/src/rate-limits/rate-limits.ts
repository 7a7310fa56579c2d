import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config, connectRedis, type RedisClient, RedisConnections, Secrets } from '@libs/foundation';
import { RateLimitedError } from '@libs/kernel';
import { RequestCounters } from './request-counters';

interface LimitDefinition {
  readonly points: number;
  readonly windowSeconds: number;
  /** Whether it holds also where limits are switched off. */
  readonly isAlways?: true;
}

/**
 * Coarse limits of requests in a window. Limits that guard secrets are in the database, with what they guard. None is
 * kept by address alone that could refuse a right request because of other tenants': those that are count only what was
 * refused, or what names no tenant.
 */
const LIMITS = {
  /** Before a session at an App: by App and address. */
  auth: { points: 300, windowSeconds: 60 },
  registration_minute: { points: 30, windowSeconds: 60 },
  registration_day: { points: 600, windowSeconds: 86_400 },
  /** Administrators before a session: by the tenant that they name, and address. */
  admin_auth: { points: 300, windowSeconds: 60 },
  /** Pages behind links that name a tenant or an App: by these and address, apart from everything else. */
  password_pages: { points: 300, windowSeconds: 60 },
  unsubscribe: { points: 300, windowSeconds: 60 },
  /** Previews of drafts, which are rendered for whoever has a link: by the draft and address. */
  previews: { points: 60, windowSeconds: 60 },
  /** API clients that have proven who they are: by client and address. */
  oauth: { points: 300, windowSeconds: 60 },
  /** What was refused there: by address. */
  oauth_refused: { points: 300, windowSeconds: 60 },
  /** Texts that administrators see as they write: by user, for each takes as long as saving it. Never switched off. */
  content_previews: { points: 30, windowSeconds: 60, isAlways: true },
  session: { points: 1_200, windowSeconds: 60 },
  reports: { points: 1_200, windowSeconds: 60 },
  installation_reports: { points: 60, windowSeconds: 60 },
  refused_bodies: { points: 300, windowSeconds: 60 },
} as const satisfies Record<string, LimitDefinition>;

export type LimitName = keyof typeof LIMITS;

const NAMES = Object.keys(LIMITS) as LimitName[];
const ALWAYS = new Set(NAMES.filter((name) => (LIMITS[name] as LimitDefinition).isAlways));

const COMMAND_TIMEOUT_MS = 500;
/** For how long Redis is left alone after it was connected and did not answer. */
const HOLD_OFF_MS = 5_000;

/** Of one limit, in one process: 8 MB. */
const REMEMBERED_KEYS = 32_768;

/** A window that ends soon needs no bound in Redis: requests themselves take longer than their keys remain. */
const LONG_WINDOW_SECONDS = 3_600;
/** How many keys a long window has at most, each for the addresses of one hash. */
const LONG_WINDOW_BITS = 20;

/** The state of a limit after a request. */
interface LimitState {
  readonly left: number;
  readonly msLeft: number;
  readonly isExceeded: boolean;
}

/**
 * Counted in Redis where there is one, so that they hold across all processes; while it is unavailable, in this process
 * at half the value. They are never skipped, and what they remember is bounded in both places, whatever keys clients
 * make up.
 */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly redis: RedisClient | null;
  private readonly shared: ReadonlyMap<LimitName, RateLimiterRedis>;
  private readonly own: ReadonlyMap<LimitName, RequestCounters>;
  private heldOffUntil = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    connections: RedisConnections,
    private readonly secrets: Secrets,
  ) {
    const redis = config.redisUrl ? connect(config.redisUrl) : null;
    this.redis = redis;
    if (redis) connections.watch(redis);
    this.shared = new Map(redis ? NAMES.map((name) => [name, sharedLimiter(redis, name)]) : []);
    this.own = new Map(
      NAMES.map((name) => [name, new RequestCounters(LIMITS[name].windowSeconds * 1_000, REMEMBERED_KEYS)]),
    );
  }

  get areEnabled(): boolean {
    return this.config.http.rateLimitEnabled;
  }

  /** Counts one request and tells the client the state of the limit. @throws RateLimitedError */
  async count(name: LimitName, key: string, response: Response): Promise<void> {
    if (!this.areEnabled && !ALWAYS.has(name)) return;
    const state = (await this.countInRedis(name, key)) ?? this.countHere(name, key);
    this.tell(response, name, state);
    if (state.isExceeded) throw new RateLimitedError({ retryAfterSeconds: state.msLeft / 1_000 });
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  /** Null when Redis is not there to say. */
  private async countInRedis(name: LimitName, key: string): Promise<LimitState | null> {
    const limiter = this.shared.get(name);
    if (!limiter || Date.now() < this.heldOffUntil) return null;
    try {
      return stateOf(await inTime(limiter.consume(this.keyInRedis(name, key))), false);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return stateOf(refusal, true);
      // Connected, but frozen or without its primary: each request would wait for it.
      if (this.redis?.status === 'ready') this.heldOffUntil = Date.now() + HOLD_OFF_MS;
      return null;
    }
  }

  private countHere(name: LimitName, key: string): LimitState {
    const { points } = LIMITS[name];
    const limit = this.redis ? Math.ceil(points / 2) : points;
    const { used, msLeft } = this.own.get(name)!.count(key);
    return { left: Math.max(0, limit - used), msLeft, isExceeded: used > limit };
  }

  private keyInRedis(name: LimitName, key: string): string {
    if (LIMITS[name].windowSeconds < LONG_WINDOW_SECONDS) return key;
    return String(this.secrets.hmac('network', ['limit', name, key]).readUInt32BE() >>> (32 - LONG_WINDOW_BITS));
  }

  /** draft-ietf-httpapi-ratelimit-headers: the policy, and what is left until it resets. */
  private tell(response: Response, name: LimitName, { left, msLeft }: LimitState): void {
    const { points, windowSeconds } = LIMITS[name];
    add(response, 'RateLimit-Policy', `"${name}";q=${points};w=${windowSeconds}`);
    add(response, 'RateLimit', `"${name}";r=${left};t=${Math.max(0, Math.ceil(msLeft / 1_000))}`);
  }
}

/** The timeout of a command begins anew each time that it is sent, which in a cluster is often. */
async function inTime<T>(command: Promise<T>): Promise<T> {
  const { promise: timeIsOver, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), COMMAND_TIMEOUT_MS);
  try {
    return await Promise.race([command, timeIsOver]);
  } finally {
    clearTimeout(timer);
  }
}

function stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean): LimitState {
  return { left: Math.max(0, remainingPoints), msLeft: msBeforeNext, isExceeded };
}

/** A request may count against several limits; both headers are lists. */
function add(response: Response, header: string, item: string): void {
  const before = response.getHeader(header);
  response.setHeader(header, before === undefined ? item : `${String(before)}, ${item}`);
}

/** Each key in Redis ends with its window. */
function sharedLimiter(storeClient: RedisClient, name: LimitName): RateLimiterRedis {
  const { points, windowSeconds: duration } = LIMITS[name];
  return new RateLimiterRedis({ storeClient, keyPrefix: `appkernel:limit:${name}`, points, duration });
}

/**
 * Commands fail at once while Redis is unavailable: a limit must never make a request wait. This process counts those
 * that fail; ioredis reconnects by itself.
 */
function connect(url: string): RedisClient {
  return connectRedis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: COMMAND_TIMEOUT_MS });
}
