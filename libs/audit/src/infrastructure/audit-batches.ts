import { FairTurns } from '@libs/foundation';
import { MAX_RECORD_BYTES } from '../domain/recorded-changes';

/**
 * Records are read by bytes: those from before they had a bound take hundreds of kilobytes each, and five hundred of the
 * largest that there are now take thirty megabytes.
 */
const BATCH_BYTES = 192 * 1024;
/** What the fields of a record take beside its changes. */
const OTHER_BYTES = 640;
const FIRST_CANDIDATES = 16;
const MIN_CANDIDATES = 4;
const MAX_CANDIDATES = 500;

/**
 * How many bytes the changes of the record `l` take as text, or somewhat more. A small value that is not compressed tells
 * its size without being written; as text it takes less than twice that.
 */
export const CHANGES_BYTES = `CASE WHEN pg_column_size(l.changes) < 2048 AND pg_column_compression(l.changes) IS NULL
  THEN 2 * pg_column_size(l.changes) ELSE octet_length(l.changes::text) END`;

/**
 * Of the record `l`, whose changes take `bytes`: those that fit into `most`, as `told.changes`, and how many do not, as
 * `told.truncated`. Where all of them fit, none is looked at.
 */
export function changesWithin(most: string, bytes: string): string {
  return `LATERAL (
    SELECT CASE WHEN ${bytes} <= ${most} THEN l.changes
                ELSE coalesce(jsonb_agg(c.change ORDER BY c.place) FILTER (WHERE c.upto <= ${most}), '[]') END AS changes,
           count(*) FILTER (WHERE c.upto > ${most})::int AS truncated
      FROM (SELECT e.change, e.place, sum(octet_length(e.change::text) + 2) OVER (ORDER BY e.place) AS upto
              FROM jsonb_array_elements(
                     CASE WHEN ${bytes} > ${most} AND jsonb_typeof(l.changes) = 'array' THEN l.changes ELSE '[]' END
                   ) WITH ORDINALITY AS e (change, place)) c) told`;
}

/**
 * The first of the given records that fit into a batch, and one at least, as `l`, with the bytes of their changes.
 *
 * @param records a statement for rows of audit_logs, in the order and number in which they are looked at.
 * @param most what a record counts for at most, since no more of it is read; null if all of it is.
 */
export function firstOf(records: string, order: 'ASC' | 'DESC', most: number | null): string {
  const counted = `${most === null ? 's.bytes' : `least(s.bytes, ${most})`} + ${OTHER_BYTES}`;
  return `WITH candidates AS MATERIALIZED (${records}),
     sized AS MATERIALIZED (SELECT l.seq, ${CHANGES_BYTES} AS bytes FROM candidates l),
     taken AS (SELECT s.seq, s.bytes, sum(${counted}) OVER (ORDER BY s.seq ${order}) - (${counted}) AS before FROM sized s),
     batch AS (SELECT l.*, t.bytes FROM candidates l JOIN taken t ON t.seq = l.seq WHERE t.before < ${BATCH_BYTES})`;
}

/** What of an older record is shown, as of one that is written now. */
export const MAX_SHOWN_BYTES = MAX_RECORD_BYTES;

/** How many records a statement looks at, of which it reads a batch: not many more than it read last. */
export class Candidates {
  private limit = FIRST_CANDIDATES;

  get count(): number {
    return this.limit;
  }

  read(records: number): void {
    this.limit = Math.min(Math.max(Math.ceil(1.5 * records), MIN_CANDIDATES), MAX_CANDIDATES);
  }
}

/**
 * Whoever goes through a whole log takes turns, batch by batch: of each tenant one at a time, so that those who do
 * something else find the database's connections and the event loop free.
 */
export class LogTurns extends FairTurns {
  constructor() {
    super({ atOnce: 2, eachAtOnce: 1 });
  }
}
