import pg from 'pg';
import { endWatched, STATEMENTS, type WatchedStatement } from '../diagnostics/channels';

/** The database did not answer in time. Whether it executed the statement, or will yet do so, is unknown. */
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

interface ClientSettings extends QueryLimit {
  /** Hears of each change that a transaction on this connection announced, once it is over. */
  readonly onChange?: (change: string) => void;
}

/** By this SQLSTATE the trigger `notify_change` tells the connection that made a change what it announces to all. */
const OWN_CHANGE = 'AKCHG';
/** No transaction is under way. */
const IDLE = 'I';

/** How long the server may take to close a connection before it is cut. */
const GOODBYE_MS = 2_000;

/** A timer that fires later than this shows that the process stood still: it was suspended, or its machine was. */
const STANDSTILL_MS = 1_000;

/**
 * A connection that does not wait for ever. `statement_timeout` is kept by the server, so it does not help against a
 * frozen server or a network that drops answers. Here the connection is cut, which ends its statements as for any other
 * broken connection: nothing more can be sent on it, and the pool forgets it.
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
  private isGathering = false;
  private readonly onChange: (change: string) => void;
  /** Announced in the transaction under way. */
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

  /** Lets the following statements take longer, until `restoreLimit`. */
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
      // Statements under way are finished first, within their own limit.
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
   * These listeners are the first of the connection, so that a change is told before the statement that ended the
   * transaction resolves. Told are also those of a transaction that was undone, or of which it is unknown whether it
   * was committed: forgetting too much does no harm.
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

  /** Statements that are sent in the same turn of the event loop leave in one write to the socket. */
  private gather(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    const isFirst = this.unanswered === 0;
    const { stream } = this.connection;
    stream.cork();
    setImmediate(() => {
      this.isGathering = false;
      stream.uncork();
      // The time for an answer begins when the question leaves, which a busy process may have delayed.
      if (isFirst && this.unanswered > 0) this.expectAnswer();
    });
  }

  /** @returns the function to call when the answer arrives. */
  private ask(watched: WatchedStatement | null): () => void {
    this.unanswered++;
    return () => {
      if (watched) endWatched(watched, undefined);
      this.answers++;
      this.unanswered--;
      clearTimeout(this.timer);
      // The statement sent after this one only begins now.
      if (this.unanswered > 0) this.expectAnswer();
    };
  }

  private expectAnswer(isLastTime = false): void {
    clearTimeout(this.timer);
    const { limitMs, answers } = this;
    const begun = performance.now();
    this.timer = setTimeout(() => {
      // A busy process may find the time over before it has read an answer that arrived: it gets one turn of the event
      // loop for that.
      setImmediate(() => {
        if (this.answers !== answers) return;
        const stoodStill = performance.now() - begun > limitMs + STANDSTILL_MS;
        // The server may have stood still with this process, or its answer may have been lost and will be sent again.
        if (stoodStill && !isLastTime) this.expectAnswer(true);
        else this.connection.stream.destroy(new UnansweredStatementError(limitMs));
      });
    }, limitMs);
  }
}

/** @param query as it is given to the driver: a text, or an object with one. */
function watchedOf(query: unknown): WatchedStatement {
  const text = typeof query === 'string' ? query : (query as { readonly text?: unknown } | null)?.text;
  return { text: typeof text === 'string' ? text : '', endings: [] };
}

/** The client of the driver, with limits that can be moved. */
export type LimitedConnection = pg.Client & Pick<LimitedClient, 'extendLimit' | 'restoreLimit'>;
