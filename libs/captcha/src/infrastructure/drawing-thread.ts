import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { CaptchaKind } from '../domain/captcha';
import type { RenderedChallenge } from '../domain/challenge-renderer';

const PROGRAM = 'libs/captcha/src/infrastructure/drawing/drawing-worker.js';

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
  private pool: Piscina<CaptchaKind, RenderedChallenge> | undefined;
  private drawn = 0;
  private memoryAtStart = 0;

  constructor(
    private readonly limits = LIMITS,
    private readonly program = findProgram(),
  ) {}

  /** @throws Error if the thread cannot start, ends, or takes too long. */
  async draw(kind: CaptchaKind): Promise<RenderedChallenge> {
    const pool = (this.pool ??= this.start());
    try {
      const challenge = await pool.run(kind, { signal: AbortSignal.timeout(this.limits.drawingMs) });
      this.drawn++;
      if (this.isWornOut()) this.drop(pool);
      return challenge;
    } catch (error) {
      this.drop(pool);
      throw error;
    }
  }

  async close(): Promise<void> {
    const pool = this.pool;
    this.pool = undefined;
    await pool?.destroy();
  }

  private start(): Piscina<CaptchaKind, RenderedChallenge> {
    this.drawn = 0;
    this.memoryAtStart = process.memoryUsage.rss();
    const pool = new Piscina<CaptchaKind, RenderedChallenge>({
      filename: this.program,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: this.limits.idleMs,
      // With atomics the thread would sleep inside of a message. What the canvas took is given back between messages.
      atomics: 'disabled',
      resourceLimits: HEAP,
    });
    pool.on('error', () => this.drop(pool));
    return pool;
  }

  private isWornOut(): boolean {
    if (this.drawn >= this.limits.challenges) return true;
    return (
      this.drawn % MEMORY_INTERVAL === 0 && process.memoryUsage.rss() - this.memoryAtStart > this.limits.memoryBytes
    );
  }

  private drop(pool: Piscina): void {
    if (this.pool === pool) this.pool = undefined;
    void pool.destroy();
  }
}

/** Under the test runner, which compiles in memory, there is no file for a thread to run: the build has one. */
function findProgram(): string {
  const root = join(__dirname, '../../../..');
  const beside = join(root, PROGRAM);
  return existsSync(beside) ? beside : join(root, 'dist', PROGRAM);
}
