interface Waiter {
  readonly admit: (leave: (() => void) | null) => void;
  readonly timer: NodeJS.Timeout;
}

/** Admits a bounded number at once and lets a bounded number wait, for a bounded time. */
export class HashingGate {
  private inside = 0;
  private readonly waiting: Waiter[] = [];

  constructor(
    private readonly capacity: number,
    private readonly queueLength: number,
    private readonly waitMs: number,
  ) {}

  /** Resolves to the function to call on leaving, or to null if there was no room in time. */
  enter(): Promise<(() => void) | null> {
    if (this.inside < this.capacity) {
      this.inside += 1;
      return Promise.resolve(this.exit());
    }
    if (this.waiting.length >= this.queueLength) return Promise.resolve(null);
    return new Promise((admit) => {
      const timer = setTimeout(() => this.giveUp(admit), this.waitMs);
      this.waiting.push({ admit, timer });
    });
  }

  private exit(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = this.waiting.shift();
      if (!next) {
        this.inside -= 1;
        return;
      }
      clearTimeout(next.timer);
      next.admit(this.exit());
    };
  }

  private giveUp(admit: Waiter['admit']): void {
    const index = this.waiting.findIndex((waiter) => waiter.admit === admit);
    if (index >= 0) this.waiting.splice(index, 1);
    admit(null);
  }
}
