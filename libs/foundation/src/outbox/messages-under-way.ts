import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';
import { familyOf, LANES, type LanePlaces, slowPlacesOf } from './outbox-lanes';
import type { LanedMessage } from './outbox-message';
import { type Busy, LEASE_SECONDS, type OutboxStore } from './outbox-store';

/** At most one message that has already ended a process is under way at a time. */
function isSuspect({ lost }: LanedMessage): boolean {
  return lost > 1;
}

/** The messages that this process works on, claimed here or received through a queue. Renews their leases. */
export class MessagesUnderWay {
  private readonly messages = new Map<LanedMessage, Promise<void>>();
  /** Those among them that take the places of slow lanes. */
  private readonly slow = new Set<LanedMessage>();
  private renewal: NodeJS.Timeout | null = null;
  private settled: () => void = () => undefined;
  private leasesAreAtRisk = false;

  constructor(
    private readonly store: OutboxStore,
    private readonly deliver: (message: LanedMessage) => Promise<void>,
    private readonly logger: Logger,
    private readonly leaseSeconds = LEASE_SECONDS,
    private readonly lanes: Readonly<Record<string, LanePlaces>> = LANES,
  ) {}

  /** @param settled called when the place of a message is free. */
  start(settled: () => void): void {
    this.settled = settled;
    this.renewal ??= setInterval(() => void this.renew(), (this.leaseSeconds * 1_000) / 3);
  }

  /** Resolves when the message has been settled, or settling it failed. */
  begin(message: LanedMessage): Promise<void> {
    const patience = this.giveWayLater(message);
    const work = this.deliver(message)
      // The lease ends and the message is due again: nothing is lost, so nothing more is done here.
      .catch((error: unknown) =>
        this.logger.warn({ reason: reasonOf(error) }, 'an outbox message could not be settled'),
      )
      .finally(() => {
        clearTimeout(patience);
        this.messages.delete(message);
        this.slow.delete(message);
        this.settled();
      });
    this.messages.set(message, work);
    return work;
  }

  get hasSuspect(): boolean {
    return [...this.messages.keys()].some(isSuspect);
  }

  /** How many, by lane and tenant. */
  get busy(): Busy[] {
    const counts = new Map<string, { lane: string; family: string; tenantId: string; messages: number }>();
    for (const message of this.messages.keys()) {
      const { lane, tenantId } = message;
      const family = this.slow.has(message) ? slowPlacesOf(familyOf(lane)) : familyOf(lane);
      const key = `${tenantId} ${family} ${lane}`;
      const count = counts.get(key) ?? { lane, family, tenantId, messages: 0 };
      count.messages += 1;
      counts.set(key, count);
    }
    return [...counts.values()];
  }

  /** To be called before looking for due messages: those whose leases could not be renewed are still handled here. */
  async secureLeases(): Promise<void> {
    if (this.leasesAreAtRisk) await this.renew();
  }

  /** Waits for the messages under way, and gives back those that are not settled by then. */
  async stop(withinMs: number): Promise<void> {
    const { promise: timeIsOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    await Promise.race([Promise.allSettled(this.messages.values()), timeIsOver]);
    clearTimeout(timer);
    if (this.renewal) clearInterval(this.renewal);
    this.renewal = null;
    await this.giveBack([...this.messages.keys()]);
  }

  /** Lets others take them at once rather than when the lease ends. */
  async giveBack(messages: readonly LanedMessage[]): Promise<void> {
    await this.store
      .release(messages)
      .catch((error: unknown) => this.logger.warn({ reason: reasonOf(error) }, 'outbox messages were not given back'));
  }

  /** What hung the last time is slow from the start. */
  private giveWayLater(message: LanedMessage): NodeJS.Timeout | undefined {
    const slow = this.lanes[familyOf(message.lane)]?.slow;
    if (!slow) return undefined;
    if (message.hangs > 0) {
      this.slow.add(message);
      return undefined;
    }
    return setTimeout(() => {
      if (this.slow.size >= slow.most) return;
      this.slow.add(message);
      this.settled();
    }, slow.afterMs);
  }

  /** While a slow handler runs, another relay must not take its message. */
  private async renew(): Promise<void> {
    if (this.messages.size === 0) return;
    try {
      await this.store.extend([...this.messages.keys()], this.leaseSeconds);
      this.leasesAreAtRisk = false;
    } catch (error) {
      this.leasesAreAtRisk = true;
      this.logger.warn({ reason: reasonOf(error) }, 'leases of the outbox were not renewed');
    }
  }
}
