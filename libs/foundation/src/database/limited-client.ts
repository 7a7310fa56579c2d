import pg from 'pg';
import { endWatched, STATEMENTS, type WatchedStatement } from '../diagnostics/channels';

/** The database did not answer in time; whether it executes the statement is unknown. */
export class UnansweredStatementError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(limitMs: number) {
    super(`The database did not answer a statement within ${limitMs} ms`);
    this.name = 'UnansweredStatementError';
  }
}

export interface QueryLimit {
  /** The client's limit for a statement. */
  readonly queryTimeoutMs: number;
}

interface ClientSettings extends QueryLimit {
  /** Called for each change that a transaction on this connection announced, once the transaction is over. */
  readonly onChange?: (change: string) => void;
}

/** The SQLSTATE of notices by which the trigger `notify_change` reports a change to the connection that made it. */
const OWN_CHANGE = 'AKCHG';
/** No transaction is under way. */
const IDLE = 'I';

/** The limit for closing a connection, after which it is cut. */
const GOODBYE_MS = 2_000;

/** A timer that fires this much too late shows that the process or its machine was suspended. */
const STANDSTILL_MS = 1_000;

/**
 * A connection with a client-side timeout. `statement_timeout` is enforced by the server, so it does not help against a
 * frozen server or a network that drops answers. Here the connection is cut, which fails its statements as any other
 * broken connection does, and the pool removes it.
 *
 * The `query_timeout` of pg fails the statement before it cuts the connection, so that in between the pool could hand
 * that connection to the next request.
 */
export class LimitedClient extends pg.Client {
  private readonly usualLimitMs: number;
  private limitMs: number;
  private unanswered = 0;
  private answers = 0;
  private timer: NodeJS.Timeout | undefined;
  private isGathering = false;
  private readonly onChange: (change: string) => void;
  /** The changes that the current transaction announced. */
  private readonly changes = new Set<string>();

  constructor(config: pg.ClientConfig & ClientSettings) {
    super(config);
    this.onChange = config.onChange ?? (() => undefined);
    this.listenForChanges();
    this.usualLimitMs = config.queryTimeoutMs;
    this.limitMs = config.queryTimeoutMs;
    // A connection may be cut while nothing listens, and an unhandled `error` event ends the process.
    this.on('error', () => undefined);
  }

  /** Sets the limit of the following statements, until `restoreLimit`. */
  extendLimit(limitMs: number): void {
    this.limitMs = limitMs;
  }

  restoreLimit(): void {
    this.limitMs = this.usualLimitMs;
  }

  override query(...given: unknown[]): never {
    const callback = given.findIndex((argument) => typeof argument === 'function');
    this.gather();
    const watched = STATEMENTS.hasSubscribers ? watchedOf(given[0]) : null;
    if (watched) STATEMENTS.publish(watched);
    const answered = this.ask(watched);
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
      // Statements under way end first, within their own limit.
      if (this.unanswered > 0) goodbye.refresh();
      else this.connection.stream.destroy();
    }, GOODBYE_MS);
    goodbye.unref();
    this.once('end', () => clearTimeout(goodbye));
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /**
   * These listeners are the first of the connection, so that changes are reported before the statement that ended the
   * transaction resolves. Changes of a transaction that was rolled back, or whose outcome is unknown, are reported as
   * well: invalidating too much does no harm.
   */
  private listenForChanges(): void {
    this.on('notice', ({ code, message }) => {
      if (code === OWN_CHANGE && message !== undefined) this.changes.add(message);
    });
    const tell = (): void => {
      for (const change of this.changes) this.onChange(change);
      this.changes.clear();
    };
    this.connection.on('readyForQuery', ({ status }) => {
      if (status === IDLE && this.changes.size > 0) tell();
    });
    this.connection.on('error', tell);
    this.connection.on('end', tell);
  }

  /** Sends the statements of one turn of the event loop in one write to the socket. */
  private gather(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    const isFirst = this.unanswered === 0;
    const { stream } = this.connection;
    stream.cork();
    setImmediate(() => {
      this.isGathering = false;
      stream.uncork();
      // The timeout starts when the statement leaves, which a busy process may delay.
      if (isFirst && this.unanswered > 0) this.expectAnswer();
    });
  }

  /** @returns a function to call when the answer arrives. */
  private ask(watched: WatchedStatement | null): () => void {
    this.unanswered++;
    return () => {
      if (watched) endWatched(watched, undefined);
      this.answers++;
      this.unanswered--;
      clearTimeout(this.timer);
      // The next statement only begins now.
      if (this.unanswered > 0) this.expectAnswer();
    };
  }

  private expectAnswer(isLastTime = false): void {
    clearTimeout(this.timer);
    const { limitMs, answers } = this;
    const begun = performance.now();
    this.timer = setTimeout(() => {
      // A busy process may not have read an answer that has arrived: it gets one turn of the event loop for that.
      setImmediate(() => {
        if (this.answers !== answers) return;
        const stoodStill = performance.now() - begun > limitMs + STANDSTILL_MS;
        // The server may have been suspended as well, or its answer may have been lost and is sent again.
        if (stoodStill && !isLastTime) this.expectAnswer(true);
        else this.connection.stream.destroy(new UnansweredStatementError(limitMs));
      });
    }, limitMs);
  }
}

/** @param query the driver's argument: a text, or an object with one. */
function watchedOf(query: unknown): WatchedStatement {
  const text = typeof query === 'string' ? query : (query as { readonly text?: unknown } | null)?.text;
  return { text: typeof text === 'string' ? text : '', endings: [] };
}

/** The driver's client with adjustable limits. */
export type LimitedConnection = pg.Client & Pick<LimitedClient, 'extendLimit' | 'restoreLimit'>;
