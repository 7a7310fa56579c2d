import type { Outage } from '../logging/outage';

/** Repeats a poll, with pauses, from `start` to `stop`. A failed poll is logged as an outage and retried. */
export class Polling {
  private running: Promise<void> | null = null;
  private stopping = false;
  private awake: () => void = () => undefined;

  /** @param poll @returns the pause in milliseconds until the next poll; `retryMs` after a failure. */
  constructor(
    private readonly poll: () => Promise<number>,
    private readonly retryMs: number,
    private readonly outage: Outage,
  ) {}

  get isStopping(): boolean {
    return this.stopping;
  }

  start(): void {
    this.stopping = false;
    this.running ??= this.loop();
  }

  /** Waits for the current poll. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.awake();
    await this.running;
    this.running = null;
  }

  /** Ends the pause. */
  wake(): void {
    this.awake();
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      // Created before the poll, so that a call to `wake` during it is not missed.
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      this.awake = resolve;
      const timer = setTimeout(resolve, await this.attempt());
      await woken;
      clearTimeout(timer);
    }
  }

  private async attempt(): Promise<number> {
    try {
      const pauseMs = await this.poll();
      this.outage.went();
      return pauseMs;
    } catch (error) {
      this.outage.came(error);
      return this.retryMs;
    }
  }
}
