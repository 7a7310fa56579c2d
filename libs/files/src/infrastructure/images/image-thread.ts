import { join } from 'node:path';
import { WorkerThread } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { ContentRefusedError } from '../../domain/files.errors';
import type { ImageResult, ImageTask } from './image-worker';

const PROGRAM = join(__dirname, 'image-worker.js');

interface ThreadLimits {
  /** Many times longer than the largest image takes. */
  readonly imageMs: number;
  /** The canvas does not free all of its memory, so the thread is replaced after this many images. */
  readonly images: number;
  readonly idleMs: number;
}

const LIMITS: ThreadLimits = { imageMs: 15_000, images: 500, idleMs: 60_000 };
/** Limits of the heap without the pixels, which lie outside it and have their own limit. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

/**
 * Reads, decodes and draws images in a separate thread, which starts with the first one: other requests go on
 * meanwhile, whatever the image. A task that exceeds the time or memory limit ends the thread, and the next image
 * starts another.
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

/** The image takes too long or too much memory; the thread itself is not broken. */
function isExcessive(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}
