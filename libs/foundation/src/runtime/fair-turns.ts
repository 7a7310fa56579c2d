import { DependencyUnavailableError } from '@libs/kernel';

interface TurnLimits {
  readonly atOnce: number;
  /** For each lane. */
  readonly eachAtOnce: number;
  /** Work that has waited this long is refused and may come again later. */
  readonly waitMs?: number;
  /** For each lane, at least one. Further work is refused at once. */
  readonly eachWaiting?: number;
}

interface Lane {
  running: number;
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits how much work runs at a time, in all and for each lane. Lanes take turns, however long the queue of one is.
 * Waiting costs nothing but time.
 */
export class FairTurns {
  /** Lanes with work that runs or waits; the one that has waited longest for its turn comes first. */
  private readonly lanes = new Map<string, Lane>();
  private running = 0;

  constructor(private readonly limits: TurnLimits) {}

  /**
   * @param signal gives up the turn while it is awaited; `take` then fails with the signal's reason.
   * @throws DependencyUnavailableError when the turn does not come in time, or too many of the lane wait for theirs.
   */
  async take<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const { eachWaiting = Infinity } = this.limits;
    if ((this.lanes.get(name)?.waiting.size ?? 0) >= eachWaiting) throw comeAgain();
    await this.turn(name, signal);
    try {
      return await work();
    } finally {
      this.leave(name);
      this.admit();
    }
  }

  private turn(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const lane = this.lanes.get(name) ?? { running: 0, waiting: new Set() };
      const start = (): void => {
        settle();
        resolve();
      };
      const giveUp = (reason: Error): void => {
        settle();
        lane.waiting.delete(start);
        this.forget(name, lane);
        reject(reason);
      };
      const onAbort = (): void => giveUp(signal?.reason as Error);
      const { waitMs } = this.limits;
      const impatience = waitMs === undefined ? undefined : setTimeout(() => giveUp(comeAgain()), waitMs);
      const settle = (): void => {
        clearTimeout(impatience);
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      lane.waiting.add(start);
      this.lanes.set(name, lane);
      this.admit();
    });
  }

  private admit(): void {
    for (const [name, lane] of this.lanes) {
      if (this.running >= this.limits.atOnce) return;
      const [next] = lane.waiting;
      if (!next || lane.running >= this.limits.eachAtOnce) continue;
      lane.waiting.delete(next);
      lane.running++;
      this.running++;
      this.toTheEnd(name, lane);
      next();
    }
  }

  private leave(name: string): void {
    const lane = this.lanes.get(name);
    if (!lane) return;
    this.running--;
    lane.running--;
    this.toTheEnd(name, lane);
    this.forget(name, lane);
  }

  /** All other lanes come before its next turn. */
  private toTheEnd(name: string, lane: Lane): void {
    this.lanes.delete(name);
    this.lanes.set(name, lane);
  }

  private forget(name: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.size === 0) this.lanes.delete(name);
  }
}

function comeAgain(): DependencyUnavailableError {
  return new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
}
