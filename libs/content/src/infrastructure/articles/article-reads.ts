import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Logger, reasonOf } from '@libs/foundation';
import { batchesOf, type CountedReads, ReadTally } from '../../domain/articles/read-tally';
import type { ContentScope } from '../../domain/content-scope';
import { ArticleFigures } from './article-figures';

/** What a process writes at most once in this time. */
const INTERVAL_MS = 60_000;
/** After a time without reads, the first ones need not wait for long. */
const SOON_MS = 1_000;
const BATCH_SIZE = 5_000;
/** Some 50 MB at most. A process answers far fewer requests between two writes. */
const LIMITS = { articles: 100_000, members: 500_000 };

/**
 * Counts the answers to single articles in memory, so that nobody waits for it, and writes the figures now and then, and at
 * the end of the process. Only a crash loses some.
 */
@Injectable()
export class ArticleReads implements OnModuleDestroy {
  private readonly tally = new ReadTally(LIMITS);
  private timer: NodeJS.Timeout | null = null;
  private writtenAt = -Infinity;
  private writing: Promise<void> = Promise.resolve();
  private isOver = false;
  private hasLost = false;
  /** What is written belongs to no request, and so to none of its transactions and traces. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(
    private readonly figures: ArticleFigures,
    private readonly logger: Logger,
  ) {}

  /** @param userId the member who read it; null for an anonymous client. */
  count(scope: ContentScope, articleId: string, userId: string | null): void {
    const isCounted = this.tally.count(scope, articleId, userId, Date.now());
    if (!isCounted) this.lose();
    if (this.timer === null) this.outside(() => this.writeLater());
  }

  /** Writes what has been counted. Never fails: what cannot be written is kept for the next time. */
  write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  async onModuleDestroy(): Promise<void> {
    this.isOver = true;
    if (this.timer) clearTimeout(this.timer);
    await this.write();
  }

  private writeLater(): void {
    if (this.isOver) return;
    const due = Math.max(SOON_MS, this.writtenAt + INTERVAL_MS - performance.now());
    this.timer = setTimeout(() => {
      void this.write().finally(() => {
        this.timer = null;
        if (!this.tally.isEmpty) this.writeLater();
      });
    }, due).unref();
  }

  private async writeAll(): Promise<void> {
    if (this.tally.isEmpty) return;
    this.writtenAt = performance.now();
    this.hasLost = false;
    const batches = [...batchesOf(this.tally.take(), BATCH_SIZE)];
    try {
      const dayOf = await this.figures.days();
      for (let batch = batches[0]; batch; batch = batches[0]) {
        await this.figures.add(batch, dayOf);
        batches.shift();
      }
    } catch (error) {
      this.keep(batches.flat());
      this.logger.warn({ reason: reasonOf(error) }, 'reads of articles could not be written');
    }
  }

  private keep(counted: readonly CountedReads[]): void {
    if (!this.tally.putBack(counted)) this.lose();
  }

  private lose(): void {
    if (!this.hasLost) this.logger.warn({}, 'more articles are read than can be counted');
    this.hasLost = true;
  }
}
