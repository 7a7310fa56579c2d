import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type AuditRecord, recordHashing } from '../domain/audit-record';
import { type Redaction, redactionOf, RESOURCES_OF_USERS } from '../domain/redaction';
import { inSlices } from '../domain/slices';
import { Candidates, firstOf, LogTurns } from './audit-batches';
import { AUDIT_COLUMNS, auditRecord, type AuditRow } from './audit-rows';
import { ChainSeals, type SealedPosition } from './chain-seals';

/** The proof that a record was blanked with authority. */
export interface RedactionRow {
  redacted_hash: Buffer | null;
  redacted_key_id: string;
  redacted_hmac: Buffer;
}

/** Columns of the table audit_redactions as `r`. */
export const REDACTION_COLUMNS =
  'r.content_hash AS redacted_hash, r.key_id AS redacted_key_id, r.hmac AS redacted_hmac';

interface SealedRow extends RedactionRow {
  /** The driver gives a bigint as text. */
  seq: string;
  hash: Buffer;
}

/** The batch size for seals, which are small. */
const SEALS = 500;

/**
 * Removes people whose accounts were erased from the log. The hash of a record stays that of the whole, so that the
 * chain holds; what is left of the record has a hash of its own, sealed together with the first.
 */
@Injectable()
export class AuditRedactions {
  constructor(
    private readonly database: Database,
    private readonly seals: ChainSeals,
    private readonly turns: LogTurns,
  ) {}

