import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../cache/change-feed';
import { OutboxAnnouncements } from './outbox-announcements';
import { PostgresOutbox } from './postgres-outbox';

/** New messages, added by this process or announced by others. */
@Injectable()
export class OutboxWakes {
  constructor(
    private readonly outbox: PostgresOutbox,
    private readonly announcements: OutboxAnnouncements,
    private readonly feed: ChangeFeed,
  ) {}

  onMessages(wake: () => void): void {
    this.outbox.onMessages(wake);
    this.announcements.hear(this.feed, wake);
  }
}
