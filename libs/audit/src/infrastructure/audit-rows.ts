import type { AuditRecord } from '../domain/audit-record';
import type { ActorType } from '../domain/audited-request';

/** A record as its columns have it. */
export interface AuditRow extends Omit<AuditRecord, 'seq' | 'occurred_at' | 'actor' | 'prev_hash' | 'hash'> {
  /** The driver gives a bigint as text. */
  readonly seq: string;
  readonly occurred_at: Date;
  readonly actor_type: ActorType;
  readonly actor_id: string | null;
  readonly actor_display: string;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
}

/** All columns of a record except its changes, of the table as `l`. */
export const AUDIT_COLUMNS_BUT_CHANGES = `l.id, l.tenant_id, l.seq, l.occurred_at, l.actor_type, l.actor_id,
  l.actor_display, l.action, l.method, l.route, l.resource_type, l.resource_id, l.app_id, l.changes_omitted, l.ip,
  l.user_agent, l.request_id, l.reason, l.outcome, l.prev_hash, l.hash`;

/** All columns of a record. */
export const AUDIT_COLUMNS = `${AUDIT_COLUMNS_BUT_CHANGES}, l.changes`;

export function auditRecord(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    seq: Number(row.seq),
    occurred_at: row.occurred_at.toISOString(),
    actor: { type: row.actor_type, id: row.actor_id, display: row.actor_display },
    action: row.action,
    method: row.method,
    route: row.route,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    app_id: row.app_id,
    changes: row.changes,
    changes_omitted: row.changes_omitted,
    ip: row.ip,
    user_agent: row.user_agent,
    request_id: row.request_id,
    reason: row.reason,
    outcome: row.outcome,
    prev_hash: row.prev_hash.toString('hex'),
    hash: row.hash.toString('hex'),
  };
}