  /** The tenants in whose logs the user is an actor. */
  async tenantsOf(userId: string): Promise<string[]> {
    const rows = await this.database.readAsSystem<{ tenant_id: string }>(
      `SELECT h.tenant_id FROM audit_heads h
        WHERE EXISTS (SELECT FROM audit_logs l WHERE l.tenant_id = h.tenant_id AND l.actor_id = $1)`,
      [userId],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  }

  /** Blanks what the tenant's log says about the user. May be repeated. */
  async redact(tenantId: string, userId: string): Promise<void> {
    const candidates = new Candidates();
    for (let after: number | null = 0; after !== null;) {
      const from: number = after;
      after = await this.turns.take(tenantId, () => this.redactBatch(tenantId, userId, from, candidates));
    }
  }

  /** @returns the last record that was read; null at the end. */
  private async redactBatch(
    tenantId: string,
    userId: string,
    after: number,
    candidates: Candidates,
  ): Promise<number | null> {
    const rows = await this.recordsOf(tenantId, userId, after, candidates.count);
    const last = rows.at(-1);
    if (!last) return null;
    candidates.read(rows.length);
    await this.database.run(tenantId, async () => {
      for (const row of rows) await this.redactRecord(tenantId, row, userId);
    });
    return Number(last.seq);
  }

  /**
   * The hash of what is left of the record, if it is authentic; null if nothing was blanked or its seal does not hold.
   */
  authentic(tenantId: string, record: Pick<AuditRecord, 'seq' | 'hash'>, row: RedactionRow): string | null {
    if (!row.redacted_hash) return null;
    const redacted = row.redacted_hash.toString('hex');
    const seal = { keyId: row.redacted_key_id, hmac: row.redacted_hmac };
    const state = this.seals.check('redaction', sealed(tenantId, record, redacted), seal);
    return state === 'intact' ? redacted : null;
  }

  /** Reseals authentic redactions whose key is not the newest. */
  async renewSeals(tenantId: string): Promise<void> {
    for (let after = 0, read = SEALS; read === SEALS;) {
      const rows = await this.olderSeals(tenantId, after);
      for (const row of rows) await this.renewSeal(tenantId, row);
      after = Number(rows.at(-1)?.seq ?? 0);
      read = rows.length;
    }
  }

  private olderSeals(tenantId: string, after: number): Promise<SealedRow[]> {
    return this.database.read<SealedRow>(
      tenantId,
      `SELECT r.seq, l.hash, ${REDACTION_COLUMNS}
         FROM audit_redactions r JOIN audit_logs l ON l.tenant_id = r.tenant_id AND l.seq = r.seq
        WHERE r.tenant_id = $1 AND r.key_id <> $2 AND r.seq > $3 ORDER BY r.seq LIMIT ${SEALS}`,
      [tenantId, this.seals.currentKeyId, after],
    );
  }

  private async renewSeal(tenantId: string, row: SealedRow): Promise<void> {
    const position = { seq: Number(row.seq), hash: row.hash.toString('hex') };
    const redacted = this.authentic(tenantId, position, row);
    if (redacted === null) return;
    const { keyId, hmac } = this.seals.seal('redaction', sealed(tenantId, position, redacted));
    // Applies only to the row that was found authentic.
    await this.database.write(
      tenantId,
      'UPDATE audit_redactions SET key_id = $4, hmac = $5 WHERE tenant_id = $1 AND seq = $2 AND hmac = $3',
      [tenantId, position.seq, row.redacted_hmac, keyId, hmac],
    );
  }

  private recordsOf(
    tenantId: string,
    userId: string,
    after: number,
    candidates: number,
  ): Promise<(AuditRow & RedactionRow)[]> {
    // Each half uses an index of its own.
    const records = `SELECT l.* FROM audit_logs l
      WHERE l.tenant_id = $1 AND l.seq IN (
        (SELECT a.seq FROM audit_logs a
          WHERE a.tenant_id = $1 AND a.actor_id = $2 AND a.seq > $5 ORDER BY a.seq LIMIT $6)
        UNION
        (SELECT s.seq FROM audit_logs s
          WHERE s.tenant_id = $1 AND s.resource_type = ANY ($4) AND s.resource_id = $3 AND s.seq > $5
          ORDER BY s.seq LIMIT $6))
      ORDER BY l.seq LIMIT $6`;
    return this.database.read<AuditRow & RedactionRow>(
      tenantId,
      `${firstOf(records, 'ASC', null)}
       SELECT ${AUDIT_COLUMNS}, ${REDACTION_COLUMNS}
         FROM batch l LEFT JOIN audit_redactions r ON r.tenant_id = l.tenant_id AND r.seq = l.seq
        ORDER BY l.seq`,
      [tenantId, userId, userId, RESOURCES_OF_USERS, after, candidates],
    );
  }

  private async redactRecord(tenantId: string, row: AuditRow & RedactionRow, userId: string): Promise<void> {
    const record = auditRecord(row);
    const redaction = redactionOf(record, userId);
    if (!redaction) return;
    const left = await this.blank(redaction);
    // A record that was altered before is blanked, too, but not vouched for: the chain still reports it.
    const isWhole = (await inSlices(recordHashing(record))) === (this.authentic(tenantId, record, row) ?? record.hash);
    if (isWhole) await this.vouchFor(tenantId, left);
  }

  /** @returns the blanked record. */
  private async blank({ seq, ofActor, paths, ofOmitted, ofReason }: Redaction): Promise<AuditRecord> {
    const [row] = await this.database.query<AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM redact_audit_log($1, $2, $3, $4, $5) l`,
      [seq, ofActor, paths, ofOmitted, ofReason],
    );
    if (!row) throw new Error('The record of the audit log is gone');
    return auditRecord(row);
  }

  private async vouchFor(tenantId: string, left: AuditRecord): Promise<void> {
    const redacted = await inSlices(recordHashing(left));
    const { keyId, hmac } = this.seals.seal('redaction', sealed(tenantId, left, redacted));
    await this.database.query(
      `INSERT INTO audit_redactions (tenant_id, seq, content_hash, key_id, hmac) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (tenant_id, seq) DO UPDATE SET
         content_hash = excluded.content_hash, key_id = excluded.key_id, hmac = excluded.hmac, redacted_at = now()`,
      [tenantId, left.seq, Buffer.from(redacted, 'hex'), keyId, hmac],
    );
  }
}

function sealed(tenantId: string, { seq, hash }: Pick<AuditRecord, 'seq' | 'hash'>, redacted: string): SealedPosition {
  return { tenantId, seq, hash: `${hash}:${redacted}` };
}
