import { Injectable } from '@nestjs/common';

/** Uploads that are held in memory at the same time. */
const AT_ONCE = 8;

interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/**
 * Lets so many uploads in at a time, and one of each key: whoever starts a thousand slow ones holds up none but their
 * own. Whatever waits has been read no further than its socket buffers.
 */
@Injectable()
export class UploadTurns {
  private readonly running = new Set<string>();
  private readonly waiting = new Set<Waiting>();

  /** @param signal gives the turn up while it is waited for. Fails with its reason. */
  async take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.turn(key, signal);
    try {
      return await work();
    } finally {
      this.running.delete(key);
      this.admit();
    }
  }

  private turn(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.waiting.delete(upload);
        reject(signal.reason as Error);
      };
      const upload: Waiting = {
        key,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(upload);
      this.admit();
    });
  }

  /** Those who have waited longest first. */
  private admit(): void {
    for (const upload of this.waiting) {
      if (this.running.size >= AT_ONCE) return;
      if (this.running.has(upload.key)) continue;
      this.waiting.delete(upload);
      this.running.add(upload.key);
      upload.start();
    }
  }
}
