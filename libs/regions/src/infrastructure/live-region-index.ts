import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { ChangeFeed, Logger, reasonOf } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import type { RegionIndex } from '../domain/region-index';
import { RegionLoader } from './region-loader';

/** Limits how long a change stays unnoticed if the feed dies silently. */
const MAX_UNCHECKED_MS = 60_000;

/**
 * The index of this process, which follows the database. A new one replaces the old one as a whole; callers after an
 * announced change wait for the new one.
 */
@Injectable()
export class LiveRegionIndex implements BeforeApplicationShutdown {
  private index: RegionIndex | null = null;
  /** No change has been announced since the index was last compared with the database, or began to be. */
  private isCurrent = false;
  private checkAgainAt = 0;
  private loading: Promise<RegionIndex> | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly loader: RegionLoader,
    private readonly feed: ChangeFeed,
    private readonly logger: Logger,
  ) {
    const outdate = () => {
      this.isCurrent = false;
      this.loadInBackground();
    };
    feed.subscribe('regions', { changed: outdate, reset: outdate });
  }

  /** Aborts a load under way, before the database it reads from is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new DependencyUnavailableError({ retryAfterSeconds: 1 }));
    await Promise.allSettled([this.loading]);
  }

  /**
   * The current regions. While changes are not announced, each call asks the database.
   *
   * @throws DependencyUnavailableError when the database is needed and away.
   */
  async current(): Promise<RegionIndex> {
    const isKnown = this.isCurrent && !this.loading && this.feed.live && Date.now() < this.checkAgainAt;
    return this.index && isKnown ? this.index : this.load();
  }

  private loadInBackground(): void {
    // A load under way takes the change in, and tells whoever began it how it ended.
    if (this.loading) return;
    this.load().catch((error: unknown) => {
      // The next caller gets the error and tries again.
      if (!this.stopping.signal.aborted) this.logger.warn({ reason: reasonOf(error) }, 'the regions cannot be loaded');
    });
  }

  /** Concurrent callers wait for the same load. */
  private load(): Promise<RegionIndex> {
    this.loading ??= this.follow();
    return this.loading;
  }

  private async follow(): Promise<RegionIndex> {
    try {
      for (;;) {
        // Set first: a change announced from here on may be missing in what is read now, and causes another round.
        this.isCurrent = true;
        this.index = await this.presentIndex();
        this.checkAgainAt = Date.now() + MAX_UNCHECKED_MS;
        if (this.isCurrent) return this.index;
      }
    } catch (error) {
      this.isCurrent = false;
      throw error;
    } finally {
      // In the same turn: a caller after the next change must not be given the end of this load.
      this.loading = null;
    }
  }

  private async presentIndex(): Promise<RegionIndex> {
    const { signal } = this.stopping;
    signal.throwIfAborted();
    if (!this.index) return this.loader.load(signal);
    const { revision } = await this.loader.readState();
    return revision === this.index.revision ? this.index : this.loader.load(signal);
  }
}
