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
  /** Roughly how many bytes of memory a value retains, at least one: with what is built from it and lives as long. */
  readonly sizeOf: (value: Value) => number;
  readonly maxBytes: number;
  /**
   * A value is read again after this long, even if the feed announced nothing; `Infinity` for values that can never
   * change.
   */
  readonly maxAgeMs?: number;
  /** How long a value holds by itself, counted from the moment before it was read. */
  readonly lifetimeMsOf?: (value: Value) => number;
}

interface Entry<Value> {
  readonly scope: string;
  readonly value: Value;
  /** By the clock of the process that never goes back. */
  readonly expiresAt: number;
}

interface Load<Value> {
  readonly scope: string;
  readonly begunAt: number;
  readonly promise: Promise<Value | null>;
  /**
   * The read that begins when this one has ended, for callers who asked meanwhile and must not be given this one's
   * result.
   */
  next?: Promise<Value | null>;
}

/** A safety net, should a change ever go unannounced. */
const DEFAULT_MAX_AGE_MS = 60_000;

/**
 * What this process has read from the database and may use until it changes. Each value belongs to a scope, which is
 * the key that the change feed names. A value that was read while the feed was down, or while its scope changed, is not
 * kept, so the cache never differs from the database. The least recently used values are dropped when there are too
 * many.
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
   * The value kept for the key, or else the result of `read`. Concurrent callers share one read. Null is handed on but
   * never kept, so that requests for what does not exist cannot fill the memory.
   */
  get(scope: string, key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const known = this.known(scope, key);
    if (known) return Promise.resolve(known);
    this.misses += 1;
    const place = `${scope} ${key}`;
    const underWay = this.loads.get(place);
    if (!underWay) return this.load(place, scope, read);
    if (this.feed.live) return underWay.promise;
    // While the feed is down nothing announces that a read under way is out of date, but one that begins after it is
    // good enough for all who wait. If each caller read for itself, a slow database would get even more to do.
    underWay.next ??= underWay.promise.then(() => this.load(place, scope, read));
    return underWay.next;
  }

  /** The value kept for the key, if it may be used now. Null says nothing but that it has to be read. */
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
    // One that is larger than all may be together is not kept.
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
    // What they will find is not known yet.
    this.loads.clear();
  }

  private forgetAll(): void {
    this.entries.clear();
    this.loads.clear();
  }
}
