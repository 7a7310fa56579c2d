import type { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';
import type { MessagesUnderWay } from './messages-under-way';
import { familyOf, LANES, type LanePlaces, shareOfTenant, slowPlacesOf } from './outbox-lanes';
import type { LanedMessage } from './outbox-message';
import type { OutboxQueues } from './outbox-queues';
import type { FamilyPlaces, OutboxStore } from './outbox-store';
import { Polling } from './polling';

interface OutboxRelayOptions {
  readonly leaseSeconds?: number;
  readonly lanes?: Readonly<Record<string, LanePlaces>>;
  /** Whether announcements of other processes arrive, so that the relay may poll less often while it is idle. */
  readonly hears?: () => boolean;
}

const POLL_INTERVAL_MS = 500;
/** The interval of an idle relay, unless a message is due earlier. */
const IDLE_INTERVAL_MS = 2_000;
const MIN_INTERVAL_MS = 50;
/** Longer than the pause between two announcements, so that unannounced messages are found soon. */
const ALERT_MS = 3_000;

/**
 * Claims due messages of the outbox, as many of each lane as it has places, and has them handled in this process or
 * through the lane's queue. Any number of relays may run. A relay recovers by itself when the database was unavailable.
 */
export class OutboxRelay {
  private readonly polling: Polling;
  /** The time until which the relay polls frequently. */
  private alertUntil = 0;

  constructor(
    private readonly store: OutboxStore,
    private readonly underWay: MessagesUnderWay,
    private readonly queues: OutboxQueues | null,
    private readonly logger: Logger,
    private readonly options: OutboxRelayOptions = {},
  ) {
    const outage = new Outage(logger, { came: 'the outbox cannot be read', went: 'the outbox is read again' });
    this.polling = new Polling(() => this.look(), POLL_INTERVAL_MS, outage);
  }

  start(): void {
    this.underWay.start(() => this.wake());
    this.polling.start();
  }

  /** Takes no more messages. */
  stop(): Promise<void> {
    return this.polling.stop();
  }

  /** Polls now rather than after the interval. */
  wake(): void {
    this.alertUntil = performance.now() + ALERT_MS;
    this.polling.wake();
  }

  /** @returns the milliseconds until the next poll. */
  private async look(): Promise<number> {
    if (performance.now() > this.alertUntil && this.options.hears?.()) {
      const nextMs = (await this.store.nextDueMs()) ?? IDLE_INTERVAL_MS;
      if (nextMs > 0) return Math.min(Math.max(nextMs, MIN_INTERVAL_MS), IDLE_INTERVAL_MS);
    }
    await this.takeDue();
    return POLL_INTERVAL_MS;
  }

  private async takeDue(): Promise<void> {
    await this.underWay.secureLeases();
    const room = (await this.queues?.room()) ?? new Map<string, number>();
    const places = this.places(room);
    // A message from a queue occupies a place there.
    const busy = this.underWay.busy.filter(({ lane }) => !room.has(lane));
    const { begun, toQueue, dead } = await this.store.claim(
      places,
      busy,
      !this.underWay.hasSuspect,
      this.options.leaseSeconds,
    );
    for (const message of dead) this.reportDead(message);
    if (this.polling.isStopping) {
      await this.underWay.giveBack([...begun, ...toQueue]);
      return;
    }
    for (const message of this.inOrder(begun)) void this.underWay.begin(message);
    if (this.queues) await this.enqueue(this.queues, this.inOrder(toQueue));
  }

  /** @param room the room in each queue that is available, by lane. */
  private places(room: ReadonlyMap<string, number>): FamilyPlaces[] {
    const families: Readonly<Record<string, LanePlaces>> = this.options.lanes ?? LANES;
    return Object.entries(families).flatMap(([family, { places, together, slow }]) => {
      // A lane of a family belongs to one tenant, which may use the whole lane, but not the whole family.
      if (together !== undefined) {
        const own = { family, places, together, share: shareOfTenant(together), isBegun: true };
        if (!slow) return [own];
        const share = shareOfTenant(slow.together);
        return [own, { family: slowPlacesOf(family), places: 1, together: slow.together, share, isBegun: true }];
      }
      const queued = room.get(family);
      const free = queued ?? places;
      return [{ family, places: free, together: free, share: shareOfTenant(free), isBegun: queued === undefined }];
    });
  }

  /** Sorted by the precedence of lanes. */
  private inOrder(messages: readonly LanedMessage[]): LanedMessage[] {
    const order = Object.keys(this.options.lanes ?? LANES);
    return messages.toSorted((a, b) => order.indexOf(familyOf(a.lane)) - order.indexOf(familyOf(b.lane)));
  }

  /** A message that no queue takes is released, and the next poll handles it here. */
  private async enqueue(queues: OutboxQueues, messages: readonly LanedMessage[]): Promise<void> {
    const refused = await queues.add(messages);
    if (refused.length === 0) return;
    await this.underWay.giveBack(refused);
    this.wake();
  }

  private reportDead({ id, type, lane, attempt }: LanedMessage): void {
    const fields = { outbox_id: id, type, lane, attempt };
    this.logger.error(fields, 'outbox message given up: the process ended each time it was handled');
  }
}
