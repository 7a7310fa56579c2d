import { setTimeout as delay } from 'node:timers/promises';
import { type Client, clientTo } from './client';
import type { Ledger } from './ledger';
import { type App, headersOf, type Person } from './people';
import type { Api } from './programs';

/** How long after its feed is back, and after the revocation was answered, an api may admit what was revoked. */
const ALLOWED_MS = 1_000;
const LOOK_EVERY_MS = 100;
const ANSWER_WITHIN_MS = 2_000;
const FEED = /^appkernel_change_feed_live (\d)$/m;

interface Revoked {
  readonly person: Person;
  readonly token: string;
  readonly at: number;
  /** Apis that have refused it after that. */
  readonly refusedBy: Set<Api>;
}

/** One api as it is looked at from outside: whether it has heard of changes for long enough. */
class Watched {
  /** Since when its metrics have said that the feed is live; null while they do not, or are silent. */
  liveSince: number | null = null;

  constructor(
    readonly api: Api,
    readonly client: Client = clientTo(api.url, ANSWER_WITHIN_MS),
    private readonly metrics: Client = clientTo(new URL(api.metricsUrl).origin, ANSWER_WITHIN_MS),
  ) {}

  async look(): Promise<void> {
    const { outcome, text } = await this.metrics.ask({ method: 'GET', path: '/metrics' });
    const isLive = outcome === 'done' && FEED.exec(text)?.[1] === '1';
    this.liveSince = isLive ? (this.liveSince ?? performance.now()) : null;
  }

  close(): Promise<void[]> {
    return Promise.all([this.client.close(), this.metrics.close()]);
  }
}

/**
 * Comes back with the access tokens of sessions that were ended, to both apis, past the balancer, until each has refused
 * them. `appkernel_change_feed_live` of each tells since when it hears of changes.
 */
export class Revocations {
  private readonly watched: readonly Watched[];
  private readonly open = new Set<Revoked>();
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();
  /** How many have been refused by both. */
  refused = 0;

  constructor(
    apis: readonly Api[],
    private readonly app: App,
    private readonly ledger: Ledger,
  ) {
    this.watched = apis.map((api) => new Watched(api));
  }

  start(): void {
    this.running = Promise.all(
      this.watched.flatMap((each) => [
        this.repeatedly(() => each.look()),
        this.repeatedly(() => Promise.all([...this.open].map((one) => this.tryAgain(one, each)))),
      ]),
    );
  }

  add(person: Person, token: string): void {
    this.open.add({ person, token, at: performance.now(), refusedBy: new Set() });
  }

  /** How many are not refused by both yet. */
  get undecided(): number {
    return this.open.size;
  }

  /** Whether both apis have said for long enough that they hear of changes. */
  get areHeard(): boolean {
    return this.watched.every(({ liveSince }) => liveSince !== null && performance.now() - liveSince > ALLOWED_MS);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
    await Promise.all(this.watched.map((each) => each.close()));
  }

  private async repeatedly(work: () => Promise<unknown>): Promise<void> {
    while (!this.isOver) {
      await work();
      await delay(LOOK_EVERY_MS);
    }
  }

  private async tryAgain(revoked: Revoked, { api, client, liveSince }: Watched): Promise<void> {
    const { person, token, at, refusedBy } = revoked;
    if (refusedBy.has(api)) return;
    const headers = headersOf(this.app, person, token);
    const { status, sentAt } = await client.ask({ method: 'GET', path: '/api/v1/auth/context', headers });
    if (status === 401) {
      refusedBy.add(api);
      if (refusedBy.size < this.watched.length) return;
      this.open.delete(revoked);
      this.refused += 1;
      return;
    }
    if (status !== 200) return;
    const isTooLate = liveSince !== null && sentAt - Math.max(at, liveSince) > ALLOWED_MS;
    if (isTooLate) {
      const late = Math.round(sentAt - at);
      this.ledger.violations.push(`${api.name} admitted a session ${late} ms after it had been ended`);
    }
  }
}
