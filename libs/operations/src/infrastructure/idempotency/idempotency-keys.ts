import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, deleteExpired, type SealedColumn, Secrets, Sweeps } from '@libs/foundation';
import { RateLimitedError } from '@libs/kernel';
import { IdempotencyKeyReusedError, RequestRunningError } from '../../domain/idempotency/idempotency.errors';

/** A request's claim to be the one that takes effect under its key. */
export interface Claim {
  readonly tenantId: string;
  readonly callerId: string;
  /** A hash of the key and the operation. */
  readonly id: Buffer;
  readonly runId: string;
}

export const SEALED_ANSWERS: SealedColumn = {
  table: 'idempotency_keys',
  column: 'answer',
  purpose: 'idempotent-answer',
  key: ['tenant_id', 'caller_id', 'id'],
  contextOf: (row) =>
    contextOf({ tenantId: String(row['tenant_id']), callerId: String(row['caller_id']), id: row['id'] as Buffer }),
};

/** Encrypted rather than keyed, so that requests are still known when the key was replaced. */
export const SEALED_BODY_HASHES: SealedColumn = {
  ...SEALED_ANSWERS,
  column: 'sealed_body_hash',
  purpose: 'idempotency',
};

interface ClaimedRow {
  sealed_body_hash: string;
  answer: string | null;
}

/** After this long without an answer the process that ran the request has ended. */
const LEASE_SECONDS = 60;
const RETRY_AFTER_SECONDS = 1;
/**
 * Ids are hashes, so that a share of them tells how many keys a caller has: 256 shares of this many, two million, which
 * is more than the coarse limit lets a session or an API client ask in a day.
 */
const KEYS_PER_SHARE = 8_192;
const RETRY_AFTER_TOO_MANY_SECONDS = 3_600;

/** The share of the caller's keys that has these bounds. */
const IS_FULL = (from: string, to: string) => `(SELECT count(*) >= ${KEYS_PER_SHARE} FROM (
  SELECT FROM idempotency_keys o WHERE o.tenant_id = $1 AND o.caller_id = $2 AND o.id BETWEEN ${from} AND ${to}
   LIMIT ${KEYS_PER_SHARE}) AS share)`;

/** Takes the key where it is free: unknown, expired, or held by a request that ended without a word. */
const CLAIM = `
  INSERT INTO idempotency_keys AS k
    (tenant_id, caller_id, id, sealed_body_hash, run_id, leased_until, expires_at)
  SELECT $1, $2, $3, $4, $5, now() + interval '${LEASE_SECONDS} seconds', now() + interval '24 hours'
   WHERE NOT ${IS_FULL('$6', '$7')}
      ON CONFLICT (tenant_id, caller_id, id) DO UPDATE
     SET sealed_body_hash = excluded.sealed_body_hash, run_id = excluded.run_id,
         leased_until = excluded.leased_until, expires_at = excluded.expires_at, answer = NULL
   WHERE k.expires_at <= now() OR k.answer IS NULL AND k.leased_until <= now()
  RETURNING 1`;

const SELECT_CLAIMED = `SELECT sealed_body_hash, answer FROM idempotency_keys
  WHERE tenant_id = $1 AND caller_id = $2 AND id = $3 AND expires_at > now()`;

/** Idempotency keys for the day that they are remembered. */
@Injectable()
export class IdempotencyKeys implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly sweeps: Sweeps,
  ) {}

  onModuleInit(): void {
    const expired = { table: 'idempotency_keys', since: 'expires_at', after: '0' } as const;
    this.sweeps.register('operations.idempotency_keys', () => deleteExpired(this.database, expired));
  }

  /**
   * Claims the key in a transaction of its own, so that others see it at once.
   *
   * @returns the answer of an earlier request; null if the claim was granted.
   * @throws IdempotencyKeyReusedError, RequestRunningError, RateLimitedError
   */
  async claim(claim: Claim, body: string): Promise<string | null> {
    const { tenantId, callerId, id, runId } = claim;
    const bodyHash = this.secrets.seal('idempotency', hashOf(body), contextOf(claim));
    const values = [tenantId, callerId, id, bodyHash, runId, ...shareOf(id)];
    const found = await this.database.run(tenantId, async () => {
      const claimed = await this.database.query(CLAIM, values);
      return claimed.length > 0 ? 'granted' : this.claimed(claim);
    });
    return found === 'granted' ? null : this.answerOf(claim, body, found);
  }

  /** Stores the answer in the current transaction. @returns whether the claim still holds. */
  async keep(claim: Claim, answer: string): Promise<boolean> {
    const { tenantId, callerId, id, runId } = claim;
    const kept = await this.database.query(
      `UPDATE idempotency_keys SET answer = $5
        WHERE tenant_id = $1 AND caller_id = $2 AND id = $3 AND run_id = $4 AND answer IS NULL RETURNING 1`,
      [tenantId, callerId, id, runId, this.secrets.seal('idempotent-answer', answer, contextOf(claim))],
    );
    return kept.length > 0;
  }

  /** Frees the key of a request that has no answer. */
  async release({ tenantId, callerId, id, runId }: Claim): Promise<void> {
    await this.database.write(
      tenantId,
      `DELETE FROM idempotency_keys
        WHERE tenant_id = $1 AND caller_id = $2 AND id = $3 AND run_id = $4 AND answer IS NULL`,
      [tenantId, callerId, id, runId],
    );
  }

  private async claimed({ tenantId, callerId, id }: Claim): Promise<ClaimedRow> {
    const [row] = await this.database.query<ClaimedRow & Record<string, unknown>>(SELECT_CLAIMED, [
      tenantId,
      callerId,
      id,
    ]);
    if (row) return row;
    const values = [tenantId, callerId, ...shareOf(id)];
    const [share] = await this.database.query<{ full: boolean }>(`SELECT ${IS_FULL('$3', '$4')} AS full`, values);
    if (share?.full) throw new RateLimitedError({ retryAfterSeconds: RETRY_AFTER_TOO_MANY_SECONDS });
    // It was freed between the two statements.
    throw new RequestRunningError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  private answerOf(claim: Claim, body: string, { sealed_body_hash, answer }: ClaimedRow): string {
    // Whatever can no longer be compared or opened, since its key was withdrawn, is not performed again either.
    const bodyHash = this.secrets.open('idempotency', sealed_body_hash, contextOf(claim));
    if (bodyHash !== hashOf(body)) throw new IdempotencyKeyReusedError();
    if (answer === null) throw new RequestRunningError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    const opened = this.secrets.open('idempotent-answer', answer, contextOf(claim));
    if (opened === null) throw new IdempotencyKeyReusedError();
    return opened;
  }
}

/** Stored encrypted: a short body could be guessed from it. */
function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** The least and the greatest id of the share that the id is in. */
function shareOf(id: Buffer): [Buffer, Buffer] {
  const first = id.subarray(0, 1);
  return [Buffer.concat([first, Buffer.alloc(31)]), Buffer.concat([first, Buffer.alloc(31, 0xff)])];
}

function contextOf({ tenantId, callerId, id }: Omit<Claim, 'runId'>): Buffer {
  return Buffer.concat([Buffer.from(`${tenantId} ${callerId} `), id]);
}
