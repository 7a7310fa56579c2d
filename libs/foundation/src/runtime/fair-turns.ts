import { DependencyUnavailableError } from '@libs/kernel';

interface TurnLimits {
  readonly atOnce: number;
  /** The limit of each lane. */
  readonly eachAtOnce: number;
  /** Work that has waited longer is refused, with `Retry-After`. */
  readonly waitMs?: number;
  /** The limit of waiting work in each lane, at least 1. Further work is refused at once. */
  readonly eachWaiting?: number;
  /** The limit of waiting work in all lanes. */
  readonly waiting?: number;
}

/** Reports the cost of a turn, in a unit of choice such as milliseconds. */
export type Charge = (cost: number) => void;

interface Lane {
  running: number;
  /** The `start` functions of waiting work, in order of arrival. */
  readonly waiting: Set<() => void>;
  /** The cost of its turns; raised to that of the others when it arrives, so that idle time earns no credit. */
  spent: number;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits concurrent work, in total and for each lane. Lanes take turns, however long their queues, by the reported cost of
 * their turns (start-time fair queueing), or by their number if no cost is reported.
 */
export class FairTurns {
  /** Ordered so that among lanes with equal cost the longest waiting comes first. */
  private readonly lanes = new Map<string, Lane>();
  private running = 0;
  private waiting = 0;
  /** The cost of the lane whose turn began last. */
  private spent = 0;

  constructor(private readonly limits: TurnLimits) {}

  /**
   * @param signal cancels waiting; `take` then fails with its reason.
   * @throws DependencyUnavailableError after too long a wait, or when too much work waits.
   */
  async take<T>(name: string, work: (charge: Charge) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const { eachWaiting = Infinity, waiting = Infinity } = this.limits;
    const ofLane = this.lanes.get(name)?.waiting.size ?? 0;
    if (ofLane >= eachWaiting || this.waiting >= waiting) throw comeAgain();
    const lane = await this.turn(name, signal);
    try {
      return await work((cost) => (lane.spent += cost));
    } finally {
      this.running--;
      lane.running--;
      this.toTheEnd(name, lane);
      this.admit();
      this.forget(name, lane);
    }
  }

  private turn(name: string, signal: AbortSignal | undefined): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const lane = this.lanes.get(name) ?? { running: 0, waiting: new Set(), spent: 0 };
      const start = (): void => {
        settle();
        resolve(lane);
      };
      const giveUp = (reason: Error): void => {
        settle();
        lane.waiting.delete(start);
        this.waiting--;
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
      if (isIdle(lane)) lane.spent = Math.max(lane.spent, this.spent);
      lane.waiting.add(start);
      this.waiting++;
      this.lanes.set(name, lane);
      this.admit();
    });
  }

  private admit(): void {
    while (this.running < this.limits.atOnce) {
      const turn = this.nextTurn();
      if (!turn) return;
      const [name, lane, begin] = turn;
      lane.waiting.delete(begin);
      this.waiting--;
      lane.running++;
      this.running++;
      this.toTheEnd(name, lane);
      this.catchUp(lane.spent);
      begin();
    }
  }

  private nextTurn(): readonly [string, Lane, () => void] | null {
    let next: readonly [string, Lane, () => void] | null = null;
    for (const [name, lane] of this.lanes) {
      const [begin] = lane.waiting;
      if (!begin || lane.running >= this.limits.eachAtOnce) continue;
      if (!next || lane.spent < next[1].spent) next = [name, lane, begin];
    }
    return next;
  }

  private catchUp(spent: number): void {
    if (spent <= this.spent) return;
    this.spent = spent;
    for (const [name, lane] of this.lanes) this.forget(name, lane);
  }

  /** Lets lanes with equal cost take a turn first. */
  private toTheEnd(name: string, lane: Lane): void {
    this.lanes.delete(name);
    this.lanes.set(name, lane);
  }

  /** Removes an idle lane, unless its cost exceeds that of others: otherwise a short pause would reset it. */
  private forget(name: string, lane: Lane): void {
    if (!isIdle(lane)) return;
    if (this.running === 0 && this.waiting === 0) {
      this.lanes.clear();
      this.spent = 0;
    } else if (lane.spent <= this.spent) this.lanes.delete(name);
  }
}

function isIdle({ running, waiting }: Lane): boolean {
  return running === 0 && waiting.size === 0;
}

function comeAgain(): DependencyUnavailableError {
  return new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
}
