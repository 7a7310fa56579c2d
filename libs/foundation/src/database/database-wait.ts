import { setTimeout as delay } from 'node:timers/promises';
import { DependencyUnavailableError } from '@libs/kernel';
import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';
import { isTransient, isUnavailable } from './database-errors';
import { withClient } from './with-client';

const RETRY_INTERVAL_MS = 500;
/** A step that takes longer either works or waits in vain; a separate probe tells which. */
const PROBE_INTERVAL_MS = 2_000;
const PROBE_TIMEOUT_MS = 2_000;

/** The driver's message for a connection that took too long. */
const OUT_OF_TIME = 'timeout expired';

interface Step {
  readonly name: string;
  /** The start of the outage in this step; null while the database is available. */
  awaySince: number | null;
  /** Whether an attempt has failed, which a successful probe does not make up for. */
  hasFailed: boolean;
  readonly told: Set<string>;
}

/**
 * Waits for the database during a start: each step waits for a database that is away, frozen or still starting, and is
 * repeated when the connection was lost in the middle. While the database answers, a step may take any time.
 */
export class DatabaseWait {
  /** @param url of the database that is probed. */
  constructor(
    private readonly url: string,
    private readonly limitSeconds: number,
    private readonly logger: Logger,
    private readonly stopping: AbortSignal,
  ) {}

  /**
   * Repeats `work`, which must be idempotent, until it succeeds.
   *
   * @throws the error of `work`, unless it means that the database is away.
   * @throws Error when the database was away for longer than the limit.
   */
  async during<T>(name: string, work: () => Promise<T>): Promise<T> {
    const step: Step = { name, awaySince: null, hasFailed: false, told: new Set() };
    for (;;) {
      this.stopping.throwIfAborted();
      try {
        const result = await this.watched(step, work);
        this.answered(step);
        return result;
      } catch (error) {
        this.stopping.throwIfAborted();
        if (error instanceof DatabaseAwayError || !isWorthWaiting(error)) throw error;
        step.hasFailed = true;
        this.away(step, Date.now(), error);
      }
      await delay(RETRY_INTERVAL_MS, undefined, { signal: this.stopping }).catch(() => undefined);
    }
  }

  /** Abandons work that hangs when the process has to end, or when the database has not answered for too long. */
  private async watched<T>(step: Step, work: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    const given = work();
    // Abandoned work is no longer awaited.
    given.catch(() => undefined);
    try {
      return await Promise.race([given, this.watch(step, over.signal)]);
    } finally {
      over.abort();
    }
  }

  private async watch(step: Step, over: AbortSignal): Promise<never> {
    const end = AbortSignal.any([over, this.stopping]);
    for (;;) {
      const begun = Date.now();
      await delay(PROBE_INTERVAL_MS, undefined, { signal: end }).catch(() => undefined);
      this.stopping.throwIfAborted();
      // The work is done: this watch never settles.
      if (over.aborted) return new Promise<never>(() => undefined);
      const failure = await this.probe(end);
      if (over.aborted || this.stopping.aborted) continue;
      if (failure) this.away(step, begun, failure);
      else if (!step.hasFailed) this.answered(step);
    }
  }

  /** @returns why the database does not answer. Any answer, even a refusal, counts as one. */
  private async probe(end: AbortSignal): Promise<unknown> {
    const question = withClient(this.url, (client) => client.query('SELECT 1'), {
      connectionTimeoutMs: PROBE_TIMEOUT_MS,
      queryTimeoutMs: PROBE_TIMEOUT_MS,
    });
    const cut = new Promise<void>((resolve) => end.addEventListener('abort', () => resolve(), { once: true }));
    return Promise.race([
      question.then(() => null).catch((error: unknown) => (isWorthWaiting(error) ? error : null)),
      cut.then(() => null),
    ]);
  }

  private away(step: Step, since: number, error: unknown): void {
    step.awaySince ??= since;
    const seconds = Math.round((Date.now() - step.awaySince) / 1_000);
    if (Date.now() - step.awaySince > this.limitSeconds * 1_000) {
      throw new DatabaseAwayError(`the database was away for ${this.limitSeconds} s (${step.name})`, { cause: error });
    }
    const reason = reasonOf(error);
    if (step.told.has(reason)) return;
    step.told.add(reason);
    this.logger.warn({ step: step.name, reason, seconds }, 'waiting for the database');
  }

  private answered(step: Step): void {
    if (step.awaySince === null) return;
    const seconds = Math.round((Date.now() - step.awaySince) / 1_000);
    this.logger.info({ step: step.name, seconds }, 'the database answers');
    step.awaySince = null;
    step.hasFailed = false;
  }
}

class DatabaseAwayError extends Error {}

/** Whether the database was unreachable or too busy, as reported by the server, the driver or our own code. */
function isWorthWaiting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DependencyUnavailableError || isUnavailable(error) || isTransient(error)) return true;
  return error.message === OUT_OF_TIME || isWorthWaiting(error.cause);
}
