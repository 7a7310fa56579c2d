import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';
import type { Postmaster } from './postmaster';
import { isRunning } from './process-identity';

const WATCH_INTERVAL_MS = 200;
const MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;

export interface Supervision {
  readonly logger: Logger;
  /** Called when the server ended again after the last restart. */
  readonly givenUp: (reason: Error) => void;
}

/** Restarts the server when it ends unexpectedly, up to three times a minute. */
export class Supervisor {
  private readonly stopping = new AbortController();
  private readonly restarts: number[] = [];
  private watching: Promise<void> = Promise.resolve();

  /** @param restart starts the server on its previous port; an aborted restart leaves nothing running. */
  constructor(
    private postmaster: Postmaster,
    private readonly restart: (stopping: AbortSignal) => Promise<Postmaster>,
    private readonly lastWords: () => Promise<string>,
    private readonly supervision: Supervision,
  ) {}

  get current(): Postmaster {
    return this.postmaster;
  }

  start(): void {
    this.watching = this.watch();
  }

  /** Stops watching. The server stays as it is: running or ended, but not about to start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      // The watch must not keep the process alive.
      await delay(WATCH_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || (await isRunning(this.postmaster.process))) continue;
      if (!(await this.recover())) return;
    }
  }

  /** @returns whether there is a server to watch. */
  private async recover(): Promise<boolean> {
    const { logger, givenUp } = this.supervision;
    let reason = `process ${this.postmaster.process.pid} is gone; its last words: ${await this.lastWords()}`;
    while (!this.stopping.signal.aborted) {
      const now = Date.now();
      if (this.restarts.filter((at) => at > now - RESTART_WINDOW_MS).length >= MAX_RESTARTS) {
        const message = `the embedded PostgreSQL ended again after ${MAX_RESTARTS} restarts in a minute`;
        givenUp(new Error(message, { cause: reason }));
        return false;
      }
      this.restarts.push(now);
      logger.warn({ reason: reasonOf(reason) }, 'the embedded PostgreSQL ended and is being restarted');
      try {
        this.postmaster = await this.restart(this.stopping.signal);
        logger.info({ ms: Date.now() - now }, 'the embedded PostgreSQL is running again');
        return true;
      } catch (error) {
        reason = reasonOf(error);
      }
    }
    return false;
  }
}
