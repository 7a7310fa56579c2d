import pg from 'pg';

/** The database said nothing for too long. What it was told to do it may have done, or may yet do. */
export class UnansweredStatementError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(limitMs: number) {
    super(`The database did not answer a statement within ${limitMs} ms`);
    this.name = 'UnansweredStatementError';
  }
}

export interface QueryLimit {
  /** How long a statement may go unanswered. */
  readonly queryTimeoutMs: number;
}

/** How long a server may take to hear that a connection is over, before it is cut. */
const GOODBYE_MS = 2_000;

/** A timer that is later than this by a process that stood still: suspended, or on a machine that was. */
const STANDSTILL_MS = 1_000;

/**
 * A connection that does not wait for ever. `statement_timeout` is kept by the server, so it says nothing of a server
 * that is frozen or of a network that swallows answers. Here the connection is cut, which ends whatever was sent on it
 * like any other connection that broke: nothing more can be sent, and the pool forgets it.
 *
 * The `query_timeout` of pg itself fails the statement before it cuts the connection, so that in between the pool hands
 * it to the next request.
 */
export class LimitedClient extends pg.Client {
  private readonly usualLimitMs: number;
  private limitMs: number;
  private unanswered = 0;
  private answers = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(config: pg.ClientConfig & QueryLimit) {
    super(config);
    this.usualLimitMs = config.queryTimeoutMs;
    this.limitMs = config.queryTimeoutMs;
    // A connection may be cut while nobody listens, and an error that nobody hears ends the process.
    this.on('error', () => undefined);
  }

  /** Lets the statements that follow take longer, until `restoreLimit`. */
  extendLimit(limitMs: number): void {
    this.limitMs = limitMs;
  }

  restoreLimit(): void {
    this.limitMs = this.usualLimitMs;
  }

  override query(...given: unknown[]): never {
    const callback = given.findIndex((argument) => typeof argument === 'function');
    const answered = this.ask();
    if (callback >= 0) {
      const told = given[callback] as (...outcome: unknown[]) => void;
      given[callback] = (...outcome: unknown[]) => {
        answered();
        told(...outcome);
      };
    }
    const result = super.query(...(given as Parameters<pg.Client['query']>)) as unknown;
    if (callback < 0) (result as Promise<unknown>).then(answered, answered);
    return result as never;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const goodbye = setTimeout(() => {
      // What is under way is finished first, and has its own limit.
      if (this.unanswered > 0) goodbye.refresh();
      else this.connection.stream.destroy();
    }, GOODBYE_MS);
    goodbye.unref();
    this.once('end', () => clearTimeout(goodbye));
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /** @returns what to call with the answer. */
  private ask(): () => void {
    this.unanswered++;
    if (this.unanswered === 1) this.expectAnswer();
    return () => {
      this.answers++;
      this.unanswered--;
      clearTimeout(this.timer);
      // What was sent behind it begins only now.
      if (this.unanswered > 0) this.expectAnswer();
    };
  }

  private expectAnswer(isLastTime = false): void {
    const { limitMs, answers } = this;
    const begun = performance.now();
    this.timer = setTimeout(() => {
      // A process that was busy finds the time over before it has read what came: one turn for that.
      setImmediate(() => {
        if (this.answers !== answers) return;
        const stoodStill = performance.now() - begun > limitMs + STANDSTILL_MS;
        // The server may have stood still with it, or what it said have been lost meanwhile and be said again.
        if (stoodStill && !isLastTime) this.expectAnswer(true);
        else this.connection.stream.destroy(new UnansweredStatementError(limitMs));
      });
    }, limitMs);
  }
}

/** The client of the driver, with limits that can be moved. */
export type LimitedConnection = pg.Client & Pick<LimitedClient, 'extendLimit' | 'restoreLimit'>;
