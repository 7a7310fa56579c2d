import { Injectable } from '@nestjs/common';
import { Database, ListOrder, sorted } from '@libs/foundation';
import { likePattern, type ListPage, type ListRequest } from '@libs/kernel';
import type { AuditRecord } from '../domain/audit-record';
import type { AuditOutcome } from '../domain/audited-request';
import { Candidates, CHANGES_BYTES, firstOf, changesWithin, LogTurns, MAX_SHOWN_BYTES } from './audit-batches';
import { AUDIT_COLUMNS_BUT_CHANGES, auditRecord, type AuditRow } from './audit-rows';

/** A record as answers show it; the changes of an older, larger one, or on a full page, are truncated. */
export interface ToldRecord extends AuditRecord {
  /** The number of changes left out. */
  readonly changes_truncated: number;
}

interface ToldRow extends AuditRow {
  changes_truncated: number;
}

/** Selects the records that meet all given conditions. */
export interface AuditLogFilter {
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly resourceType?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly appId?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  /** Those to which whoever asks is limited; null for all. */
  readonly appIds?: readonly string[] | null | undefined;
  /**
   * A text in action, route, resource_id, request_id, the actor's display or a name among the changes, case-insensitive.
   */
  readonly q?: string | undefined;
}

/** The bytes of changes on a page: each record has its share, and large ones share what others leave. */
const PAGE_BYTES = 512 * 1024;

const TOLD_COLUMNS = `${AUDIT_COLUMNS_BUT_CHANGES}, told.changes, told.truncated AS changes_truncated`;

/**
 * Conditions that are null fold away when the statement is planned. It is planned for each call, with its values, since
 * pattern searches are never prepared.
 */
const MATCHES = `l.tenant_id = $1
  AND ($2::uuid IS NULL OR l.actor_id = $2)
  AND ($3::text IS NULL OR l.action = $3)
  AND ($4::text IS NULL OR l.resource_type = $4)
  AND ($5::text IS NULL OR l.resource_id = $5)
  AND ($6::uuid IS NULL OR l.app_id = $6)
  AND ($7::text IS NULL OR l.outcome = $7)
  AND ($8::timestamptz IS NULL OR l.occurred_at >= $8)
  AND ($9::timestamptz IS NULL OR l.occurred_at < $9)
  AND ($11::uuid[] IS NULL OR l.app_id = ANY ($11))`;

/** The search lines of a tenant's records that contain the text. */
const LINES = `audit_search s WHERE s.tenant_id = $1 AND s.line LIKE lower($10::text)`;

/** The conditions of a filter on audit_logs. A search that may be absent would be evaluated for each record. */
function conditionsOf({ q }: AuditLogFilter): string {
  return q?.trim() ? `${MATCHES} AND l.seq IN (SELECT s.seq FROM ${LINES})` : `${MATCHES} AND $10::text IS NULL`;
}

/** What to count. If only a text is given, its lines are as many as the records. */
function countedOf({ q, ...others }: AuditLogFilter): string {
  const isSearchAlone = q?.trim() && Object.values(others).every((value) => value === undefined);
  return isSearchAlone ? LINES : `audit_logs l WHERE ${conditionsOf({ q })}`;
}

/** The records of a tenant, newest first unless the request says otherwise. */
@Injectable()
export class AuditLogs {
  static readonly order = new ListOrder(
    { occurred_at: sorted('l.occurred_at') },
    { usual: 'l.seq DESC', tie: 'l.seq' },
  );

  constructor(
    private readonly database: Database,
    private readonly turns: LogTurns,
  ) {}

  async list(tenantId: string, filter: AuditLogFilter, request: ListRequest): Promise<ListPage<ToldRecord>> {
    const { page, pageSize, ids } = request;
    const order = AuditLogs.order.of(request);
    const among = ids ? 'AND l.id = ANY ($15::uuid[])' : '';
    const counted = ids ? `audit_logs l WHERE ${conditionsOf(filter)} ${among}` : countedOf(filter);
    const rows = await this.database.readRecent<{ total: string } & (ToldRow | { id: null })>(
      tenantId,
      `WITH page AS MATERIALIZED (
         SELECT l.* FROM audit_logs l WHERE ${conditionsOf(filter)} ${among} ORDER BY ${order} LIMIT $12 OFFSET $13
       ), sized AS MATERIALIZED (
         SELECT l.seq, ${CHANGES_BYTES} AS bytes FROM page l
       ), shared AS (
         SELECT s.seq, s.bytes,
                $14::int + greatest(0, ${PAGE_BYTES} - sum(least(s.bytes, $14::int)) OVER ())
                  / greatest(1, count(*) FILTER (WHERE s.bytes > $14::int) OVER ()) AS share
           FROM sized s
       )
       SELECT matching.total, listed.*
         FROM (SELECT count(*) AS total FROM ${counted}) matching
         LEFT JOIN (
           SELECT ${TOLD_COLUMNS}, row_number() OVER (ORDER BY ${order}) AS place
             FROM page l JOIN shared s ON s.seq = l.seq
            CROSS JOIN ${changesWithin(`least(s.share, ${MAX_SHOWN_BYTES})`, 's.bytes')}
         ) listed ON true
        ORDER BY listed.place`,
      [
        ...values(tenantId, filter),
        pageSize,
        (page - 1) * pageSize,
        Math.floor(PAGE_BYTES / pageSize),
        ...(ids ? [ids] : []),
      ],
    );
    return {
      items: rows.filter((row) => row.id !== null).map(toldRecord),
      total: Number(rows[0]?.total ?? 0),
    };
  }

  /**
   * All matching records, in batches that are read separately: neither memory nor a transaction grows with the log.
   * Records written meanwhile are not included.
   */
  async *stream(tenantId: string, filter: AuditLogFilter): AsyncGenerator<ToldRecord[], void, void> {
    const candidates = new Candidates();
    for (let before: string | null = null; ;) {
      const rows: ToldRow[] = await this.turns.take(tenantId, () =>
        this.batch(tenantId, filter, before, candidates.count),
      );
      const last = rows.at(-1);
      if (!last) return;
      candidates.read(rows.length);
      before = last.seq;
      // Not referenced here while the reader processes them.
      yield rows.splice(0).map(toldRecord);
    }
  }

  private batch(tenantId: string, filter: AuditLogFilter, before: string | null, limit: number): Promise<ToldRow[]> {
    const records = `SELECT l.* FROM audit_logs l WHERE ${conditionsOf(filter)} AND ($12::bigint IS NULL OR l.seq < $12)
      ORDER BY l.seq DESC LIMIT $13`;
    return this.database.readRecent<ToldRow>(
      tenantId,
      `${firstOf(records, 'DESC', MAX_SHOWN_BYTES)}
       SELECT ${TOLD_COLUMNS}
         FROM batch l CROSS JOIN ${changesWithin(String(MAX_SHOWN_BYTES), 'l.bytes')}
        ORDER BY l.seq DESC`,
      [...values(tenantId, filter), before, limit],
    );
  }
}

function toldRecord(row: ToldRow): ToldRecord {
  return { ...auditRecord(row), changes_truncated: row.changes_truncated };
}

function values(tenantId: string, filter: AuditLogFilter): unknown[] {
  return [
    tenantId,
    filter.actorId,
    filter.action,
    filter.resourceType,
    filter.resourceId,
    filter.appId,
    filter.outcome,
    filter.from,
    filter.to,
    likePattern(filter.q?.trim()),
    filter.appIds,
  ];
}
