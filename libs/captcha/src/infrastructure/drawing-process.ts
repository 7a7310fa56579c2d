import { join } from 'node:path';
import { WorkerProcess } from '@libs/foundation';
import type { CaptchaKind } from '../domain/captcha';
import type { RenderedChallenge } from '../domain/challenge-renderer';

const PROGRAM = join(__dirname, 'drawing/drawing-worker.js');

/** When a process is ended and replaced. */
export interface ProcessLimits {
  readonly challenges: number;
  /** How much memory it may have: the canvas does not free all of its own. */
  readonly memoryBytes: number;
  /** Far longer than any drawing takes: a process that exceeds it hangs. */
  readonly drawingMs: number;
  readonly idleMs: number;
}

const LIMITS: ProcessLimits = {
  challenges: 2_000,
  memoryBytes: 100 * 1024 * 1024,
  drawingMs: 5_000,
  idleMs: 60_000,
};
/** Small heaps, so that garbage is collected soon: the pictures it refers to lie outside. Code that runs once is small. */
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=64'];

/**
 * Draws in a process of its own, which starts with the first challenge and ends some time after the last. A thread would
 * leave with this process what the canvas does not free. One that fails is replaced for the next challenge.
 */
export class DrawingProcess {
  private readonly process: WorkerProcess<CaptchaKind, RenderedChallenge>;
  private drawn = 0;

  constructor(
    private readonly limits = LIMITS,
    program = PROGRAM,
  ) {
    this.process = new WorkerProcess({ program, idleMs: limits.idleMs, flags: FLAGS });
  }

  /** @throws Error if the process cannot start, ends, or takes too long. */
  async draw(kind: CaptchaKind): Promise<RenderedChallenge> {
    try {
      const { result, residentBytes } = await this.process.run(kind, AbortSignal.timeout(this.limits.drawingMs));
      this.drawn++;
      if (this.drawn >= this.limits.challenges || residentBytes > this.limits.memoryBytes) this.replace();
      return result;
    } catch (error) {
      this.replace();
      throw error;
    }
  }

  close(): Promise<void> {
    this.replace();
    return Promise.resolve();
  }

  private replace(): void {
    this.drawn = 0;
    this.process.drop();
  }
}
