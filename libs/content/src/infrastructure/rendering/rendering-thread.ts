import { join } from 'node:path';
import type { ResourceLimits } from 'node:worker_threads';
import { WorkerThread } from '@libs/foundation';
import { RichTextRefusedError } from '../../domain/texts/rich-text-problem';
import type { PerformedTask, RenderingTask } from './rendering-task';

const PROGRAM = join(__dirname, 'rendering-worker.js');

const IDLE_MS = 60_000;
/** For loading the program on a busy machine. */
const START_LIMIT_MS = 10_000;
/** In addition to its processor time. A text that still gets no processor time is not to blame. */
const STARVING_MS = 30_000;
/** The tokens of the largest table that was ever published take 250 MiB. */
const HEAP_OF_LARGE: ResourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 384 };
const HEAP_OF_SMALL: ResourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 96 };

export function largeTexts(): RenderingThread {
  return new RenderingThread(HEAP_OF_LARGE);
}

export function smallTexts(): RenderingThread {
  return new RenderingThread(HEAP_OF_SMALL);
}

type Thread = WorkerThread<RenderingTask | null, PerformedTask | null>;
type Pool = ReturnType<Thread['current']>;

/**
 * Renders in a separate thread, one text after the other. It starts with the first text and ends after a minute without
 * one. A text that exceeds the time or memory limit ends its thread, and the next text starts another.
 */
export class RenderingThread {
  private readonly thread: Thread;

  constructor(heap: ResourceLimits, program = PROGRAM) {
    this.thread = new WorkerThread({ program, idleMs: IDLE_MS, heap });
  }

  /**
   * @param limitMs of processor time.
   * @throws RichTextRefusedError above the limits, and Error if the thread cannot start or gets no time to work.
   */
  async run(task: RenderingTask, limitMs: number): Promise<PerformedTask> {
    const pool = this.thread.current();
    const limit = new Limit(pool, limitMs);
    try {
      await pool.run(null, { signal: AbortSignal.timeout(START_LIMIT_MS) });
      await limit.begin();
      const performed = await pool.run(task, { signal: limit.signal });
      if (!performed) throw new Error('The rendering thread made no progress');
      return performed;
    } catch (error) {
      this.thread.drop(pool);
      if (limit.isExceeded || isOutOfMemory(error)) throw new RichTextRefusedError('too_complex');
      throw error;
    } finally {
      limit.end();
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}

/** Ends a task that has used up its processor time, not counting time that the machine spends on other work. */
class Limit {
  private readonly controller = new AbortController();
  private nextLook: NodeJS.Timeout | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private usedAtStart = 0;
  isExceeded = false;

  constructor(
    private readonly pool: Pool,
    private readonly limitMs: number,
  ) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  async begin(): Promise<void> {
    this.usedAtStart = await this.used();
    this.deadline = setTimeout(() => this.controller.abort(), this.limitMs + STARVING_MS);
    this.lookAfter(this.limitMs);
  }

  end(): void {
    clearTimeout(this.nextLook);
    clearTimeout(this.deadline);
    this.deadline = undefined;
  }

  private lookAfter(ms: number): void {
    this.nextLook = setTimeout(() => {
      this.look().catch(() => this.controller.abort());
    }, ms);
  }

  private async look(): Promise<void> {
    const left = this.limitMs - ((await this.used()) - this.usedAtStart);
    const isOver = this.deadline === undefined;
    if (isOver) return;
    this.isExceeded = left <= 0;
    if (this.isExceeded) this.controller.abort();
    else this.lookAfter(Math.max(left, 10));
  }

  private async used(): Promise<number> {
    const usage = await this.pool.threads[0]?.cpuUsage();
    return usage ? (usage.user + usage.system) / 1_000 : 0;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
