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

interface Head {
  readonly hash: string;
  readonly seal: Seal;
  /** Whether the seal is authentic. */
  readonly isIntact: boolean;
}

interface Place {
  readonly seq: number;
  readonly occurredAt: Date;
  readonly head: Head;
}

type HeadRow = { seq: string; hash: Buffer; key_id: string; hmac: Buffer; occurred_at: Date };

const MOVED = `SET seq = h.seq + $2::bigint`;
const RETURNED = `RETURNING h.seq, h.hash, h.key_id, h.hmac, date_trunc('milliseconds', clock_timestamp()) AS occurred_at`;
/** Whoever waits for a row that is there is in a queue. An INSERT that finds it waits beside the queue, and may wait for long. */
const TAKE = `UPDATE audit_heads h ${MOVED} WHERE h.tenant_id = $1 ${RETURNED}`;
const BEGIN_CHAIN = `
  INSERT INTO audit_heads AS h (tenant_id, seq, hash, key_id, hmac) VALUES ($1, $2::bigint, $3, '', '')
  ON CONFLICT (tenant_id) DO UPDATE ${MOVED} ${RETURNED}`;

/** Appends records to their tenant's chain. */
@Injectable()
export class AuditWriter {
  /** Where the transactions under way leave the chains: heads are written with their commits. */
  private readonly heads = new WeakMap<object, Map<string, Head>>();

  constructor(
    private readonly database: Database,
    private readonly seals: ChainSeals,
    private readonly logger: Logger,
  ) {}

  /**
   * Writes records of one tenant with the commit of the current transaction. From here until then all writers of the
   * tenant wait, so this should be the last step of a transaction: what is left is one message to the database.
   */
  async append(...entries: readonly AuditEntry[]): Promise<void> {
    const [first] = entries;
    if (!first) return;
    const { tenant_id: tenantId } = first;
    const slices = new Slices();
    const { occurredAt, ...place } = await this.takePlaces(tenantId, entries.length);
    let { seq, head } = place;
    for (const entry of entries) {
      const content = {
        ...entry,
        id: newId(),
        seq,
        occurred_at: occurredAt.toISOString(),
        prev_hash: head.hash,
      };
      const hash = await inSlices(recordHashing(content), slices);
      await this.insert({ ...content, hash }, head.isIntact);
      head = { ...head, hash };
      seq += 1;
    }
    await this.moveHead(tenantId, seq - 1, head);
  }

  /**
   * Locks the head of the chain and takes the next places, of which the first is returned. The clock is read when the
   * lock is held, so that times rise along the chain.
   */
  private async takePlaces(tenantId: string, count: number): Promise<Place> {
    const row =
      (await this.database.query<HeadRow>(TAKE, [tenantId, count]))[0] ??
      (await this.database.query<HeadRow>(BEGIN_CHAIN, [tenantId, count, Buffer.from(GENESIS_HASH, 'hex')]))[0];
    if (!row) throw new Error('The head of the audit chain was not locked');
    const seq = Number(row.seq) - count + 1;
    const head = this.headsOfTransaction().get(tenantId) ?? this.headOf(tenantId, seq - 1, row);
    return { seq, occurredAt: row.occurred_at, head };
  }

  private async insert(record: AuditRecord, isIntact: boolean): Promise<void> {
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

  private async moveHead(tenantId: string, seq: number, { hash, seal, isIntact }: Head): Promise<void> {
    const renewed = isIntact ? this.seals.seal('head', { tenantId, seq, hash }) : seal;
    this.headsOfTransaction().set(tenantId, { hash, seal: renewed, isIntact });
    await this.database.withCommit('UPDATE audit_heads SET hash = $2, key_id = $3, hmac = $4 WHERE tenant_id = $1', [
      tenantId,
      Buffer.from(hash, 'hex'),
      renewed.keyId,
      renewed.hmac,
    ]);
  }

  private headsOfTransaction(): Map<string, Head> {
    // Each transaction has a manager of its own.
    const transaction = this.database.manager;
    const heads = this.heads.get(transaction) ?? new Map<string, Head>();
    this.heads.set(transaction, heads);
    return heads;
  }

  /** A seal that does not match is never renewed: that would vouch for a forged chain. */
  private headOf(tenantId: string, seq: number, { hash: bytes, key_id: keyId, hmac }: HeadRow): Head {
    const [hash, seal] = [bytes.toString('hex'), { keyId, hmac }];
    if (seq === 0) return { hash, seal, isIntact: true };
    const state = this.seals.check('head', { tenantId, seq, hash }, seal);
    if (state !== 'intact') {
      this.logger.error({ tenant_id: tenantId, seq, seal: state }, 'the head of the audit chain is not authentic');
    }
    return { hash, seal, isIntact: state === 'intact' };
  }
}
