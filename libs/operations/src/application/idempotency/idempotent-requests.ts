import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, Logger, reasonOf, turnForLong } from '@libs/foundation';
import { RequestRunningError } from '../../domain/idempotency/idempotency.errors';
import { canonicalJson } from '../../domain/idempotency/idempotency-key';
import { type Claim, IdempotencyKeys } from '../../infrastructure/idempotency/idempotency-keys';

/** A request that takes effect once, however often it is sent. */
export interface IdempotentRequest {
  readonly tenantId: string;
  /** A user or an API client. */
  readonly callerId: string;
  readonly key: string;
  /** The route and everything else that identifies the target of the request, except for its body. */
  readonly operation: readonly unknown[];
  readonly body: unknown;
}

/** The stored answer to the first request, replayed for repetitions. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON. */
  readonly body: string;
}

/** Requests with an idempotency key: the answer to the first is stored, and replayed for repetitions. */
@Injectable()
export class IdempotentRequests {
  constructor(
    private readonly database: Database,
    private readonly keys: IdempotencyKeys,
    private readonly logger: Logger,
  ) {}

  /**
   * Performs the request unless it was performed before. Its effects and its answer are committed together; a request
   * that fails frees its key.
   *
   * @param perform must have no effects outside of the database.
   * @returns the answer of an earlier request; null if the request was performed now.
   * @throws what `perform` throws; IdempotencyKeyReusedError, RequestRunningError
   */
  async run(request: IdempotentRequest, perform: () => Promise<StoredAnswer>): Promise<StoredAnswer | null> {
    const claim = claimOf(request);
    const body = canonicalJson([request.body]);
    await turnForLong(body);
    const earlier = await this.keys.claim(claim, body);
    if (earlier) {
      await turnForLong(earlier);
      return JSON.parse(earlier) as StoredAnswer;
    }
    try {
      await this.database.runHeld(request.tenantId, perform, (answer) => this.keep(claim, answer));
    } catch (error) {
      await this.release(claim);
      throw error;
    }
    return null;
  }

  /** A request whose lease expired while it ran, so that another took over its key, must not take effect as well. */
  private async keep(claim: Claim, answer: StoredAnswer): Promise<void> {
    await turnForLong(answer.body);
    const json = JSON.stringify(answer);
    await turnForLong(json);
    const isOurs = await this.keys.keep(claim, json);
    if (!isOurs) throw new RequestRunningError({ retryAfterSeconds: 1 });
  }

  /** If this fails, the key becomes free when the lease expires. */
  private async release(claim: Claim): Promise<void> {
    await this.keys.release(claim).catch((error: unknown) => {
      const { tenantId: tenant_id } = claim;
      this.logger.warn({ tenant_id, reason: reasonOf(error) }, 'an idempotency key could not be released');
    });
  }
}

function claimOf({ tenantId, callerId, key, operation }: IdempotentRequest): Claim {
  const id = createHash('sha256')
    .update(canonicalJson([key, operation]))
    .digest();
  return { tenantId, callerId, id, runId: randomUUID() };
}
