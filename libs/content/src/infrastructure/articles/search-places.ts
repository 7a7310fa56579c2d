import { DependencyUnavailableError } from '@libs/kernel';

/** Of one tenant. */
const MAX_WAITING = 32;
const WAIT_LIMIT_MS = 1_000;
const RETRY_AFTER_SECONDS = 1;

interface Waiter {
  readonly tenantId: string;
  readonly begin: () => void;
}

/**
 * Bounds how many searches, and lists that cost as much, a process has the database do at once: anybody may send the
 * most expensive ones, and whoever logs in needs the same connections. One tenant leaves places to the others.
 */
export class SearchPlaces {
  private readonly share: number;
  private readonly underWay = new Map<string, number>();
  private readonly waiting: Waiter[] = [];
  private taken = 0;

  constructor(
    private readonly places: number,
    private readonly waitLimitMs = WAIT_LIMIT_MS,
  ) {
    this.share = Math.max(1, Math.ceil(places / 2));
  }

  /** @throws DependencyUnavailableError when there is no place in time. */
  async run<T>(tenantId: string, search: () => Promise<T>): Promise<T> {
    if (this.hasPlace(tenantId)) this.take(tenantId, 1);
    else await this.wait(tenantId);
    try {
      return await search();
    } finally {
      this.take(tenantId, -1);
      const next = this.waiting.findIndex((waiter) => this.hasPlace(waiter.tenantId));
      if (next >= 0) this.waiting.splice(next, 1)[0]?.begin();
    }
  }

  /** Resolves with a place. */
  private wait(tenantId: string): Promise<void> {
    const ofTenant = this.waiting.filter((waiter) => waiter.tenantId === tenantId);
    if (ofTenant.length >= MAX_WAITING) throw unavailable();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(impatience);
        this.take(tenantId, 1);
        resolve();
      };
      const waiter = { tenantId, begin };
      const impatience = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        reject(unavailable());
      }, this.waitLimitMs);
      this.waiting.push(waiter);
    });
  }

  private hasPlace(tenantId: string): boolean {
    return this.taken < this.places && (this.underWay.get(tenantId) ?? 0) < this.share;
  }

  private take(tenantId: string, count: 1 | -1): void {
    this.taken += count;
    const ofTenant = (this.underWay.get(tenantId) ?? 0) + count;
    if (ofTenant > 0) this.underWay.set(tenantId, ofTenant);
    else this.underWay.delete(tenantId);
  }
}

function unavailable(): DependencyUnavailableError {
  return new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
}
