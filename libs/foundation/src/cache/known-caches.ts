/** Size and hits of a cache. */
export interface CacheStatistics {
  readonly name: string;
  readonly entries: number;
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
}

/** The caches of this process. */
export class KnownCaches {
  private readonly caches: { readonly statistics: CacheStatistics }[] = [];

  add(cache: { readonly statistics: CacheStatistics }): void {
    this.caches.push(cache);
  }

  /** Ordered by name; caches of the same name are summed up. */
  get statistics(): CacheStatistics[] {
    const byName = new Map<string, CacheStatistics>();
    for (const { statistics } of this.caches) {
      const sum = byName.get(statistics.name);
      byName.set(statistics.name, sum ? together(sum, statistics) : statistics);
    }
    return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function together(a: CacheStatistics, b: CacheStatistics): CacheStatistics {
  return {
    name: a.name,
    entries: a.entries + b.entries,
    bytes: a.bytes + b.bytes,
    hits: a.hits + b.hits,
    misses: a.misses + b.misses,
  };
}
