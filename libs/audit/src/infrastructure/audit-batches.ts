import { FairTurns } from '@libs/foundation';
import { MAX_RECORD_BYTES } from '../domain/recorded-changes';

/**
 * Batches are limited by bytes: records from before the size limit take hundreds of kilobytes each, and five hundred of
 * the largest current ones take thirty megabytes.
 */
const BATCH_BYTES = 192 * 1024;
/** The size of a record without its changes. */
const OTHER_BYTES = 640;
const FIRST_CANDIDATES = 16;
const MIN_CANDIDATES = 4;
const MAX_CANDIDATES = 500;

/**
 * An upper bound, in bytes, of the changes of the record `l` as text. The stored size of a small, uncompressed value is
 * known without converting it; as text it takes less than twice that.
 */
export const CHANGES_BYTES = `CASE WHEN pg_column_size(l.changes) < 2048 AND pg_column_compression(l.changes) IS NULL
  THEN 2 * pg_column_size(l.changes) ELSE octet_length(l.changes::text) END`;

/**
 * SQL for the record `l`, whose changes take `bytes`: the changes that fit into `most`, as `told.changes`, and the number
 * of the others, as `told.truncated`. If all fit, none is inspected.
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
 * SQL for the first of the given records that fit into a batch, at least one, as `l`, with the bytes of their changes.
 *
 * @param records a statement for rows of audit_logs, in the order and number in which they are looked at.
 * @param most the bytes of a record that are read at most; null for all.
 */
export function firstOf(records: string, order: 'ASC' | 'DESC', most: number | null): string {
  const counted = `${most === null ? 's.bytes' : `least(s.bytes, ${most})`} + ${OTHER_BYTES}`;
  return `WITH candidates AS MATERIALIZED (${records}),
     sized AS MATERIALIZED (SELECT l.seq, ${CHANGES_BYTES} AS bytes FROM candidates l),
     taken AS (SELECT s.seq, s.bytes, sum(${counted}) OVER (ORDER BY s.seq ${order}) - (${counted}) AS before FROM sized s),
     batch AS (SELECT l.*, t.bytes FROM candidates l JOIN taken t ON t.seq = l.seq WHERE t.before < ${BATCH_BYTES})`;
}

/** The limit for older records, the same as for new ones. */
export const MAX_SHOWN_BYTES = MAX_RECORD_BYTES;

/** The number of records that a statement considers for a batch: not many more than the last batch had. */
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
 * Readers of whole logs take turns, batch by batch, one at a time for each tenant, and so leave connections of the
 * database and the event loop to other work.
 */
export class LogTurns extends FairTurns {
  constructor() {
    super({ atOnce: 2, eachAtOnce: 1 });
  }
}
