import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { ChangeFeed, Logger, reasonOf } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import type { RegionIndex } from '../domain/region-index';
import { RegionLoader } from './region-loader';

/** The limit to what a feed can hide whose connection died without a word. */
const MAX_UNCHECKED_MS = 60_000;

/**
 * The index of this process, which follows the database. A new one takes the place of the old as a whole; whoever asks
 * after a change was told waits for the new one.
 */
@Injectable()
export class LiveRegionIndex implements BeforeApplicationShutdown {
  private index: RegionIndex | null = null;
  /** No change has been told since the index was last compared with the database, or began to be. */
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

  /** A load under way gives up, before the database goes that it reads from. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new DependencyUnavailableError({ retryAfterSeconds: 1 }));
    await Promise.allSettled([this.loading]);
  }

  /**
   * The regions as they are now. While changes are not told, that takes a question to the database each time.
   *
   * @throws DependencyUnavailableError when the database is needed and away.
   */
  async current(): Promise<RegionIndex> {
    const isKnown = this.isCurrent && !this.loading && this.feed.live && Date.now() < this.checkAgainAt;
    return this.index && isKnown ? this.index : this.load();
  }

  private loadInBackground(): void {
    this.load().catch((error: unknown) => {
      // Who asks next is told of it, and tries again.
      if (!this.stopping.signal.aborted) this.logger.warn({ reason: reasonOf(error) }, 'the regions cannot be loaded');
    });
  }

  /** Those who ask at the same time wait for the same load. */
  private load(): Promise<RegionIndex> {
    this.loading ??= this.follow();
    return this.loading;
  }

  private async follow(): Promise<RegionIndex> {
    try {
      for (;;) {
        // Said first: a change that is told from here on may not be in what is read now, and takes another round.
        this.isCurrent = true;
        this.index = await this.presentIndex();
        this.checkAgainAt = Date.now() + MAX_UNCHECKED_MS;
        if (this.isCurrent) return this.index;
      }
    } catch (error) {
      this.isCurrent = false;
      throw error;
    } finally {
      // In the same turn: who asks after the next change must not be given the end of this load.
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
