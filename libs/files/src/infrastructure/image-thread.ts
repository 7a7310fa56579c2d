import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DependencyUnavailableError } from '@libs/kernel';
import { Piscina } from 'piscina';
import { ContentRefusedError } from '../domain/files.errors';
import type { ImageResult, ImageTask } from './image-worker';

const PROGRAM = 'libs/files/src/infrastructure/image-worker.js';

interface ThreadLimits {
  /** Many times what the largest image takes. */
  readonly imageMs: number;
  /** The canvas does not give back all of its memory: after so many another thread takes its place. */
  readonly images: number;
  readonly idleMs: number;
}

const LIMITS: ThreadLimits = { imageMs: 15_000, images: 500, idleMs: 60_000 };
/** Without the pixels, which lie outside of it, and have a limit of their own. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

/**
 * Reads, decodes and draws images in a thread of its own, which starts with the first one: whatever an image is, the
 * requests of others go on meanwhile. What takes too long or too much ends the thread, and the next image starts another.
 */
export class ImageThread {
  private pool: Piscina<ImageTask, ImageResult> | undefined;
  private worked = 0;

  constructor(
    private readonly limits = LIMITS,
    private readonly program = findProgram(),
  ) {}

  /** @throws ContentRefusedError, DependencyUnavailableError when the thread fails. */
  async work(task: ImageTask): Promise<ImageResult> {
    const pool = (this.pool ??= this.start());
    try {
      const result = await pool.run(task, { signal: AbortSignal.timeout(this.limits.imageMs) });
      this.worked++;
      if (this.worked >= this.limits.images) this.drop(pool);
      if (result.refused) throw ContentRefusedError.because(result.refused);
      return result;
    } catch (error) {
      if (error instanceof ContentRefusedError) throw error;
      this.drop(pool);
      if (isExcessive(error)) throw ContentRefusedError.because('takes_too_long', error);
      throw new DependencyUnavailableError({ cause: error });
    }
  }

  async close(): Promise<void> {
    const pool = this.pool;
    this.pool = undefined;
    await pool?.destroy();
  }

  private start(): Piscina<ImageTask, ImageResult> {
    this.worked = 0;
    const pool = new Piscina<ImageTask, ImageResult>({
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

  private drop(pool: Piscina): void {
    if (this.pool === pool) this.pool = undefined;
    void pool.destroy();
  }
}

/** It is the image that needs so long or so much, not the thread that is broken. */
function isExcessive(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Under the test runner, which compiles in memory, there is no file for a thread to run: the build has one. */
function findProgram(): string {
  const root = join(__dirname, '../../../..');
  const beside = join(root, PROGRAM);
  return existsSync(beside) ? beside : join(root, 'dist', PROGRAM);
}
