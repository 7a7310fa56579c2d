import { setTimeout as delay } from 'node:timers/promises';
import { StoppedError } from '@libs/kernel';
import { type Config, ConfigurationError } from '../config/config';
import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';

/** The part of the grace time reserved for the last closing, that of the embedded database. */
export const CLOSING_SHARE_MS = 5_000;
/** The time in which a start notices the end and cleans up, such as a database that was starting. */
const UNWINDING_MS = 10_000;
/** The process exits this early, before it is killed at the end of the grace time. */
const MARGIN_MS = 250;
/** The limit for flushing the log, which may have no reader any more. */
const FLUSH_MS = 1_000;
const DEFAULT_GRACE_SECONDS = 30;
const FAILURE_EXIT_CODE = 1;

type Close = (reason: unknown) => Promise<void>;

/** The lifetime of a process: what ends it, and what is closed at its end. */
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

  /** Aborted, with the reason, when the process has to end. */
  get stopping(): AbortSignal {
    return this.end.signal;
  }

  /** Sets the grace time and the logger, once they are known. */
  endAs(config: Config, logger: Logger): void {
    this.graceSeconds = config.shutdown.graceSeconds;
    this.logger = logger;
  }

  /** Registers a closing. What was opened last is closed first. */
  onEnd(close: Close): void {
    this.closings.push(close);
  }

  /** Ends the process, after a signal or the loss of something that it needs. */
  readonly endWith = (reason: unknown): void => {
    if (this.end.signal.aborted) return;
    if (reason instanceof StoppedError) this.logger?.info({ signal: reason.signal }, 'shutting down');
    this.end.abort(reason);
  };

  /** Never resolves; throws the reason when the process has to end. */
  async untilEnd(): Promise<never> {
    this.stopping.throwIfAborted();
    return new Promise<never>((_resolve, reject) => {
      this.stopping.addEventListener('abort', () => reject(this.stopping.reason as Error), { once: true });
    });
  }

  /**
   * Runs `program`, then the registered closings within the grace time. The last line that a failed process logs is its
   * reason.
   */
  async live(program: (lifetime: Lifetime) => Promise<void>, codeWhenStopped: (signal: NodeJS.Signals) => number) {
    const limit = (): void => this.limit(codeWhenStopped);
    if (this.stopping.aborted) limit();
    else this.stopping.addEventListener('abort', limit, { once: true });
    process.on('uncaughtException', this.endUnhandled);
    const failure = await Promise.race([program(this), this.beyondEnd()]).then(
      () => null,
      (error: unknown) => error,
    );
    // A failure after the end began is not its reason.
    const reason: unknown = this.stopping.aborted ? this.stopping.reason : failure;
    if (!this.stopping.aborted) this.limit(codeWhenStopped, reason);
    if (reason instanceof Error && !(reason instanceof StoppedError)) this.logger?.debug(reason.stack, 'Lifetime');
    await this.close(reason);
    if (reason instanceof StoppedError) this.logger?.info({}, 'stopped');
    // The reason of a failure is logged last, after everything else.
    await Promise.race([this.logger?.flush(), delay(FLUSH_MS)]);
    this.exit(reason, codeWhenStopped);
  }

  /**
   * Ends the process for an error, or a rejection, that nobody handled: what comes after it is not certain any more. Node
   * would print all that the error carries, such as a command with the password in it.
   */
  private readonly endUnhandled = (error: unknown): void => {
    const at = error instanceof Error ? placesOf(error) : [];
    this.logger?.error({ reason: reasonOf(error), at }, 'nobody handled an error');
    this.endWith(error instanceof Error ? error : new Error(reasonOf(error)));
  };

  /** Abandons a step of the start that does not react to the end. */
  private async beyondEnd(): Promise<void> {
    await this.untilEnd().catch(() => undefined);
    await delay(Math.min(UNWINDING_MS, (this.graceSeconds * 1_000) / 3));
  }

  private async close(reason: unknown): Promise<void> {
    const end = Date.now() + this.graceSeconds * 1_000 - MARGIN_MS;
    for (let close = this.closings.pop(); close; close = this.closings.pop()) {
      const left = end - Date.now();
      // A closing that used up its time leaves half of the rest to the next one, which still releases messages under way.
      const patience = Math.max(left - CLOSING_SHARE_MS, left / 2);
      const closed = close(reason).catch((error: unknown) =>
        this.logger?.warn({ reason: reasonOf(error) }, 'something could not be closed'),
      );
      // The last closing may use all the time that is left.
      if (this.closings.length === 0) await closed;
      else await Promise.race([closed, delay(patience)]);
    }
  }

  /** Exits at the end of the grace time, even if something hangs. */
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

/** The lines of its stack that name a place. */
function placesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
}
