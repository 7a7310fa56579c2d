import { Injectable } from '@nestjs/common';
import { Database, FairTurns } from '@libs/foundation';
import { MAX_UUID, NIL_UUID, ResourceNotFoundError } from '@libs/kernel';
import type { Channel } from '../../domain/preferences/notification-preferences';
import type { Membership } from '../preferences/preference-store';
import { anyShard } from '../messages/statistics-rows';
import { DELETE, open, READ, READ_NEXT } from './inbox-statements';
import { DELETE_OUTSIDE, openOutside, READ_OUTSIDE } from './outside-statements';

/** How many items one statement looks at when all are read. */
const READ_BATCH = 1_000;

const OPEN = {
  in_app: [open('in_app'), openOutside('in_app')],
  push: [open('push'), openOutside('push')],
  email: [open('email'), openOutside('email')],
} as const;

/** For an item of the inbox, and for what the member has by push or mail alone. */
type Statements = readonly [inInbox: string, outside: string];

/**
 * All changes of a member wait for one another in the database, each with a connection: a member may have only few of
 * them, however many requests come at once.
 */
const TURNS = { atOnce: Infinity, eachAtOnce: 2, eachWaiting: 100, waitMs: 10_000 };

/** What members do with their items: one statement each, which also counts. */
@Injectable()
export class InboxItems {
  private readonly turns = new FairTurns(TURNS);

  constructor(private readonly database: Database) {}

  /** The first time counts. @throws ResourceNotFoundError unless the member sees such an item. */
  read(member: Membership, id: string): Promise<void> {
    return this.change(member, [READ, READ_OUTSIDE], [[id, anyShard()], [id]]);
  }

  /** The first time counts, with its channel. @throws ResourceNotFoundError as `read`. */
  open(member: Membership, id: string, channel: Channel): Promise<void> {
    const values = [id, anyShard()];
    return this.change(member, OPEN[channel], [values, values]);
  }

  /** @throws ResourceNotFoundError as `read`. */
  delete(member: Membership, id: string): Promise<void> {
    return this.change(member, [DELETE, DELETE_OUTSIDE], [[id], [id]]);
  }

  /** Reads everything that was delivered before a time, or everything. */
  async readAll({ tenantId, appId, userId }: Membership, before: Date | null): Promise<void> {
    const end = before === null ? MAX_UUID : lowestIdOf(before);
    let position = NIL_UUID;
    for (;;) {
      const values = [tenantId, appId, userId, position, end, READ_BATCH, anyShard()];
      const [batch] = await this.turns.take(userId, () =>
        this.database.write<{ looked: number; last: string }>(tenantId, READ_NEXT, values),
      );
      if (!batch || batch.looked < READ_BATCH) return;
      position = batch.last;
    }
  }

  /** The second is asked where the first finds nothing. */
  private async change(
    { tenantId, appId, userId }: Membership,
    statements: Statements,
    more: readonly [unknown[], unknown[]],
  ): Promise<void> {
    for (const [place, text] of statements.entries()) {
      const values = [tenantId, appId, userId, ...(more[place] ?? [])];
      const found = await this.turns.take(userId, () => this.database.write(tenantId, text, values));
      if (found.length > 0) return;
    }
    throw new ResourceNotFoundError();
  }
}

/** Times out of the range of ids are as early, or as late, as there are. */
function lowestIdOf(time: Date): string {
  const milliseconds = Math.min(Math.max(time.getTime(), 0), 2 ** 48 - 1);
  const digits = milliseconds.toString(16).padStart(12, '0').padEnd(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
