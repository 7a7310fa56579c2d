import {
  MOST_COUNTED_JOBS,
  MOST_LISTED_JOBS,
  QUEUES,
  SWEEP_OUTCOMES,
  type ScheduledSweep,
  type SweepOutcome,
  type TenantQueue,
} from '@libs/foundation';
import type { ListPage } from '@libs/kernel';
import { type Job, JOB_STATES, type JobState } from '@libs/operations';
import { Answer } from '../../http/answers/answer-fields';
import { Integer, OneOf, Text } from '../../http/fields/fields';
import { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const MAX_TYPE_LENGTH = 100;
const MAX_RETRIED = 1_000;
const AT_MOST = `at most ${MOST_COUNTED_JOBS} per lane are counted`;

export class AdminJobListQuery extends PageQuery {
  @OneOf('JobQueue', QUEUES, { optional: true })
  readonly queue?: string;

  @OneOf('JobState', JOB_STATES, { optional: true })
  readonly state?: JobState;

  @Text({ max: MAX_TYPE_LENGTH }, { optional: true, example: 'iam.otp_mail' })
  readonly type?: string;
}

export class AdminJobsRetryRequest {
  @OneOf('JobQueue', QUEUES)
  readonly queue!: string;

  @Text({ max: MAX_TYPE_LENGTH }, { optional: true, description: 'Only jobs of this type', example: 'iam.otp_mail' })
  readonly type?: string;

  @Integer(1, MAX_RETRIED, {
    optional: true,
    default: MAX_RETRIED,
    description: 'Maximum number of dead letters to retry, the oldest first',
  })
  readonly limit: number = MAX_RETRIED;
}

export class AdminJobsRetryResponse {
  @Answer.Count({ description: 'Number of dead letters that are retried', example: 12 })
  readonly retried: number;

  constructor(retried: number) {
    this.retried = retried;
  }
}

/** How many jobs a queue has, by state. */
export class JobCounts {
  @Answer.OneOf('JobQueue', QUEUES)
  readonly name: string;

  @Answer.Count({ description: `Jobs that are due and wait for a worker; ${AT_MOST}`, example: 3 })
  readonly ready: number;

  @Answer.Count({ description: `Jobs that become due later; ${AT_MOST}`, example: 1 })
  readonly delayed: number;

  @Answer.Count({ description: 'Jobs that a worker is processing', example: 2 })
  readonly active: number;

  @Answer.Count({
    description: `Jobs that failed and wait for the next attempt; at most ${MOST_COUNTED_JOBS} are counted`,
    example: 0,
  })
  readonly failed: number;

  @Answer.Count({
    description: `Jobs that were given up (dead letters), kept for 90 days; at most ${MOST_COUNTED_JOBS} are counted`,
    example: 0,
  })
  readonly dead: number;

  @Answer.Instant({
    nullable: true,
    description: 'Time at which the longest waiting job became due; null if no job waits',
  })
  readonly oldest_ready_at: string | null;

  constructor(counts: Omit<TenantQueue, 'paused'>) {
    this.name = counts.name;
    this.ready = counts.ready;
    this.delayed = counts.delayed;
    this.active = counts.active;
    this.failed = counts.failed;
    this.dead = counts.dead;
    this.oldest_ready_at = counts.oldestReadyAt?.toISOString() ?? null;
  }
}

export class AdminJobQueueResponse extends JobCounts {
  @Answer.Flag({ description: 'Whether the tenant has paused the queue: none of its jobs is started', example: false })
  readonly paused: boolean;

  constructor(queue: TenantQueue) {
    super(queue);
    this.paused = queue.paused;
  }
}

export class AdminJobQueueListResponse {
  @Answer.ListOf(() => AdminJobQueueResponse, { description: 'In order of priority, the highest first' })
  readonly items: readonly AdminJobQueueResponse[];

  constructor(queues: readonly TenantQueue[]) {
    this.items = queues.map((queue) => new AdminJobQueueResponse(queue));
  }
}

export class AdminJobQueuePauseResponse {
  @Answer.OneOf('JobQueue', QUEUES)
  readonly name: string;

  @Answer.Flag()
  readonly paused: boolean;

  constructor(name: string, paused: boolean) {
    this.name = name;
    this.paused = paused;
  }
}

export class AdminJobResponse {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Text({ example: 'push' })
  readonly queue: string;

  @Answer.Text({
    description: 'Name of the lane: the queue, or the part of the queue for one App and provider',
    example: 'push:0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902.fcm',
  })
  readonly lane: string;

  @Answer.Text({ example: 'notifications.pushes_due' })
  readonly type: string;

  @Answer.Uuid({ nullable: true })
  readonly app_id: string | null;

  @Answer.OneOf('JobState', JOB_STATES)
  readonly state: JobState;

  @Answer.Count({ description: 'Number of attempts started since the last manual retry', example: 1 })
  readonly attempts: number;

  @Answer.Count({
    nullable: true,
    description:
      'Number of failures after which the job is given up; null if another limit decides, such as the lifetime of a code',
    example: 8,
  })
  readonly max_attempts: number | null;

  @Answer.Count({ description: 'Number of consecutive attempts that ended because their process ended', example: 0 })
  readonly lost: number;

  @Answer.Text({
    nullable: true,
    description: 'Reason why the last attempt failed, with addresses removed; null without a failure',
    example: null,
  })
  readonly error: string | null;

  @Answer.JsonObject({
    description: 'Data of the job; secrets and addresses are masked',
    example: { route: 'fcm', turn: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905' },
  })
  readonly payload: Readonly<Record<string, unknown>>;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant({
    description:
      'Time at which the job becomes due. While it is active: time at which its lease ends unless the worker renews it',
  })
  readonly available_at: string;

  @Answer.Instant({
    nullable: true,
    description: 'Time at which the current or last attempt started; null before the first',
  })
  readonly begun_at: string | null;

  @Answer.Instant({ nullable: true })
  readonly completed_at: string | null;

  @Answer.Instant({ nullable: true, description: 'Time at which the job was given up; null if it was not' })
  readonly dead_at: string | null;

  constructor(job: Job) {
    this.id = job.id;
    this.queue = job.queue;
    this.lane = job.lane;
    this.type = job.type;
    this.app_id = job.appId;
    this.state = job.state;
    this.attempts = job.attempts;
    this.max_attempts = job.maxAttempts;
    this.lost = job.lost;
    this.error = job.error;
    this.payload = job.payload;
    this.created_at = job.createdAt.toISOString();
    this.available_at = job.availableAt.toISOString();
    this.begun_at = job.begunAt?.toISOString() ?? null;
    this.completed_at = job.completedAt?.toISOString() ?? null;
    this.dead_at = job.deadAt?.toISOString() ?? null;
  }
}

export class AdminJobListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminJobResponse, {
    description: `Newest first; at most ${MOST_LISTED_JOBS} jobs on all pages together`,
  })
  readonly items: readonly AdminJobResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<Job>) {
    super(query, total);
    this.items = items.map((job) => new AdminJobResponse(job));
  }
}

