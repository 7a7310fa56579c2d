import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { recordHashing } from '../domain/audit-record';
import { ChainCheck } from '../domain/chain-check';
import { inSlices, Slices } from '../domain/slices';
import { Candidates, firstOf, LogTurns } from './audit-batches';
import { AUDIT_COLUMNS, auditRecord, type AuditRow } from './audit-rows';
import { CHECKPOINT_INTERVAL } from './audit-writer';
import { AuditRedactions, REDACTION_COLUMNS, type RedactionRow } from './audit-redactions';
import { ChainSeals, type Seal } from './chain-seals';

export interface ChainVerification {
  readonly ok: boolean;
  /** The number of valid records, from the first on. */
  readonly checked: number;
  /** The first broken position of the chain; null if it is intact. */
  readonly first_broken_seq: number | null;
}

interface Head {
  readonly seq: number;
  readonly hash: string;
  readonly seal: Seal | null;
  /** The highest seq of any record or checkpoint. */
  readonly last: number;
}

interface CheckedRow extends AuditRow, RedactionRow {
  checkpoint_hash: Buffer | null;
  checkpoint_key_id: string;
  checkpoint_hmac: Buffer;
}

/** Recomputes chains. */
@Injectable()
export class AuditChain {
  private readonly slices = new Slices();

  constructor(
    private readonly database: Database,
    private readonly seals: ChainSeals,
    private readonly redactions: AuditRedactions,
    private readonly turns: LogTurns,
  ) {}

  /**
   * Checks all current records of the tenant, in batches. Finds records that were changed, removed or inserted; a chain
   * that was rewritten as a whole is found by its first checkpoint, or else by its head, both of which are sealed.
   * Redactions are sealed as well. An intact chain is resealed if a key is not the newest, so that the older key may be
   * retired.
   */
  async verify(tenantId: string): Promise<ChainVerification> {
    const head = await this.head(tenantId);
    const check = new ChainCheck();
    const broken = (await this.brokenRecord(tenantId, head, check)) ?? this.brokenEnd(tenantId, head, check);
    if (broken === null) {
      await this.renewSeal(tenantId, head);
      await this.redactions.renewSeals(tenantId);
    }
    return { ok: broken === null, checked: check.checked, first_broken_seq: broken };
  }

  /** Whether a configured key has sealed the end of the chain. Null for a tenant without records. Reads no record. */
  async isSealed(tenantId: string): Promise<boolean | null> {
    const { seq, hash, seal } = await this.head(tenantId);
    return seal && this.seals.check('head', { tenantId, seq, hash }, seal) === 'intact';
  }

  /**
   * A single statement, hence a single snapshot: a record and the head that names it are seen together or not at all.
   */
  private async head(tenantId: string): Promise<Head> {
    const [row] = await this.database.read<{
      seq: string | null;
      hash: Buffer | null;
      key_id: string;
      hmac: Buffer;
      last: string | null;
    }>(
      tenantId,
      `SELECT h.seq, h.hash, h.key_id, h.hmac,
              greatest((SELECT max(l.seq) FROM audit_logs l WHERE l.tenant_id = $1),
                       (SELECT max(c.seq) FROM audit_checkpoints c WHERE c.tenant_id = $1)) AS last
         FROM (VALUES ($1::uuid)) AS t (tenant_id) LEFT JOIN audit_heads h ON h.tenant_id = t.tenant_id`,
      [tenantId],
    );
    return {
      seq: Number(row?.seq ?? 0),
      hash: row?.hash?.toString('hex') ?? '',
      seal: row?.hash ? { keyId: row.key_id, hmac: row.hmac } : null,
      last: Number(row?.last ?? 0),
    };
  }

  private async brokenRecord(tenantId: string, head: Head, check: ChainCheck): Promise<number | null> {
    const candidates = new Candidates();
    while (check.checked < head.seq) {
      const before = check.checked;
      const broken = await this.turns.take(tenantId, () => this.brokenInBatch(tenantId, head, check, candidates.count));
      if (broken !== null) return broken;
      candidates.read(check.checked - before);
    }
    return null;
  }

  private async brokenInBatch(
    tenantId: string,
    head: Head,
    check: ChainCheck,
    candidates: number,
  ): Promise<number | null> {
    const rows = await this.batch(tenantId, check.checked, head.seq, candidates);
    for (const row of rows) {
      const broken = await this.broken(tenantId, row, check);
      if (broken !== null) return broken;
    }
    return rows.length === 0 ? check.checked + 1 : null;
  }

  private async broken(tenantId: string, row: CheckedRow, check: ChainCheck): Promise<number | null> {
    const record = auditRecord(row);
    // A redaction that is not authentic is ignored: the record then counts as altered.
    const redacted = this.redactions.authentic(tenantId, record, row);
    const content = await inSlices(recordHashing(record), this.slices);
    return check.add(record, redacted, content) ?? (this.isVouchedFor(tenantId, row) ? null : record.seq);
  }

  private batch(tenantId: string, after: number, upTo: number, candidates: number): Promise<CheckedRow[]> {
    const records = `SELECT l.* FROM audit_logs l WHERE l.tenant_id = $1 AND l.seq > $2 AND l.seq <= $3
      ORDER BY l.seq LIMIT $4`;
    return this.database.read<CheckedRow>(
      tenantId,
      `${firstOf(records, 'ASC', null)}
       SELECT ${AUDIT_COLUMNS}, c.hash AS checkpoint_hash, c.key_id AS checkpoint_key_id, c.hmac AS checkpoint_hmac,
              ${REDACTION_COLUMNS}
         FROM batch l
         LEFT JOIN audit_checkpoints c ON c.tenant_id = l.tenant_id AND c.seq = l.seq
         LEFT JOIN audit_redactions r ON r.tenant_id = l.tenant_id AND r.seq = l.seq
        ORDER BY l.seq`,
      [tenantId, after, upTo, candidates],
    );
  }

  /** A checkpoint whose key has been retired proves nothing, but the head vouches for everything before it. */
  private isVouchedFor(tenantId: string, row: CheckedRow): boolean {
    const seq = Number(row.seq);
    if (seq % CHECKPOINT_INTERVAL !== 0) return true;
    if (!row.checkpoint_hash?.equals(row.hash)) return false;
    const seal = { keyId: row.checkpoint_key_id, hmac: row.checkpoint_hmac };
    return this.seals.check('checkpoint', { tenantId, seq, hash: row.hash.toString('hex') }, seal) !== 'broken';
  }

  private brokenEnd(tenantId: string, { seq, hash, seal, last }: Head, check: ChainCheck): number | null {
    if (seal && hash !== check.hash) return seq;
    if (seal && this.seals.check('head', { tenantId, seq, hash }, seal) !== 'intact') return seq;
    return last > seq ? seq + 1 : null;
  }

  private async renewSeal(tenantId: string, { seq, hash, seal }: Head): Promise<void> {
    if (!seal || seal.keyId === this.seals.currentKeyId) return;
    const { keyId, hmac } = this.seals.seal('head', { tenantId, seq, hash });
    // Applies only to the head that was checked; a later head was sealed with its record.
    await this.database.write(
      tenantId,
      'UPDATE audit_heads SET key_id = $4, hmac = $5 WHERE tenant_id = $1 AND seq = $2 AND hmac = $3',
      [tenantId, seq, seal.hmac, keyId, hmac],
    );
  }
}
