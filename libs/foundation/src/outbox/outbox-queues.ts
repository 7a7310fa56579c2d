import type { Job, Queue } from 'bull';
import type { Logger } from '../logging/logger';
import { reasonOf } from '../logging/reason';
import type { RedisClient } from '../redis/redis-client';
import type { MessagesUnderWay } from './messages-under-way';
import { type LanePlaces, LANES } from './outbox-lanes';
import type { LanedMessage } from './outbox-message';
import type { OutboxStore } from './outbox-store';

/** The data of a job: it identifies one attempt at a message, whose content is in the database. */
export interface QueuedAttempt {
  readonly tenantId: string;
  readonly id: string;
  readonly attempts: number;
}

/** The lanes with a queue. Messages of families of lanes are handled by the process that claims them. */
export const QUEUED_LANES = Object.entries<LanePlaces>(LANES)
  .filter(([, { together }]) => together === undefined)
  .map(([lane]) => lane as keyof typeof LANES);

/**
 * The number of messages that wait in a queue for each place: only as many as keep the places busy until the next poll,
 * because the table distributes messages fairly and a queue does not.
 */
const DEPTH_OF_PLACE = 3;
/** Redis counts as unavailable if a command takes longer. */
const COMMAND_TIMEOUT_MS = 500;
const HOLD_OFF_MS = 5_000;
/** Longer than a failover, and than Bull waits after a failure. */
const STUCK_AFTER_MS = 30_000;
/** Bull takes half a second to end a connection that Redis does not end. */
const CLOSING_MS = 2_000;

function depthOf(lane: string): number {
  return DEPTH_OF_PLACE * (LANES[lane as keyof typeof LANES]?.places ?? 0);
}

/** The queues in Redis, one for each lane, with this process's workers. */
export class OutboxQueues {
  private heldOffUntil = 0;
  private isStopping = false;
  private isClosing = false;
  /** Since when jobs of a lane have been seen to wait, while none of them came here. */
  private readonly waitingSince = new Map<string, { readonly since: number; isTold: boolean }>();

  constructor(
    private readonly queues: ReadonlyMap<string, Queue<QueuedAttempt>>,
    /** All connections of the queues, which Bull leaves to whoever made them. */
    private readonly clients: ReadonlySet<RedisClient>,
    private readonly store: OutboxStore,
    private readonly underWay: MessagesUnderWay,
    private readonly logger: Logger,
    private readonly stuckAfterMs = STUCK_AFTER_MS,
  ) {}

  start(): void {
    for (const lane of QUEUED_LANES) {
      const queue = this.queues.get(lane);
      if (!queue) continue;
      leaveOutWhatNobodyNeeds(queue);
      // The promise lasts as long as the queue.
      void queue
        .process(LANES[lane].places, (job: Job<QueuedAttempt>) => this.handle(lane, job.data))
        .catch((error: unknown) => {
          if (!this.isClosing) this.logger.warn({ lane, reason: reasonOf(error) }, 'a queue ended');
        });
    }
  }

  /** Takes no more jobs. */
  async stop(): Promise<void> {
    this.isStopping = true;
    // Also where Redis was slow just before: whatever is begun after this would be released in the middle of its handling.
    await this.inTime(Promise.all([...this.queues.values()].map((queue) => queue.pause(true, true))));
  }

  /** Ends all connections, also those that would wait for a Redis that is away. */
  async close(): Promise<void> {
    this.isClosing = true;
    // Bull would wait for jobs while nobody catches that it cannot connect.
    const closed = Promise.all([...this.queues.values()].map((queue) => queue.close(true)));
    const ended = closed.then(() => Promise.all([...this.clients].map((client) => client.quit())));
    await this.inTime(ended, CLOSING_MS);
    for (const client of this.clients) client.disconnect();
    await closed;
  }

  /**
   * The free capacity of each queue by lane; null while Redis is unavailable. Without queues whose jobs wait although this
   * process is there to take them, such as where Redis refuses that: messages of these lanes are begun from the table.
   */
  async room(): Promise<ReadonlyMap<string, number> | null> {
    if (!this.isReady()) return null;
    const lanes = [...this.queues];
    const waiting = await this.inTime(Promise.all(lanes.map(([, queue]) => queue.getWaitingCount())));
    if (!waiting) return null;
    return new Map(
      lanes.flatMap(([lane], index) => {
        const jobs = waiting[index] ?? 0;
        return this.isStuck(lane, jobs) ? [] : [[lane, Math.max(depthOf(lane) - jobs, 0)]];
      }),
    );
  }

  /** Adds messages under the id of the attempt, so that a repetition is ignored. @returns those that were not added. */
  async add(messages: readonly LanedMessage[]): Promise<LanedMessage[]> {
    const added = await Promise.all(
      messages.map(async ({ lane, tenantId, id, attempts }) => {
        const queue = this.queues.get(lane);
        return queue && this.inTime(queue.add({ tenantId, id, attempts }, { jobId: `${id}-${attempts}` }));
      }),
    );
    return messages.filter((_message, index) => !added[index]);
  }

  private async handle(lane: string, { tenantId, id, attempts }: QueuedAttempt): Promise<void> {
    this.waitingSince.delete(lane);
    if (this.isStopping) return this.underWay.giveBack([{ tenantId, id, attempts }]);
    const message = await this.store.begin(tenantId, id, attempts);
    if (message) await this.underWay.begin(message);
  }

  /** Jobs wait, and this process has taken none for long. One whose places are all taken begins none anyway. */
  private isStuck(lane: string, jobs: number): boolean {
    if (jobs === 0) this.waitingSince.delete(lane);
    else if (!this.waitingSince.has(lane)) this.waitingSince.set(lane, { since: performance.now(), isTold: false });
    const waiting = this.waitingSince.get(lane);
    if (waiting === undefined || performance.now() - waiting.since < this.stuckAfterMs) return false;
    if (!waiting.isTold)
      this.logger.warn({ lane, jobs }, 'nobody takes the jobs of a lane: its messages go without them');
    waiting.isTold = true;
    return true;
  }

  private isReady(): boolean {
    if (Date.now() < this.heldOffUntil) return false;
    return [...this.queues.values()].every((queue) => queue.client.status === 'ready');
  }

  /** Null when the command fails or takes too long. */
  private async inTime<T>(command: Promise<T>, timeoutMs = COMMAND_TIMEOUT_MS): Promise<T | null> {
    const { promise: timeIsOver, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(resolve, timeoutMs, null);
    const answer = await Promise.race([command.catch(() => null), timeIsOver]);
    clearTimeout(timer);
    if (answer === null) this.heldOffUntil = Date.now() + HOLD_OFF_MS;
    return answer;
  }
}

/**
 * Bull gives its connections a name, in `CLIENT LIST`, and subscribes to what other processes delay. Nobody catches that
 * it could not: a process would end because of that, or never take a job. Nothing here is delayed.
 */
function leaveOutWhatNobodyNeeds(queue: Queue<QueuedAttempt>): void {
  Object.assign(queue, {
    setWorkerName: () => Promise.resolve(),
    _initProcess: () => queue.isReady(),
    // What Bull's own makes there.
    errorRetryTimer: {},
  });
}
