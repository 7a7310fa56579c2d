import { join } from 'node:path';
import { WorkerThread } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { ContentRefusedError } from '../domain/files.errors';
import type { ImageResult, ImageTask } from './image-worker';

const PROGRAM = join(__dirname, 'image-worker.js');

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
  private readonly thread: WorkerThread<ImageTask, ImageResult>;
  private worked = 0;

  constructor(
    private readonly limits = LIMITS,
    program = PROGRAM,
  ) {
    this.thread = new WorkerThread({ program, idleMs: limits.idleMs, heap: HEAP });
  }

  /** @throws ContentRefusedError, DependencyUnavailableError when the thread fails. */
  async work(task: ImageTask): Promise<ImageResult> {
    const pool = this.thread.current(() => (this.worked = 0));
    try {
      const result = await pool.run(task, { signal: AbortSignal.timeout(this.limits.imageMs) });
      this.worked++;
      if (this.worked >= this.limits.images) this.thread.drop(pool);
      if (result.refused) throw ContentRefusedError.because(result.refused);
      return result;
    } catch (error) {
      if (error instanceof ContentRefusedError) throw error;
      this.thread.drop(pool);
      if (isExcessive(error)) throw ContentRefusedError.because('takes_too_long', error);
      throw new DependencyUnavailableError({ cause: error });
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}

/** It is the image that needs so long or so much, not the thread that is broken. */
function isExcessive(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}
