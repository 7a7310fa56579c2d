import { Opaque, QueryInteger } from '../http/fields/fields';

const DEFAULT_LIMIT = 20;

/** A part of a list that is read from its newest item on. */
export class CursorQuery {
  @Opaque({ optional: true, description: '`next_cursor` of the page before' })
  readonly cursor?: string;

  @QueryInteger(1, 100, { default: DEFAULT_LIMIT })
  readonly limit: number = DEFAULT_LIMIT;
}
