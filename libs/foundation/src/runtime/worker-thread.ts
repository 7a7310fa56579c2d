import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';

interface WorkerThreadOptions {
  /** The file that the thread runs. */
  readonly program: string;
  /** After how long without work it ends. */
  readonly idleMs: number;
  readonly heap: ResourceLimits;
}

/**
 * A thread of its own, which starts with the first task and works on one after the other. Whoever drops it ends it with
 * all that it has before it; another one then takes the next task.
 */
export class WorkerThread<Task, Result> {
  private pool: Piscina<Task, Result> | undefined;

  constructor(private readonly options: WorkerThreadOptions) {}

  /** The thread that runs; if there is none, `started` is told that another one begins. */
  current(started?: () => void): Piscina<Task, Result> {
    if (this.pool) return this.pool;
    started?.();
    this.pool = this.start();
    return this.pool;
  }

  /** Ends this thread, of which others may have been told as well. */
  drop(pool: Piscina<Task, Result>): void {
    if (this.pool === pool) this.pool = undefined;
    void pool.destroy();
  }

  async close(): Promise<void> {
    const pool = this.pool;
    this.pool = undefined;
    await pool?.destroy();
  }

  private start(): Piscina<Task, Result> {
    const pool = new Piscina<Task, Result>({
      filename: this.options.program,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: this.options.idleMs,
      // With atomics the thread would sleep inside of a message: it would answer to nothing, and the canvas gives back
      // what it took between messages.
      atomics: 'disabled',
      resourceLimits: this.options.heap,
    });
    pool.on('error', () => this.drop(pool));
    return pool;
  }
}
