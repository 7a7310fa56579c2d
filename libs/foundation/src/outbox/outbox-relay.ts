import type { Logger } from '../logging/logger';
import type { OutboxMessage } from './outbox-message';
import type { OutboxStore } from './outbox-store';
import type { Sweeps } from './sweeps';

export interface OutboxRelayOptions {
  /** How many messages are under way at once. */
  readonly concurrency: number;
  /** For how long a message is taken, renewed while it is under way; after it, one whose process died is due again. */
  readonly leaseSeconds: number;
}

const POLL_INTERVAL_MS = 500;
const SWEEP_INTERVAL_MS = 600_000;

/**
 * Takes due messages from the outbox and dispatches them: to the handlers in this process, or to the queue. Any number
 * of relays may run. A database that goes away pauses the relay; it goes on by itself.
 */
export class OutboxRelay {
  private running: Promise<void> | null = null;
  private stopping = false;
  private awake: () => void = () => undefined;
  private readonly inFlight = new Map<OutboxMessage, Promise<void>>();
  private renewal: NodeJS.Timeout | null = null;
  private nextSweep = 0;

  constructor(
    private readonly store: OutboxStore,
    private readonly dispatch: (message: OutboxMessage) => Promise<void>,
    private readonly sweeps: Sweeps,
    private readonly options: OutboxRelayOptions,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.stopping = false;
    this.running ??= this.loop();
    this.renewal ??= setInterval(() => void this.renew(), (this.options.leaseSeconds * 1_000) / 3);
  }

  /** Takes no more messages and waits for those under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.awake();
    await this.running;
    await Promise.allSettled(this.inFlight.values());
    this.running = null;
    if (this.renewal) clearInterval(this.renewal);
    this.renewal = null;
  }

  /** Looks for messages now rather than at the next poll. */
  wake(): void {
    this.awake();
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      // Made before looking, so that a call to wake meanwhile is not missed.
      const rest = this.rest();
      const taken = await this.takeDue().catch((error: unknown) => {
        this.logger.warn({ reason: String(error) }, 'the outbox cannot be read');
        return 0;
      });
      if (taken > 0) this.awake();
      await rest;
    }
  }

  private async takeDue(): Promise<number> {
    const free = this.options.concurrency - this.inFlight.size;
    if (free === 0) {
      await Promise.race(this.inFlight.values());
      return 1;
    }
    const messages = await this.store.claim(free, this.options.leaseSeconds);
    for (const message of messages) this.track(message);
    if (messages.length === 0) await this.sweep();
    return messages.length;
  }

  private track(message: OutboxMessage): void {
    const work = this.dispatch(message)
      // The lease ends and the message is due again: nothing is lost, so nothing more is done here.
      .catch((error: unknown) => this.logger.warn({ reason: String(error) }, 'an outbox message could not be settled'))
      .finally(() => this.inFlight.delete(message));
    this.inFlight.set(message, work);
  }

  /** A slow handler must not have its message taken up by another relay meanwhile. */
  private async renew(): Promise<void> {
    if (this.inFlight.size === 0) return;
    await this.store
      .extend([...this.inFlight.keys()], this.options.leaseSeconds)
      .catch((error: unknown) => this.logger.warn({ reason: String(error) }, 'leases of the outbox were not renewed'));
  }

  private async sweep(): Promise<void> {
    if (Date.now() < this.nextSweep) return;
    this.nextSweep = Date.now() + SWEEP_INTERVAL_MS;
    await this.sweeps.runAll();
  }

  /** Resolves at the next poll, or when woken. */
  private rest(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(wake, POLL_INTERVAL_MS);
      this.awake = wake;
    });
  }
}
