import { Injectable } from '@nestjs/common';
import { newId } from '@libs/kernel';
import { type ChangeFeed, CHANGES } from '../cache/change-feed';
import { Database } from '../database/database';

/** The subject of the change feed under which it is told that there are messages. */
const SUBJECT = 'outbox';

/**
 * Announcements take a lock of the whole server while they are committed: so no process makes more. Relays that hear one
 * look often for as long, and longer.
 */
const PAUSE_MS = 1_000;

/**
 * Tells the relays of other processes that there are messages, so that they need not look for them all the time. One that
 * does not arrive costs its message a moment: relays look by themselves, too.
 */
@Injectable()
export class OutboxAnnouncements {
  private readonly process = newId();
  private madeAt = -Infinity;

  constructor(private readonly database: Database) {}

  /** In the current transaction. Leaves with its commit. */
  async make(): Promise<void> {
    if (performance.now() - this.madeAt < PAUSE_MS) return;
    await this.database.withCommit('SELECT pg_notify($1, $2)', [CHANGES, `${SUBJECT}:${this.process}`]);
    this.database.afterCommit(() => (this.madeAt = performance.now()));
  }

  /** Has `wake` called for those of other processes, and when some may have been missed. */
  hear(feed: Pick<ChangeFeed, 'subscribe'>, wake: () => void): void {
    feed.subscribe(SUBJECT, { changed: (by) => by !== this.process && wake(), reset: wake });
  }
}
