import { Injectable } from '@nestjs/common';
import { Cursors } from '@libs/foundation';
import { ValidationFailedError } from '@libs/kernel';

/** A page of what happened to one member, as it is asked for. */
export interface EventPageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of what happened, the newest first. */
export interface EventPage<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A row with the moment it happened at in microseconds, as the database orders by. */
interface EventRow {
  readonly id: string;
  readonly moment: string;
}

/** Before every event. */
const TOP: Position = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** Moment and id of an event. */
type Position = readonly [string, string];

/** Lists of events, by keyset on (occurred_at, id). */
@Injectable()
export class EventPages {
  constructor(private readonly cursors: Cursors) {}

  /**
   * Cuts a page.
   *
   * @param list names the list and its owner: a cursor holds for those alone.
   * @param find the rows before a moment and id, at most so many.
   * @throws ValidationFailedError when the cursor is not one of this list.
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

/** What `EventRow` needs of an event `e`. */
export const MOMENT = `to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') AS moment`;
