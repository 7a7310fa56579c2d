import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';
import { familyOf, LANES, type LanePlaces, slowPlacesOf } from './outbox-lanes';
import type { LanedMessage } from './outbox-message';
import { type Attempt, type Busy, LEASE_SECONDS, type OutboxStore } from './outbox-store';

/** A message that has repeatedly ended its process. At most one of these is under way at a time. */
function isSuspect({ lost }: LanedMessage): boolean {
  return lost > 1;
}

/** The messages that this process handles, claimed here or received through a queue. Renews their leases. */
export class MessagesUnderWay {
  private readonly messages = new Map<LanedMessage, Promise<void>>();
  /** The messages that take places of slow lanes. */
  private readonly slow = new Set<LanedMessage>();
  private renewal: NodeJS.Timeout | null = null;
  private settled: () => void = () => undefined;
  private leasesAreAtRisk = false;
  private isStopping = false;

  constructor(
    private readonly store: OutboxStore,
    private readonly deliver: (message: LanedMessage) => Promise<void>,
    private readonly logger: Logger,
    private readonly leaseSeconds = LEASE_SECONDS,
    private readonly lanes: Readonly<Record<string, LanePlaces>> = LANES,
  ) {}

  /** @param settled called when a place becomes free. */
  start(settled: () => void): void {
    this.settled = settled;
    this.renewal ??= setInterval(() => void this.renew(), (this.leaseSeconds * 1_000) / 3);
  }

  /** Resolves when the message has been settled, or settling it failed. */
  begin(message: LanedMessage): Promise<void> {
    if (this.isStopping) return this.giveBack([message]);
    const patience = this.giveWayLater(message);
    const work = this.deliver(message)
      // Nothing is lost: when the lease expires, the message is due again.
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

  /** The number of messages by lane and tenant. */
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

  /** To be called before a claim: messages whose leases could not be renewed are still handled here. */
  async secureLeases(): Promise<void> {
    if (this.leasesAreAtRisk) await this.renew();
  }

  /** Waits for the messages under way, and releases those that are not settled in time, or would be begun from now on. */
  async stop(withinMs: number): Promise<void> {
    this.isStopping = true;
    const { promise: timeIsOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    await Promise.race([Promise.allSettled(this.messages.values()), timeIsOver]);
    clearTimeout(timer);
    if (this.renewal) clearInterval(this.renewal);
    this.renewal = null;
    await this.giveBack([...this.messages.keys()]);
  }

  /** Lets other processes take the messages before their leases expire. */
  async giveBack(messages: readonly Attempt[]): Promise<void> {
    await this.store
      .release(messages)
      .catch((error: unknown) => this.logger.warn({ reason: reasonOf(error) }, 'outbox messages were not given back'));
  }

  /** Moves a message to the slow places after a while, or at once if its lane hung the last time. */
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

  /** Keeps other relays from taking messages of slow handlers. */
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
