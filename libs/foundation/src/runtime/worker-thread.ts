import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';

interface WorkerThreadOptions {
  /** The file that the thread runs. */
  readonly program: string;
  /** After how long without work the thread ends. */
  readonly idleMs: number;
  readonly heap: ResourceLimits;
}

/**
 * A thread that starts with the first task and works on one after the other. Dropping it ends it with all the tasks it
 * still has; another thread takes the next task.
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
      // With atomics the thread would sleep inside a message: it would not answer, and the canvas frees its memory only
      // between messages.
      atomics: 'disabled',
      resourceLimits: this.options.heap,
    });
    pool.on('error', () => this.drop(pool));
    return pool;
  }
}
