import { DependencyUnavailableError } from '@libs/kernel';

interface TurnLimits {
  readonly atOnce: number;
  /** For each lane. */
  readonly eachAtOnce: number;
  /** Work that has waited this long is refused and may come again later. */
  readonly waitMs?: number;
  /** For each lane, at least one. Further work is refused at once. */
  readonly eachWaiting?: number;
  /** In all lanes. */
  readonly waiting?: number;
}

/** Tells what a turn has cost, in a unit of its own such as milliseconds. */
export type Charge = (cost: number) => void;

interface Lane {
  running: number;
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
  /** What its turns have cost; at least as much as that of the others when it came, so that waiting saves nothing up. */
  spent: number;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits how much work runs at a time, in all and for each lane. Lanes take turns, however long the queue of one is: by
 * what their turns have cost where they tell it (start-time fair queueing), else by their number. Waiting costs nothing
 * but time.
 */
export class FairTurns {
  /** Of those that have spent the same, the one that has waited longest for its turn comes first. */
  private readonly lanes = new Map<string, Lane>();
  private running = 0;
  private waiting = 0;
  /** What the lane had spent whose turn began last. */
  private spent = 0;

  constructor(private readonly limits: TurnLimits) {}

  /**
   * @param signal gives up the turn while it is awaited; `take` then fails with the signal's reason.
   * @throws DependencyUnavailableError when the turn does not come in time, or too many wait for theirs.
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

  /** Others that have spent as much come before its next turn. */
  private toTheEnd(name: string, lane: Lane): void {
    this.lanes.delete(name);
    this.lanes.set(name, lane);
  }

  /** One that has spent more than the others is remembered, unless it is alone: else it would begin anew by a pause. */
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
