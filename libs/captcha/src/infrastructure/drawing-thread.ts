import { join } from 'node:path';
import { WorkerThread } from '@libs/foundation';
import type { CaptchaKind } from '../domain/captcha';
import type { RenderedChallenge } from '../domain/challenge-renderer';

const PROGRAM = join(__dirname, 'drawing/drawing-worker.js');

/** After what a thread is ended, and another one takes its place. */
export interface ThreadLimits {
  /** The canvas does not give back all of its memory. */
  readonly challenges: number;
  /** How much more memory the process has than when the thread started. */
  readonly memoryBytes: number;
  /** Far more than any drawing takes: a thread that needs so long for one hangs. */
  readonly drawingMs: number;
  readonly idleMs: number;
}

const LIMITS: ThreadLimits = {
  challenges: 2_000,
  memoryBytes: 300 * 1024 * 1024,
  drawingMs: 5_000,
  idleMs: 10 * 60_000,
};
/** Little of it, so that what is no longer needed goes soon: the pictures that hang on it lie outside of the heap. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };
/** Asking for the memory costs a system call. */
const MEMORY_INTERVAL = 50;

/** Draws in a thread of its own, which starts with the first challenge. One that fails is replaced by the next. */
export class DrawingThread {
  private readonly thread: WorkerThread<CaptchaKind, RenderedChallenge>;
  private drawn = 0;
  private memoryAtStart = 0;

  constructor(
    private readonly limits = LIMITS,
    program = PROGRAM,
  ) {
    this.thread = new WorkerThread({ program, idleMs: limits.idleMs, heap: HEAP });
  }

  /** @throws Error if the thread cannot start, ends, or takes too long. */
  async draw(kind: CaptchaKind): Promise<RenderedChallenge> {
    const pool = this.thread.current(() => this.countAnew());
    try {
      const challenge = await pool.run(kind, { signal: AbortSignal.timeout(this.limits.drawingMs) });
      this.drawn++;
      if (this.isWornOut()) this.thread.drop(pool);
      return challenge;
    } catch (error) {
      this.thread.drop(pool);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  private countAnew(): void {
    this.drawn = 0;
    this.memoryAtStart = process.memoryUsage.rss();
  }

  private isWornOut(): boolean {
    if (this.drawn >= this.limits.challenges) return true;
    return (
      this.drawn % MEMORY_INTERVAL === 0 && process.memoryUsage.rss() - this.memoryAtStart > this.limits.memoryBytes
    );
  }
}
