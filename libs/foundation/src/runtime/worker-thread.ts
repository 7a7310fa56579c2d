import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';

interface WorkerThreadOptions {
  /** The file that the thread runs. */
  readonly program: string;
  /** The idle time after which the thread ends. */
  readonly idleMs: number;
  readonly heap: ResourceLimits;
}

/**
 * A thread that starts with the first task and runs tasks one by one. Dropping it ends it with its tasks; the next task
 * starts another.
 */
export class WorkerThread<Task, Result> {
  private pool: Piscina<Task, Result> | undefined;

  constructor(private readonly options: WorkerThreadOptions) {}

  /** The running thread; if there is none, a new one begins and `started` is called. */
  current(started?: () => void): Piscina<Task, Result> {
    if (this.pool) return this.pool;
    started?.();
    this.pool = this.start();
    return this.pool;
  }

  /** Ends this thread, unless another caller already has. */
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
      // With atomics the thread would sleep while handling a message, but the canvas frees its memory between messages.
      atomics: 'disabled',
      resourceLimits: this.options.heap,
    });
    pool.on('error', () => this.drop(pool));
    return pool;
  }
}
