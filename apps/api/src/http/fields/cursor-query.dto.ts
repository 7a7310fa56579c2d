import { Opaque, QueryInteger } from './fields';

const DEFAULT_LIMIT = 20;

/** The part of a list to read, newest item first. */
export class CursorQuery {
  @Opaque({ optional: true, description: '`next_cursor` of the previous page' })
  readonly cursor?: string;

  @QueryInteger(1, 100, { default: DEFAULT_LIMIT })
  readonly limit: number = DEFAULT_LIMIT;
}