export class AdminJobScheduleResponse {
  @Answer.Text({ example: 'iam.sessions' })
  readonly name: string;

  @Answer.Count({ example: 600 })
  readonly interval_seconds: number;

  @Answer.Instant({ nullable: true })
  readonly last_run_at: string | null;

  @Answer.Instant()
  readonly next_run_at: string;

  @Answer.Count({ nullable: true, example: 12 })
  readonly last_duration_ms: number | null;

  @Answer.OneOf('JobScheduleOutcome', SWEEP_OUTCOMES, {
    nullable: true,
    description:
      'Outcome of the last run: `running` while it runs, `behind` if its time ran out before its work was done; null before the first run',
  })
  readonly last_outcome: SweepOutcome | null;

  constructor(sweep: ScheduledSweep) {
    this.name = sweep.name;
    this.interval_seconds = sweep.intervalSeconds;
    this.last_run_at = sweep.lastRunAt?.toISOString() ?? null;
    this.next_run_at = sweep.nextRunAt.toISOString();
    this.last_duration_ms = sweep.lastDurationMs;
    this.last_outcome = sweep.lastOutcome;
  }
}

export class AdminJobScheduleListResponse {
  @Answer.ListOf(() => AdminJobScheduleResponse)
  readonly items: readonly AdminJobScheduleResponse[];

  constructor(sweeps: readonly ScheduledSweep[]) {
    this.items = sweeps.map((sweep) => new AdminJobScheduleResponse(sweep));
  }
}
