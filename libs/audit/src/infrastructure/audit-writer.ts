import { Injectable } from '@nestjs/common';
import { Database, Logger } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { type AuditEntry, type AuditRecord, GENESIS_HASH, recordHashing } from '../domain/audit-record';
import { inSlices, Slices } from '../domain/slices';
import { ChainSeals, type Seal } from './chain-seals';

/** Every record whose seq is a multiple of this gets a checkpoint. */
export const CHECKPOINT_INTERVAL = 1_000;

/** How many records the tenant `$1` has. */
export const CHAIN_POSITION = 'coalesce((SELECT h.seq FROM audit_heads h WHERE h.tenant_id = $1), 0)';

interface Place {
  readonly seq: number;
  readonly occurredAt: Date;
  readonly previousHash: string;
  /** The seal of the head before this record, and whether it is authentic. */
  readonly seal: Seal;
  readonly isIntact: boolean;
}

/** Appends records to their tenant's chain. */
@Injectable()
export class AuditWriter {
  constructor(
    private readonly database: Database,
    private readonly seals: ChainSeals,
    private readonly logger: Logger,
  ) {}

  /**
   * Writes records of one tenant with the commit of the current transaction. From here until then all writers of the
   * tenant wait, so this should be the last step of a transaction.
   */
  async append(...entries: readonly AuditEntry[]): Promise<void> {
    const [first] = entries;
    if (!first) return;
    const { tenant_id: tenantId } = first;
    const slices = new Slices();
    let place = await this.takePlaces(tenantId, entries.length);
    for (const entry of entries) {
      const content = {
        ...entry,
        id: newId(),
        seq: place.seq,
        occurred_at: place.occurredAt.toISOString(),
        prev_hash: place.previousHash,
      };
      const hash = await inSlices(recordHashing(content), slices);
      await this.insert({ ...content, hash }, place);
      place = { ...place, seq: place.seq + 1, previousHash: hash };
    }
    await this.moveHead(tenantId, place);
  }

  /**
   * Locks the head of the chain and takes the next places, of which the first is returned. The clock is read when the
   * lock is held, so that times rise along the chain.
   */
  private async takePlaces(tenantId: string, count: number): Promise<Place> {
    const [head] = await this.database.query<{
      seq: string;
      hash: Buffer;
      key_id: string;
      hmac: Buffer;
      occurred_at: Date;
    }>(
      `INSERT INTO audit_heads AS h (tenant_id, seq, hash, key_id, hmac) VALUES ($1, $3::bigint, $2, '', '')
       ON CONFLICT (tenant_id) DO UPDATE SET seq = h.seq + excluded.seq
       RETURNING h.seq, h.hash, h.key_id, h.hmac, date_trunc('milliseconds', clock_timestamp()) AS occurred_at`,
      [tenantId, Buffer.from(GENESIS_HASH, 'hex'), count],
    );
    if (!head) throw new Error('The head of the audit chain was not locked');
    const place = {
      seq: Number(head.seq) - count + 1,
      previousHash: head.hash.toString('hex'),
      seal: { keyId: head.key_id, hmac: head.hmac },
    };
    return { ...place, occurredAt: head.occurred_at, isIntact: this.isIntact(tenantId, place) };
  }

  private async insert(record: AuditRecord, { isIntact }: Place): Promise<void> {
    const position = { tenantId: record.tenant_id, seq: record.seq, hash: record.hash };
    const isCheckpoint = isIntact && record.seq % CHECKPOINT_INTERVAL === 0;
    const checkpoint = isCheckpoint ? this.seals.seal('checkpoint', position) : null;
    await this.database.withCommit(
      `WITH record AS (
         INSERT INTO audit_logs (tenant_id, seq, id, occurred_at, actor_type, actor_id, actor_display, action, method,
                                 route, resource_type, resource_id, app_id, changes, ip, user_agent, request_id, outcome,
                                 prev_hash, hash, changes_omitted, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $23, $24)
       )
       INSERT INTO audit_checkpoints (tenant_id, seq, hash, key_id, hmac)
       SELECT $1, $2, $20, $21, $22 WHERE $22::bytea IS NOT NULL`,
      [
        record.tenant_id,
        record.seq,
        record.id,
        record.occurred_at,
        record.actor.type,
        record.actor.id,
        record.actor.display,
        record.action,
        record.method,
        record.route,
        record.resource_type,
        record.resource_id,
        record.app_id,
        JSON.stringify(record.changes),
        record.ip,
        record.user_agent,
        record.request_id,
        record.outcome,
        Buffer.from(record.prev_hash, 'hex'),
        Buffer.from(record.hash, 'hex'),
        checkpoint?.keyId,
        checkpoint?.hmac,
        record.changes_omitted && JSON.stringify(record.changes_omitted),
        record.reason,
      ],
    );
  }

  /** At once: whoever appends in the same transaction continues from there. @param place after the last record. */
  private async moveHead(tenantId: string, { seq, previousHash: hash, seal, isIntact }: Place): Promise<void> {
    const head = isIntact ? this.seals.seal('head', { tenantId, seq: seq - 1, hash }) : seal;
    await this.database.query('UPDATE audit_heads SET hash = $2, key_id = $3, hmac = $4 WHERE tenant_id = $1', [
      tenantId,
      Buffer.from(hash, 'hex'),
      head.keyId,
      head.hmac,
    ]);
  }

  /** A seal that does not match is never renewed: that would vouch for a forged chain. */
  private isIntact(
    tenantId: string,
    { seq, previousHash, seal }: Pick<Place, 'seq' | 'previousHash' | 'seal'>,
  ): boolean {
    if (seq === 1) return true;
    const state = this.seals.check('head', { tenantId, seq: seq - 1, hash: previousHash }, seal);
    if (state === 'intact') return true;
    this.logger.error(
      { tenant_id: tenantId, seq: seq - 1, seal: state },
      'the head of the audit chain is not authentic',
    );
    return false;
  }
}
