import { MAX, NIL, v5, v7 } from 'uuid';

/** Before every id (RFC 9562, 5.9). */
export const NIL_UUID: string = NIL;

/** After every id (RFC 9562, 5.10). */
export const MAX_UUID: string = MAX;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUID of version 7 (RFC 9562): time-ordered, so that primary keys grow at the end of their index. */
export function newId(): string {
  return v7();
}

/** An id with the given time, for ids ordered by the time of events in the database. */
export function newIdAt(time: Date): string {
  return v7({ msecs: time.getTime() });
}

/**
 * The deterministic UUID of an id and a name, for a row that is written once although its message may be delivered
 * repeatedly.
 *
 * @param id a UUID.
 */
export function derivedId(id: string, name: string): string {
  return v5(name, id);
}

/** Whether the value has the 8-4-4-4-12 form of a UUID, of any version and in either case. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
