import {
  MOST_COUNTED_JOBS,
  MOST_LISTED_JOBS,
  QUEUES,
  SWEEP_OUTCOMES,
  type ScheduledSweep,
  type SweepOutcome,
  type TenantQueue,
} from '@libs/foundation';
import type { Page } from '@libs/kernel';
import { type Job, JOB_STATES, type JobState } from '@libs/operations';
import { Answer } from '../../http/answers/answer-fields';
import { Integer, OneOf, Text } from '../../http/fields/fields';
import { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const MAX_TYPE_LENGTH = 100;
const MAX_RETRIED = 1_000;
const AT_MOST = `at most ${MOST_COUNTED_JOBS} of a lane are counted`;

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

  @Integer(1, MAX_RETRIED, { optional: true, default: MAX_RETRIED, description: 'How many, the oldest first' })
  readonly limit: number = MAX_RETRIED;
}

export class AdminJobsRetryResponse {
  @Answer.Count({ description: 'How many dead letters are tried anew', example: 12 })
  readonly retried: number;

  constructor(retried: number) {
    this.retried = retried;
  }
}

/** How many jobs a queue has, by state. */
export class JobCounts {
  @Answer.OneOf('JobQueue', QUEUES)
  readonly name: string;

  @Answer.Count({ description: `Due, and waiting for a place; ${AT_MOST}`, example: 3 })
  readonly ready: number;

  @Answer.Count({ description: `Due at a later time; ${AT_MOST}`, example: 1 })
  readonly delayed: number;

  @Answer.Count({ description: 'Being worked on', example: 2 })
  readonly active: number;

  @Answer.Count({ description: `Waiting for another try after a failure; at most ${MOST_COUNTED_JOBS}`, example: 0 })
  readonly failed: number;

  @Answer.Count({ description: `Given up, kept for 90 days; at most ${MOST_COUNTED_JOBS}`, example: 0 })
  readonly dead: number;

  @Answer.Instant({ nullable: true, description: 'Since when the one waits that has been due for longest' })
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
  @Answer.Flag({ description: 'Whether none of its jobs is begun', example: false })
  readonly paused: boolean;

  constructor(queue: TenantQueue) {
    super(queue);
    this.paused = queue.paused;
  }
}

export class AdminJobQueueListResponse {
  @Answer.ListOf(() => AdminJobQueueResponse, { description: 'Those of which jobs are begun first come first' })
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
    description: 'The queue, or the part of it that belongs to one App and provider',
    example: 'push:0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902.fcm',
  })
  readonly lane: string;

  @Answer.Text({ example: 'notifications.pushes_due' })
  readonly type: string;

  @Answer.Uuid({ nullable: true })
  readonly app_id: string | null;

  @Answer.OneOf('JobState', JOB_STATES)
  readonly state: JobState;

  @Answer.Count({ description: 'How often it was begun, since it was last retried by hand', example: 1 })
  readonly attempts: number;

  @Answer.Count({
    nullable: true,
    description:
      'After how many failures it is given up; null where something else decides, such as the life of a code',
    example: 8,
  })
  readonly max_attempts: number | null;

  @Answer.Count({ description: 'How many attempts in a row ended with their process', example: 0 })
  readonly lost: number;

  @Answer.Text({ nullable: true, description: 'Why the last attempt failed, without addresses', example: null })
  readonly error: string | null;

  @Answer.JsonObject({
    description: 'Ids and facts; secrets and addresses are masked',
    example: { route: 'fcm', turn: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905' },
  })
  readonly payload: Readonly<Record<string, unknown>>;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant({ description: 'When it is due, or what works on it has to be heard of again' })
  readonly available_at: string;

  @Answer.Instant({ nullable: true, description: 'When the attempt under way, or the last one, began' })
  readonly begun_at: string | null;

  @Answer.Instant({ nullable: true })
  readonly completed_at: string | null;

  @Answer.Instant({ nullable: true, description: 'When it was given up' })
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
  @Answer.ListOf(() => AdminJobResponse, { description: `Newest first; at most ${MOST_LISTED_JOBS} on all pages` })
  readonly items: readonly AdminJobResponse[];

  constructor(query: PageQuery, { items, total }: Page<Job>) {
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
      '`behind` if its time was over before its work was done, `running` while it runs; null before its first run',
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
