import { MOST_COUNTED_JOBS, MOST_LISTED_JOBS, QUEUES, SWEEP_OUTCOMES } from '@libs/foundation';
import { field } from '@libs/kernel';
import { JOB_STATES, type JobState } from '@libs/operations';
import { answer } from '../../http/answers/answer';
import { Integer, OneOf, Text } from '../../http/fields/fields';
import { Ids, PageQuery } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

const MAX_TYPE_LENGTH = 100;
const MAX_RETRIED = 1_000;
const AT_MOST = `at most ${MOST_COUNTED_JOBS} per lane are counted`;

export class AdminJobListQuery extends PageQuery {
  @Ids('jobs')
  override readonly ids?: string[];

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

export class AdminJobsRetryResponse extends answer({
  retried: field.count().about('Number of dead letters that are retried').example(12),
}) {}

const counts = {
  name: field.one('JobQueue', QUEUES),
  ready: field.count().about(`Jobs that are due and wait for a worker; ${AT_MOST}`).example(3),
  delayed: field.count().about(`Jobs that become due later; ${AT_MOST}`).example(1),
  active: field.count().about('Jobs that a worker is processing').example(2),
  failed: field
    .count()
    .about(`Jobs that failed and wait for the next attempt; at most ${MOST_COUNTED_JOBS} are counted`)
    .example(0),
  dead: field
    .count()
    .about(`Jobs that were given up (dead letters), kept for 90 days; at most ${MOST_COUNTED_JOBS} are counted`)
    .example(0),
  oldestReadyAt: field
    .instant()
    .nullable()
    .about('Time at which the longest waiting job became due; null if no job waits'),
};

/** How many jobs a queue has, by state. */
export class JobCounts extends answer(counts) {}

export class AdminJobQueueResponse extends answer({
  ...counts,
  paused: field.flag().about('Whether the tenant has paused the queue: none of its jobs is started').example(false),
}) {}

export class AdminJobQueueListResponse extends answer({
  items: field.listOf(() => AdminJobQueueResponse).about('In order of priority, the highest first'),
}) {}

export class AdminJobQueuePauseResponse extends answer({ name: counts.name, paused: field.flag() }) {}

export class AdminJobResponse extends answer({
  id: field.uuid(),
  queue: field.text().example('push'),
  lane: field
    .text()
    .about('Name of the lane: the queue, or the part of the queue for one App and provider')
    .example('push:0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902.fcm'),
  type: field.text().example('notifications.pushes_due'),
  appId: field.uuid().nullable(),
  state: field.one('JobState', JOB_STATES),
  attempts: field.count().about('Number of attempts started since the last manual retry').example(1),
  maxAttempts: field
    .count()
    .nullable()
    .about(
      'Number of failures after which the job is given up; null if another limit decides, such as the lifetime of a code',
    )
    .example(8),
  lost: field.count().about('Number of consecutive attempts that ended because their process ended').example(0),
  error: field
    .text()
    .nullable()
    .about('Reason why the last attempt failed, with addresses removed; null without a failure')
    .example(null),
  payload: field
    .json<Readonly<Record<string, unknown>>>()
    .about('Data of the job; secrets and addresses are masked')
    .example({ route: 'fcm', turn: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905' }),
  createdAt: field.instant(),
  availableAt: field
    .instant()
    .about(
      'Time at which the job becomes due. While it is active: time at which its lease ends unless the worker renews it',
    ),
  begunAt: field.instant().nullable().about('Time at which the current or last attempt started; null before the first'),
  completedAt: field.instant().nullable(),
  deadAt: field.instant().nullable().about('Time at which the job was given up; null if it was not'),
}) {}

export class AdminJobListResponse extends pageOf(
  AdminJobResponse,
  `Newest first; at most ${MOST_LISTED_JOBS} jobs on all pages together`,
) {}

export class AdminJobScheduleResponse extends answer({
  name: field.text().example('iam.sessions'),
  intervalSeconds: field.count().example(600),
  lastRunAt: field.instant().nullable(),
  nextRunAt: field.instant(),
  lastDurationMs: field.count().nullable().example(12),
  lastOutcome: field
    .one('JobScheduleOutcome', SWEEP_OUTCOMES)
    .nullable()
    .about(
      'Outcome of the last run: `running` while it runs, `behind` if its time ran out before its work was done; null before the first run',
    ),
}) {}

export class AdminJobScheduleListResponse extends answer({
  items: field.listOf(() => AdminJobScheduleResponse),
}) {}
