import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from './change-feed';
import type { CacheStatistics } from './known-caches';

interface InvalidatedCacheOptions<Value> {
  /** The subject of the change feed; a change of one scope forgets that scope, a bulk change everything. */
  readonly subject: string;
  /**
   * Further subjects on which values depend, each with the scope in it that a value belongs to. They change rarely: all
   * values are looked through for those that it concerns.
   */
  readonly further?: Readonly<Record<string, (value: Value) => string>>;
  /** The approximate number of bytes that a value retains, at least 1, including what is derived from it. */
  readonly sizeOf: (value: Value) => number;
  readonly maxBytes: number;
  /** A value is read again after this time even without a change; `Infinity` for immutable values. */
  readonly maxAgeMs?: number;
  /** The lifetime of a value, from the moment before it was read. */
  readonly lifetimeMsOf?: (value: Value) => number;
}

interface Entry<Value> {
  readonly scope: string;
  readonly value: Value;
  /** On the monotonic clock of the process. */
  readonly expiresAt: number;
}

interface Load<Value> {
  readonly scope: string;
  readonly begunAt: number;
  readonly promise: Promise<Value | null>;
  /** The read that follows this one, for callers who must not get the result of this one. */
  next?: Promise<Value | null>;
}

/** A safety net in case a change goes unannounced. */
const DEFAULT_MAX_AGE_MS = 60_000;

/**
 * Values read from the database, cached until the change feed announces their scope. A value that was read while the feed
 * was down, or while its scope changed, is not cached, so the cache never differs from the database. The least recently
 * used values are evicted beyond `maxBytes`.
 */
export class InvalidatedCache<Value extends object> {
  private readonly entries: LRUCache<string, Entry<Value>>;
  private readonly placesOfScope = new Map<string, Set<string>>();
  private readonly loads = new Map<string, Load<Value>>();
  private hits = 0;
  private misses = 0;

  /**
   * Reads run in the context in which the cache was made, not inside the transaction of the first caller: its
   * uncommitted changes must not be cached, and other callers must not wait for it.
   */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(
    private readonly feed: Pick<ChangeFeed, 'live' | 'subscribe'> & Partial<Pick<ChangeFeed, 'caches'>>,
    private readonly options: InvalidatedCacheOptions<Value>,
  ) {
    this.entries = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ value }) => options.sizeOf(value),
      dispose: ({ scope }, place) => this.leave(scope, place),
    });
    feed.caches?.add(this);
    feed.subscribe(options.subject, {
      changed: (scope) => (scope === '' ? this.forgetAll() : this.forget(scope)),
      reset: () => this.forgetAll(),
    });
    for (const [subject, scopeOf] of Object.entries(options.further ?? {})) {
      feed.subscribe(subject, {
        changed: (scope) => (scope === '' ? this.forgetAll() : this.forgetWhere((value) => scopeOf(value) === scope)),
        reset: () => this.forgetAll(),
      });
    }
  }

  /**
   * The cached value of the key, or else the result of `read`. Concurrent callers share one read. Null is returned but
   * not cached, so that requests for what does not exist cannot fill the memory.
   */
  get(scope: string, key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const known = this.known(scope, key);
    if (known) return Promise.resolve(known);
    this.misses += 1;
    const place = `${scope} ${key}`;
    const underWay = this.loads.get(place);
    if (!underWay) return this.load(place, scope, read);
    if (this.feed.live) return underWay.promise;
    // While the feed is down, the read under way may be stale for this caller; one that begins after it serves all who
    // wait. If each caller read for itself, a slow database would get even slower.
    underWay.next ??= underWay.promise.then(() => this.load(place, scope, read));
    return underWay.next;
  }

  /** The cached value of the key, if it may be used now; null if it has to be read. */
  known(scope: string, key: string): Value | null {
    const place = `${scope} ${key}`;
    const entry = this.entries.get(place);
    if (!entry || entry.expiresAt <= performance.now() || !this.feed.live) return null;
    this.hits += 1;
    return entry.value;
  }

  get statistics(): CacheStatistics {
    const { entries, hits, misses } = this;
    return { name: this.options.subject, entries: entries.size, bytes: entries.calculatedSize, hits, misses };
  }

  private load(place: string, scope: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const begunAt = performance.now();
    const load: Load<Value> = { scope, begunAt, promise: this.outside(() => Promise.resolve().then(read)) };
    this.loads.set(place, load);
    return this.settle(place, load);
  }

  private async settle(place: string, load: Load<Value>): Promise<Value | null> {
    try {
      const value = await load.promise;
      // If the scope changed meanwhile, this load is no longer on the list.
      if (value !== null && this.loads.get(place) === load && this.feed.live) this.keep(place, load, value);
      return value;
    } finally {
      if (this.loads.get(place) === load) this.loads.delete(place);
    }
  }

  private keep(place: string, { scope, begunAt }: Load<Value>, value: Value): void {
    const { maxAgeMs = DEFAULT_MAX_AGE_MS, lifetimeMsOf } = this.options;
    const expiresAt = Math.min(performance.now() + maxAgeMs, begunAt + (lifetimeMsOf?.(value) ?? Infinity));
    this.entries.set(place, { scope, value, expiresAt });
    // A value larger than `maxBytes` is not cached.
    if (!this.entries.has(place)) return;
    this.placesOfScope.set(scope, (this.placesOfScope.get(scope) ?? new Set<string>()).add(place));
  }

  private leave(scope: string, place: string): void {
    const places = this.placesOfScope.get(scope);
    places?.delete(place);
    if (places?.size === 0) this.placesOfScope.delete(scope);
  }

  private forget(scope: string): void {
    for (const place of [...(this.placesOfScope.get(scope) ?? [])]) this.entries.delete(place);
    for (const [place, load] of this.loads) if (load.scope === scope) this.loads.delete(place);
  }

  private forgetWhere(isConcerned: (value: Value) => boolean): void {
    for (const [place, { value }] of [...this.entries]) if (isConcerned(value)) this.entries.delete(place);
    // The results of reads under way are unknown.
    this.loads.clear();
  }

  private forgetAll(): void {
    this.entries.clear();
    this.loads.clear();
  }
}
