import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

type Retries = Extract<NonNullable<S3ClientConfig['retryStrategy']>, { acquireInitialRetryToken: unknown }>;
type RetryToken = Awaited<ReturnType<Retries['acquireInitialRetryToken']>>;

/** How long a storage may take. Together they stay below ten seconds for whoever waits. */
export interface S3Patience {
  /** Until there is a connection. */
  readonly connectMs: number;
  /** Without a byte in either direction. Below six seconds: from there on the SDK begins to count three seconds late. */
  readonly idleMs: number;
  /** Within which what failed at once may be tried again. */
  readonly retryMs: number;
  /** How long it is not asked after it was silent again and again: whoever waited for a place need not wait twice. */
  readonly restMs: number;
}

export const S3_PATIENCE: S3Patience = { connectMs: 2_500, idleMs: 5_500, retryMs: 1_500, restMs: 3_000 };

/** A single silence may be one connection's. */
const SILENCES_BEFORE_REST = 3;

const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 100;

interface CountedToken extends RetryToken {
  readonly startedAt: number;
}

/**
 * Tries again what failed quickly, such as a connection that was just being closed. The strategy of the SDK also repeats
 * what hung, with the whole patience each time.
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

/** Of the same name are connections that were cut, which have a code. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError' && !('code' in error);
}

/** Whether a storage is worth asking, by what became of the requests before. */
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
 * The body of an answer from its first byte on. It fails when the next one does not come in time after it was asked for:
 * the time that the reader takes itself does not count, as a slow client does not make the storage slow.
 */
class Progress extends Readable {
  private waiting: NodeJS.Timeout | undefined;

  constructor(
    private readonly body: IncomingMessage,
    private readonly idleMs: number,
    failed: (cause: Error) => Error,
  ) {
    super();
    // Whoever reads later learns of it, and nobody need be reading when it happens.
    this.on('error', () => undefined);
    // The SDK lets the connection end when nothing has passed for a while, whoever is slow.
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
