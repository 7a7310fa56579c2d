import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { likePattern, type Page, type PageRequest } from '@libs/kernel';
import type { AuditRecord } from '../domain/audit-record';
import type { AuditOutcome } from '../domain/audited-request';
import { AUDIT_COLUMNS, auditRecord, type AuditRow } from './audit-rows';

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
  /**
   * Anywhere in action, route, resource_id, request_id, the actor's display or a name among the changes, in either case.
   */
  readonly q?: string | undefined;
}

const STREAM_BATCH = 500;

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
  AND ($9::timestamptz IS NULL OR l.occurred_at < $9)`;

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

/** The records of a tenant, newest first. */
@Injectable()
export class AuditLogs {
  constructor(private readonly database: Database) {}

  async list(tenantId: string, filter: AuditLogFilter, { page, pageSize }: PageRequest): Promise<Page<AuditRecord>> {
    const rows = await this.database.read<{ total: string } & (AuditRow | { id: null })>(
      tenantId,
      `SELECT matching.total, l.*
         FROM (SELECT count(*) AS total FROM ${countedOf(filter)}) matching
         LEFT JOIN LATERAL (
           SELECT ${AUDIT_COLUMNS} FROM audit_logs l WHERE ${conditionsOf(filter)} ORDER BY l.seq DESC LIMIT $11 OFFSET $12
         ) l ON true
        ORDER BY l.seq DESC`,
      [...values(tenantId, filter), pageSize, (page - 1) * pageSize],
    );
    return {
      items: rows.filter((row) => row.id !== null).map(auditRecord),
      total: Number(rows[0]?.total ?? 0),
    };
  }

  /**
   * All of them, in batches that are read separately: neither memory nor a transaction grows with the log. Records
   * written meanwhile are not included.
   */
  async *stream(tenantId: string, filter: AuditLogFilter): AsyncGenerator<AuditRecord[], void, void> {
    let before: string | null = null;
    for (;;) {
      const rows: AuditRow[] = await this.database.read<AuditRow>(
        tenantId,
        `SELECT ${AUDIT_COLUMNS} FROM audit_logs l
          WHERE ${conditionsOf(filter)} AND ($11::bigint IS NULL OR l.seq < $11) ORDER BY l.seq DESC LIMIT ${STREAM_BATCH}`,
        [...values(tenantId, filter), before],
      );
      if (rows.length > 0) yield rows.map(auditRecord);
      const last = rows.at(-1);
      if (!last || rows.length < STREAM_BATCH) return;
      before = last.seq;
    }
  }
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
  ];
}
