import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

type Retries = Extract<NonNullable<S3ClientConfig['retryStrategy']>, { acquireInitialRetryToken: unknown }>;
type RetryToken = Awaited<ReturnType<Retries['acquireInitialRetryToken']>>;

/** Time limits of a storage. Together they stay below ten seconds for a waiting client. */
export interface S3Patience {
  /** For connecting. */
  readonly connectMs: number;
  /** For silence in both directions. Less than six seconds: for longer times the SDK starts its timer three seconds late. */
  readonly idleMs: number;
  /** For retries of requests that failed at once. */
  readonly retryMs: number;
  /** The pause after repeated silence, in which the storage is not asked. */
  readonly restMs: number;
}

export const S3_PATIENCE: S3Patience = { connectMs: 2_500, idleMs: 5_500, retryMs: 1_500, restMs: 3_000 };

/** More than one, as a single silence may be the fault of one connection. */
const SILENCES_BEFORE_REST = 3;

const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 100;

interface CountedToken extends RetryToken {
  readonly startedAt: number;
}

/**
 * Retries requests that failed quickly, for example on a connection that was just being closed. The strategy of the SDK
 * also repeats requests that hung, with the whole timeout each time.
 */
export function quickRetries({ retryMs }: S3Patience): Retries {
  return {
    acquireInitialRetryToken: () => Promise.resolve(tokenOf(0, performance.now())),
    refreshRetryTokenForRetry: (token, { errorType, error }) => {
      const { startedAt } = token as CountedToken;
      const next = tokenOf(token.getRetryCount() + 1, startedAt);
      const spentMs = performance.now() - startedAt + next.getRetryDelay();
      const mayTry =
        errorType !== 'CLIENT_ERROR' && !isSilence(error) && next.getRetryCount() < MAX_ATTEMPTS && spentMs < retryMs;
      return mayTry ? Promise.resolve(next) : Promise.reject(new Error('not tried again'));
    },
    recordSuccess: () => undefined,
  };
}

/** A cut connection has an error of the same name, but with a code. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError' && !('code' in error);
}

/** A circuit breaker: decides by the outcome of earlier requests whether the storage is asked. */
export class Silences {
  private inARow = 0;
  private restsUntil = 0;

  constructor(private readonly restMs: number) {}

  async ask<T>(question: () => Promise<T>): Promise<T> {
    if (performance.now() < this.restsUntil) throw new Error('the storage did not answer a moment ago');
    try {
      const answer = await question();
      this.inARow = 0;
      return answer;
    } catch (error) {
      this.inARow = isSilence(error) ? this.inARow + 1 : 0;
      if (this.inARow >= SILENCES_BEFORE_REST) this.restsUntil = performance.now() + this.restMs;
      throw error;
    }
  }
}

function tokenOf(retries: number, startedAt: number): CountedToken {
  return {
    startedAt,
    getRetryCount: () => retries,
    getRetryDelay: () => (retries === 0 ? 0 : FIRST_DELAY_MS * 2 ** (retries - 1)),
  };
}

/**
 * The body of an answer from its first byte on. It fails when the next chunk does not arrive in time after it was
 * requested; the reader's own time does not count, as a slow client does not make the storage slow.
 */
class Progress extends Readable {
  private waiting: NodeJS.Timeout | undefined;

  constructor(
    private readonly body: IncomingMessage,
    private readonly idleMs: number,
    failed: (cause: Error) => Error,
  ) {
    super();
    // A later reader gets the error; there may be no reader yet when it occurs.
    this.on('error', () => undefined);
    // The SDK ends an idle connection, also when the reader is the slow side.
    body.socket.setTimeout(0);
    body.on('data', (chunk: Buffer) => {
      if (this.push(chunk)) this.await();
      else this.rest();
    });
    body.once('end', () => this.push(null));
    body.once('error', (error) => this.destroy(failed(error)));
    body.once('close', () => this.readableEnded || body.complete || this.destroy(failed(new Error('cut off'))));
    body.pause();
  }

  override _read(): void {
    this.await();
    this.body.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.waiting);
    this.body.destroy();
    done(error);
  }

  private await(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.body.destroy(new Error('the content stalled')), this.idleMs);
  }

  private rest(): void {
    clearTimeout(this.waiting);
    this.body.pause();
  }
}

/** @param failed makes the error of a body that does not begin, stalls or breaks off. */
export function inProgress(body: IncomingMessage, idleMs: number, failed: (cause: Error) => Error): Promise<Readable> {
  const content = new Progress(body, idleMs, failed);
  return new Promise((resolve, reject) => {
    content.once('error', reject);
    content.once('readable', () => {
      content.off('error', reject);
      resolve(content);
    });
  });
}
