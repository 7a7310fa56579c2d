import { Injectable } from '@nestjs/common';
import { newId } from '@libs/kernel';
import { type ChangeFeed, CHANGES } from '../cache/change-feed';
import { Database } from '../database/database';

/** The subject of the change feed that announces new messages. */
const SUBJECT = 'outbox';

/**
 * The least time between two announcements of a process, as each takes a server-wide lock during its commit. Relays poll
 * frequently for longer than this after an announcement.
 */
const PAUSE_MS = 1_000;

/**
 * Announces new messages to the relays of other processes, so that these can poll rarely. A lost announcement merely
 * delays its messages, as relays poll nevertheless.
 */
@Injectable()
export class OutboxAnnouncements {
  private readonly process = newId();
  private madeAt = -Infinity;

  constructor(private readonly database: Database) {}

  /** Announces with the commit of the current transaction. */
  async make(): Promise<void> {
    if (performance.now() - this.madeAt < PAUSE_MS) return;
    await this.database.withCommit('SELECT pg_notify($1, $2)', [CHANGES, `${SUBJECT}:${this.process}`]);
    this.database.afterCommit(() => (this.madeAt = performance.now()));
  }

  /** Calls `wake` for announcements of other processes, and when some may have been missed. */
  hear(feed: Pick<ChangeFeed, 'subscribe'>, wake: () => void): void {
    feed.subscribe(SUBJECT, { changed: (by) => by !== this.process && wake(), reset: wake });
  }
}
