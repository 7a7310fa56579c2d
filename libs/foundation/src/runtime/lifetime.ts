import { setTimeout as delay } from 'node:timers/promises';
import { StoppedError } from '@libs/kernel';
import { type Config, ConfigurationError } from '../config/config';
import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';

/** What is left of the grace time for the last to be closed, which is the embedded database. */
export const CLOSING_SHARE_MS = 5_000;
/** For what is under way to notice that the process ends, and to leave nothing behind: a database that was starting. */
const UNWINDING_MS = 10_000;
/** Before the grace time is over, so that nobody else has to end the process. */
const MARGIN_MS = 250;
/** Nobody may be left who reads the log. */
const FLUSH_MS = 1_000;
const DEFAULT_GRACE_SECONDS = 30;
const FAILURE_EXIT_CODE = 1;

type Close = (reason: unknown) => Promise<void>;

/** One process from its first moment to its last: what ends it, and what has to be closed then. */
export class Lifetime {
  private readonly closings: Close[] = [];
  private readonly end = new AbortController();
  private graceSeconds = DEFAULT_GRACE_SECONDS;
  private logger: Logger | null = null;

  constructor(stop: AbortSignal) {
    const tell = (): void => this.endWith(stop.reason);
    if (stop.aborted) tell();
    else stop.addEventListener('abort', tell, { once: true });
  }

  /** Aborted when the process has to end, with the reason. */
  get stopping(): AbortSignal {
    return this.end.signal;
  }

  /** How the process ends, from when that is known. */
  endAs(config: Config, logger: Logger): void {
    this.graceSeconds = config.shutdown.graceSeconds;
    this.logger = logger;
  }

  /** What was opened last is closed first. */
  onEnd(close: Close): void {
    this.closings.push(close);
  }

  /** Something is gone that the process cannot do without, or somebody told it to end. */
  readonly endWith = (reason: unknown): void => {
    if (this.end.signal.aborted) return;
    if (reason instanceof StoppedError) this.logger?.info({ signal: reason.signal }, 'shutting down');
    this.end.abort(reason);
  };

  /** Resolves never, and throws the reason when the process has to end. */
  async untilEnd(): Promise<never> {
    this.stopping.throwIfAborted();
    return new Promise<never>((_resolve, reject) => {
      this.stopping.addEventListener('abort', () => reject(this.stopping.reason as Error), { once: true });
    });
  }

  /**
   * Lives the life of the process: `program`, then the closing of what was opened, all within the grace time from the
   * moment that it has to end. The last line that a failed one writes is its reason.
   */
  async live(program: (lifetime: Lifetime) => Promise<void>, codeWhenStopped: (signal: NodeJS.Signals) => number) {
    const limit = (): void => this.limit(codeWhenStopped);
    if (this.stopping.aborted) limit();
    else this.stopping.addEventListener('abort', limit, { once: true });
    const failure = await Promise.race([program(this), this.beyondEnd()]).then(
      () => null,
      (error: unknown) => error,
    );
    // What came of the end is not its reason.
    const reason: unknown = this.stopping.aborted ? this.stopping.reason : failure;
    if (!this.stopping.aborted) this.limit(codeWhenStopped, reason);
    if (reason instanceof Error && !(reason instanceof StoppedError)) this.logger?.debug(reason.stack, 'Lifetime');
    await this.close(reason);
    if (reason instanceof StoppedError) this.logger?.info({}, 'stopped');
    // The reason of a failure comes last, whatever else waits to be written.
    await Promise.race([this.logger?.flush(), delay(FLUSH_MS)]);
    this.exit(reason, codeWhenStopped);
  }

  /** A step of a start that does not hear of the end is left behind. */
  private async beyondEnd(): Promise<void> {
    await this.untilEnd().catch(() => undefined);
    await delay(Math.min(UNWINDING_MS, (this.graceSeconds * 1_000) / 3));
  }

  private async close(reason: unknown): Promise<void> {
    const end = Date.now() + this.graceSeconds * 1_000 - MARGIN_MS;
    for (let close = this.closings.pop(); close; close = this.closings.pop()) {
      const left = end - Date.now();
      // Whatever took all of its time leaves the next half of the rest: messages under way are still given back.
      const patience = Math.max(left - CLOSING_SHARE_MS, left / 2);
      const closed = close(reason).catch((error: unknown) =>
        this.logger?.warn({ reason: reasonOf(error) }, 'something could not be closed'),
      );
      // The last one, which was opened first, has all the time that is left.
      if (this.closings.length === 0) await closed;
      else await Promise.race([closed, delay(patience)]);
    }
  }

  /** Whatever hangs, the process is gone when the grace time is over. */
  private limit(codeWhenStopped: (signal: NodeJS.Signals) => number, reason: unknown = this.stopping.reason): void {
    const end = (): void => this.exit(reason, codeWhenStopped);
    setTimeout(end, this.graceSeconds * 1_000 - MARGIN_MS).unref();
  }

  private exit(reason: unknown, codeWhenStopped: (signal: NodeJS.Signals) => number): never {
    if (reason === null) process.exit();
    if (reason instanceof StoppedError) process.exit(codeWhenStopped(reason.signal));
    const isConfiguration = reason instanceof ConfigurationError;
    process.stderr.write(`${isConfiguration ? reason.message : reasonOf(reason)}\n`);
    process.exit(isConfiguration ? ConfigurationError.exitCode : FAILURE_EXIT_CODE);
  }
}
