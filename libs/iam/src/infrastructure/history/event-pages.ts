import { Injectable } from '@nestjs/common';
import { Cursors, Database } from '@libs/foundation';
import { type Fields, MAX_UUID, ValidationFailedError, wireNameOf } from '@libs/kernel';

/** A member at an App. */
export interface EventOwner {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
}

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
interface EventRow extends Record<string, unknown> {
  readonly id: string;
  readonly moment: string;
}

/** Time and id of an event. */
type Position = readonly [string, string];

/** Precedes every event. */
const TOP: Position = ['infinity', MAX_UUID];

/** The columns of an event `e` for these fields. */
export function eventColumns(fields: Fields): string {
  return Object.keys(fields)
    .map((name) => (name === 'ip' ? 'host(e.ip) AS ip' : `e.${wireNameOf(name)} AS "${name}"`))
    .join(', ');
}

/**
 * The events of a user ($3) at an App ($2), of which there are $6 at most before a time ($4) and id ($5).
 *
 * @param atApp which of the user's belong to the App.
 */
export function eventPage(table: string, fields: Fields, atApp: string): string {
  return `
    SELECT ${eventColumns(fields)}, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') AS moment
      FROM ${table} e
     WHERE e.tenant_id = $1 AND e.user_id = $3 AND ${atApp} AND (e.occurred_at, e.id) < ($4::timestamptz, $5::uuid)
     ORDER BY e.occurred_at DESC, e.id DESC LIMIT $6`;
}

/** Lists of events, paged by keyset on (occurred_at, id). */
@Injectable()
export class EventPages {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  /**
   * @param list to which cursors are bound, as they are to its owner.
   * @param select made by `eventPage`.
   * @throws ValidationFailedError for a cursor of another list.
   */
  async page<Event>(
    list: string,
    { tenantId, appId, userId }: EventOwner,
    { limit, cursor }: EventPageRequest,
    select: string,
  ): Promise<EventPage<Event>> {
    const key = [list, tenantId, appId, userId];
    const before = cursor === undefined ? TOP : this.positionOf(key, cursor);
    const values = [tenantId, appId, userId, ...before, limit + 1];
    const rows = await this.database.read<Event & EventRow>(tenantId, select, values);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const nextCursor = last && rows.length > limit ? this.cursors.encode(key, [last.moment, last.id]) : null;
    return { items, nextCursor };
  }

  private positionOf(key: readonly string[], cursor: string): Position {
    const [moment, id] = this.cursors.decode(key, cursor);
    if (typeof moment !== 'string' || typeof id !== 'string') throw ValidationFailedError.of('cursor', 'invalid');
    return [moment, id];
  }
}
