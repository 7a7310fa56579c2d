import { LRUCache } from 'lru-cache';
import { RenderingFailedError } from '../../domain/texts/rich-text-renderer';

const HOLD_MS = 5 * 60_000;
const MAX_HELD = 10_000;

/**
 * A rendering that failed is not attempted again for a while, for any caller: each attempt can occupy the thread for
 * most of a minute, in which the texts of others wait. Known to this process only. The oldest are forgotten when there
 * are too many.
 */
export class HeldOffRenderings {
  /** When each ends. */
  private readonly ends: LRUCache<string, number>;

  constructor(max = MAX_HELD) {
    this.ends = new LRUCache({ max });
  }

  /** @throws RenderingFailedError, while it is held off and when it fails. */
  async unlessHeld<T>(key: string, render: () => Promise<T>): Promise<T> {
    const leftMs = (this.ends.peek(key) ?? 0) - performance.now();
    if (leftMs > 0) throw comeAgain(leftMs);
    try {
      return await render();
    } catch (error) {
      if (!(error instanceof RenderingFailedError)) throw error;
      this.ends.set(key, performance.now() + HOLD_MS);
      throw comeAgain(HOLD_MS, error);
    }
  }
}

function comeAgain(ms: number, cause?: unknown): RenderingFailedError {
  return new RenderingFailedError({ retryAfterSeconds: Math.ceil(ms / 1_000), cause });
}
