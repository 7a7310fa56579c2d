import { LRUCache } from 'lru-cache';

/** Fewer rows are counted in some milliseconds, each time anew. */
const LARGE = 100_000;
const KEPT_MS = 30_000;
const MOST_KEPT = 1_000;

/**
 * How many rows there are of what has very many: counting a million takes a fraction of a second, so that a total of
 * 100,000 or more is kept for half a minute, in this process. See docs/decisions/0103.
 */
export class LargeTotals {
  private readonly totals: LRUCache<string, number>;

  constructor(clock: { now(): number } = performance) {
    // With a resolution, it would remember the time as well, by a timer.
    this.totals = new LRUCache({ max: MOST_KEPT, ttl: KEPT_MS, ttlResolution: 0, perf: clock });
  }

  /** @param counted says what is counted, tenant included. @returns undefined if it has to be counted. */
  get(...counted: readonly unknown[]): number | undefined {
    return this.totals.get(JSON.stringify(counted));
  }

  /** To be told of each total that was counted. */
  set(total: number, ...counted: readonly unknown[]): void {
    if (total >= LARGE) this.totals.set(JSON.stringify(counted), total);
  }
}
