import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, deleteExpired, type SealedColumn, Secrets, Sweeps } from '@libs/foundation';
import { IdempotencyKeyReusedError, RequestRunningError } from '../../domain/idempotency/idempotency.errors';

/** The claim of a request to its key: only its holder takes effect. */
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

/** Encrypted rather than hashed with a key, so that requests are still recognised after a key rotation. */
export const SEALED_BODY_HASHES: SealedColumn = {
  ...SEALED_ANSWERS,
  column: 'sealed_body_hash',
  purpose: 'idempotency',
};

/** What is kept of an earlier request. */
export interface ClaimedRow {
  readonly sealed_body_hash: string;
  readonly answer: string | null;
}

/** A request without an answer after this time counts as lost with its process. */
export const LEASE_SECONDS = 60;
const RETRY_AFTER_SECONDS = 1;
/** Limits of the stored answers of a caller: their number and their bytes as stored. */
const MAX_ANSWERS = 1_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Takes the key if it is free: unknown, expired, or held by a request whose lease has expired. */
const CLAIM = `
  INSERT INTO idempotency_keys AS k
    (tenant_id, caller_id, id, sealed_body_hash, run_id, leased_until, expires_at)
  VALUES ($1, $2, $3, $4, $5, now() + interval '${LEASE_SECONDS} seconds', now() + interval '24 hours')
      ON CONFLICT (tenant_id, caller_id, id) DO UPDATE
     SET sealed_body_hash = excluded.sealed_body_hash, run_id = excluded.run_id,
         leased_until = excluded.leased_until, expires_at = excluded.expires_at, answer = NULL
   WHERE k.expires_at <= now() OR k.answer IS NULL AND k.leased_until <= now()
  RETURNING 1`;

const SELECT_CLAIMED = `SELECT sealed_body_hash, answer FROM idempotency_keys
  WHERE tenant_id = $1 AND caller_id = $2 AND id = $3 AND expires_at > now()`;

/** With the hash of a body that was not known when the key was taken. */
const KEEP = `
  UPDATE idempotency_keys SET answer = $5, sealed_body_hash = coalesce($6, sealed_body_hash)
   WHERE tenant_id = $1 AND caller_id = $2 AND id = $3 AND run_id = $4 AND answer IS NULL RETURNING 1`;

/** Serializes transactions that store answers of one caller, so that each sees all earlier ones. */
const LOCK_CALLER = `SELECT pg_advisory_xact_lock(hashtextextended('idempotent answers ' || $1::text || $2::text, 0))`;

/** Deletes the oldest answers of the caller, with their keys, beyond the limits. */
const FORGET_OLDEST = `
  DELETE FROM idempotency_keys k
   USING (SELECT o.id, row_number() OVER newest AS place, sum(octet_length(o.answer)) OVER newest AS bytes
            FROM idempotency_keys o WHERE o.tenant_id = $1 AND o.caller_id = $2 AND o.answer IS NOT NULL
          WINDOW newest AS (ORDER BY o.expires_at DESC, o.id ROWS UNBOUNDED PRECEDING)) AS kept
   WHERE k.tenant_id = $1 AND k.caller_id = $2 AND k.id = kept.id AND k.answer IS NOT NULL
     AND (kept.place > ${MAX_ANSWERS} OR kept.bytes > ${MAX_ANSWER_BYTES})`;

/** Idempotency keys, stored for a day. */
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
   * @throws IdempotencyKeyReusedError, RequestRunningError
   */
  async claim(claim: Claim, body: string): Promise<string | null> {
    const found = await this.take(claim, body);
    return found && this.answerOf(claim, body, found);
  }

  /**
   * Claims the key of a request whose body is still to come.
   *
   * @returns what is kept of an earlier request, for `answerOf`; null if the claim was granted.
   * @throws RequestRunningError
   */
  async claimAhead(claim: Claim): Promise<ClaimedRow | null> {
    const found = await this.take(claim, '');
    if (found?.answer === null) throw new RequestRunningError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    return found;
  }

  /** Renews the lease of a request that takes longer. */
  async extend({ tenantId, callerId, id, runId }: Claim): Promise<void> {
    await this.database.write(
      tenantId,
      `UPDATE idempotency_keys SET leased_until = now() + interval '${LEASE_SECONDS} seconds'
        WHERE tenant_id = $1 AND caller_id = $2 AND id = $3 AND run_id = $4 AND answer IS NULL`,
      [tenantId, callerId, id, runId],
    );
  }

  /**
   * Stores the answer in the current transaction, displacing older ones.
   *
   * @param body if it was not known when the key was claimed.
   * @returns whether the claim still holds.
   */
  async keep(claim: Claim, answer: string, body?: string): Promise<boolean> {
    const { tenantId, callerId, id, runId } = claim;
    const sealed = this.secrets.seal('idempotent-answer', answer, contextOf(claim));
    const bodyHash = body === undefined ? null : this.sealedHash(claim, body);
    const kept = await this.database.query(KEEP, [tenantId, callerId, id, runId, sealed, bodyHash]);
    if (kept.length === 0) return false;
    for (const text of [LOCK_CALLER, FORGET_OLDEST]) await this.database.withCommit(text, [tenantId, callerId]);
    return true;
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

  /** @returns what is kept of an earlier request; null if the claim was granted. */
  private take(claim: Claim, body: string): Promise<ClaimedRow | null> {
    const { tenantId, callerId, id, runId } = claim;
    const values = [tenantId, callerId, id, this.sealedHash(claim, body), runId];
    return this.database.run(tenantId, async () =>
      (await this.database.hasRows(CLAIM, values)) ? null : this.claimed(claim),
    );
  }

  private sealedHash(claim: Claim, body: string): string {
    return this.secrets.seal('idempotency', hashOf(body), contextOf(claim));
  }

  private async claimed({ tenantId, callerId, id }: Claim): Promise<ClaimedRow> {
    const row = await this.database.queryOne<ClaimedRow & Record<string, unknown>>(SELECT_CLAIMED, [
      tenantId,
      callerId,
      id,
    ]);
    if (row) return row;
    // The key was freed between the two statements.
    throw new RequestRunningError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** @throws IdempotencyKeyReusedError, RequestRunningError */
  answerOf(claim: Claim, body: string, { sealed_body_hash, answer }: ClaimedRow): string {
    // A request that can no longer be compared, or an answer that can no longer be opened, because the secret key was
    // withdrawn: it must not be performed again.
    const bodyHash = this.secrets.open('idempotency', sealed_body_hash, contextOf(claim));
    if (bodyHash !== hashOf(body)) throw new IdempotencyKeyReusedError();
    if (answer === null) throw new RequestRunningError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    const opened = this.secrets.open('idempotent-answer', answer, contextOf(claim));
    if (opened === null) throw new IdempotencyKeyReusedError();
    return opened;
  }
}

/** A short body could be guessed from its hash, which is therefore stored encrypted. */
function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url');
}

function contextOf({ tenantId, callerId, id }: Omit<Claim, 'runId'>): Buffer {
  return Buffer.concat([Buffer.from(`${tenantId} ${callerId} `), id]);
}
