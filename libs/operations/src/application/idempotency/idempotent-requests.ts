import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, Logger, reasonOf, turnForLong, whileRenewing } from '@libs/foundation';
import { RequestRunningError } from '../../domain/idempotency/idempotency.errors';
import { canonicalJson } from '../../domain/idempotency/idempotency-key';
import { type Claim, IdempotencyKeys, LEASE_SECONDS } from '../../infrastructure/idempotency/idempotency-keys';

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

/**
 * The last part of a request whose body arrives meanwhile: what it changes, and the answer to it.
 *
 * @param body as far as repetitions have to have the same.
 * @param change must have no effects outside of the database. Committed together with the answer.
 */
export type LastPart = <T>(
  body: unknown,
  change: () => Promise<T>,
  answerOf: (result: T) => StoredAnswer,
) => Promise<T>;

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
    if (earlier) return parsed(earlier);
    try {
      await this.database.runHeld(request.tenantId, perform, (answer) => this.keep(claim, answer));
    } catch (error) {
      await this.release(claim);
      throw error;
    }
    return null;
  }

  /**
   * The same for a request whose body arrives while it is performed, for minutes, such as an upload. Its key is taken
   * before, and for as long as that lasts. A repetition is only read, once the first one has its answer.
   *
   * @param perform has to call what it is given, once, for all that it changes.
   * @param read returns what `perform` names as the body.
   * @returns as `run`.
   * @throws what `perform` and `read` throw; IdempotencyKeyReusedError, RequestRunningError
   */
  async receive(
    request: Omit<IdempotentRequest, 'body'>,
    perform: (last: LastPart) => Promise<void>,
    read: () => Promise<unknown>,
  ): Promise<StoredAnswer | null> {
    const claim = claimOf(request);
    const earlier = await this.keys.claimAhead(claim);
    if (earlier) return parsed(this.keys.answerOf(claim, canonicalJson([await read()]), earlier));
    let isKept = false;
    const last: LastPart = async (body, change, answerOf) => {
      const result = await this.database.runHeld(request.tenantId, change, (changed) =>
        this.keep(claim, answerOf(changed), canonicalJson([body])),
      );
      isKept = true;
      return result;
    };
    try {
      await whileRenewing(
        (LEASE_SECONDS * 1_000) / 3,
        () => this.extend(claim),
        () => perform(last),
      );
      if (!isKept) throw new Error('A request with an idempotency key changed nothing together with its answer');
    } catch (error) {
      await this.release(claim);
      throw error;
    }
    return null;
  }

  /** A request whose lease expired while it ran, so that another took over its key, must not take effect as well. */
  private async keep(claim: Claim, answer: StoredAnswer, body?: string): Promise<void> {
    await turnForLong(answer.body);
    const json = JSON.stringify(answer);
    await turnForLong(json);
    const isOurs = await this.keys.keep(claim, json, body);
    if (!isOurs) throw new RequestRunningError({ retryAfterSeconds: 1 });
  }

  /** If this fails, the lease may expire; what another one then does takes effect instead. */
  private async extend(claim: Claim): Promise<void> {
    await this.keys.extend(claim).catch((error: unknown) => {
      const { tenantId: tenant_id } = claim;
      this.logger.warn({ tenant_id, reason: reasonOf(error) }, 'the lease of an idempotency key could not be renewed');
    });
  }

  /** If this fails, the key becomes free when the lease expires. */
  private async release(claim: Claim): Promise<void> {
    await this.keys.release(claim).catch((error: unknown) => {
      const { tenantId: tenant_id } = claim;
      this.logger.warn({ tenant_id, reason: reasonOf(error) }, 'an idempotency key could not be released');
    });
  }
}

async function parsed(answer: string): Promise<StoredAnswer> {
  await turnForLong(answer);
  return JSON.parse(answer) as StoredAnswer;
}

function claimOf({ tenantId, callerId, key, operation }: Omit<IdempotentRequest, 'body'>): Claim {
  const id = createHash('sha256')
    .update(canonicalJson([key, operation]))
    .digest();
  return { tenantId, callerId, id, runId: randomUUID() };
}
