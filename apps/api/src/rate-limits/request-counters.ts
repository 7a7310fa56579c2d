import { createHash, randomBytes } from 'node:crypto';

/** A count, and when its window ends, in milliseconds since 1970. */
interface Window {
  used: number;
  readonly endsAt: number;
}

export interface Count {
  /** Of this window, this request included. */
  readonly used: number;
  readonly msLeft: number;
}

const SHARED_BUCKETS = 4_096;

/**
 * Counts requests by key in windows of one length, in this process. Keys are of the clients' making, so only so many are
 * remembered: when there is no room for another one, it shares the count of a bucket with others, by a hash that nobody
 * can foresee. So memory ends, and nothing that is known is forgotten to make room: no flood gives anybody a new window.
 */
export class RequestCounters {
  /** In the order in which windows begin and, since they all are of one length, end. */
  private readonly windows = new Map<string, Window>();
  private readonly shared = new Map<string, Window>();
  private readonly salt = randomBytes(16);

  constructor(
    private readonly windowMs: number,
    private readonly capacity: number,
  ) {}

  count(key: string): Count {
    const now = Date.now();
    this.forgetEnded(now);
    const known = this.windows.get(key);
    if (known || this.windows.size < this.capacity) return this.add(this.windows, key, known, now);
    const bucket = this.bucketOf(key);
    return this.add(this.shared, bucket, this.shared.get(bucket), now);
  }

  /** How many windows are remembered. */
  get size(): number {
    return this.windows.size + this.shared.size;
  }

  private add(windows: Map<string, Window>, key: string, known: Window | undefined, now: number): Count {
    const isUnderWay = known !== undefined && !this.hasEnded(known, now);
    const window = isUnderWay ? known : { used: 0, endsAt: now + this.windowMs };
    if (!isUnderWay) {
      // At the end of the order, where the window that begins now belongs.
      windows.delete(key);
      windows.set(key, window);
    }
    window.used += 1;
    return { used: window.used, msLeft: window.endsAt - now };
  }

  private forgetEnded(now: number): void {
    for (const [key, window] of this.windows) {
      if (!this.hasEnded(window, now)) return;
      this.windows.delete(key);
    }
  }

  /** One that lasts longer than a window began before the clock was set back. */
  private hasEnded({ endsAt }: Window, now: number): boolean {
    return endsAt <= now || endsAt > now + this.windowMs;
  }

  private bucketOf(key: string): string {
    const hash = createHash('sha256').update(this.salt).update(key).digest();
    return String(hash.readUInt32BE() % SHARED_BUCKETS);
  }
}
