import { join } from 'node:path';
import { WorkerThread } from '@libs/foundation';
import type { CaptchaKind } from '../domain/captcha';
import type { RenderedChallenge } from '../domain/challenge-renderer';

const PROGRAM = join(__dirname, 'drawing/drawing-worker.js');

/** When a thread is ended and replaced. */
export interface ThreadLimits {
  /** The canvas does not free all of its memory. */
  readonly challenges: number;
  /** How much the memory of the process may grow from the start of the thread. */
  readonly memoryBytes: number;
  /** Far longer than any drawing takes: a thread that exceeds it hangs. */
  readonly drawingMs: number;
  readonly idleMs: number;
}

const LIMITS: ThreadLimits = {
  challenges: 2_000,
  memoryBytes: 300 * 1024 * 1024,
  drawingMs: 5_000,
  idleMs: 10 * 60_000,
};
/** Small, so that garbage is collected soon: the pictures it refers to lie outside the heap. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };
/** How many drawings pass between two checks: asking for the memory costs a system call. */
const MEMORY_INTERVAL = 50;

/**
 * Draws in a separate thread, which starts with the first challenge. One that fails is replaced for the next challenge.
 */
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
