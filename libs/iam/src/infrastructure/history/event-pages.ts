import { Injectable } from '@nestjs/common';
import { Cursors } from '@libs/foundation';
import { ValidationFailedError } from '@libs/kernel';

/** The requested page of one member's events. */
export interface EventPageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of events, newest first. */
export interface EventPage<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A row with the time of its event in microseconds, the database's order. */
interface EventRow {
  readonly id: string;
  readonly moment: string;
}

/** Precedes every event. */
const TOP: Position = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** Time and id of an event. */
type Position = readonly [string, string];

/** Lists of events, paged by keyset on (occurred_at, id). */
@Injectable()
export class EventPages {
  constructor(private readonly cursors: Cursors) {}

  /**
   * Cuts a page.
   *
   * @param list identifies the list and its owner, to which cursors are bound.
   * @param find up to a number of rows before a time and id.
   * @throws ValidationFailedError if the cursor is not from this list.
   */
  async page<Row extends EventRow>(
    list: readonly string[],
    { limit, cursor }: EventPageRequest,
    find: (before: Position, count: number) => Promise<Row[]>,
  ): Promise<EventPage<Row>> {
    const rows = await find(cursor === undefined ? TOP : this.positionOf(list, cursor), limit + 1);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const nextCursor = last && rows.length > limit ? this.cursors.encode(list, [last.moment, last.id]) : null;
    return { items, nextCursor };
  }

  private positionOf(list: readonly string[], cursor: string): Position {
    const [moment, id] = this.cursors.decode(list, cursor);
    if (typeof moment !== 'string' || typeof id !== 'string') throw ValidationFailedError.of('cursor', 'invalid');
    return [moment, id];
  }
}

/** The columns of an event `e` that `EventRow` needs. */
export const MOMENT = `to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') AS moment`;
