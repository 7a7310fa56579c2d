import { error } from '../../locales/texts';

export const JOB_STATES = ['ready', 'delayed', 'active', 'failed', 'dead', 'completed'] as const;

export type JobState = (typeof JOB_STATES)[number];

export class JobStateError extends error(
  'conflict',
  'OPERATIONS.JOB.STATE',
  'The state of the job does not permit it',
) {}

export class JobNeededError extends error('conflict', 'OPERATIONS.JOB.NEEDED', 'The job cannot be deleted') {}

export class QueueNotPausableError extends error(
  'conflict',
  'OPERATIONS.QUEUE.NOT_PAUSABLE',
  'The queue cannot be paused',
) {}

/** Domain events, from which webhooks and clean-up in other contexts follow. */
const EVENTS =
  /^(?:api_client|app|article|legal|member|message|notice|notification|push|release|sessions?|sms|user|webhooks?)\./;

/**
 * Messages whose loss would go unnoticed or could not be repaired: contents to remove or to scan, archives that members
 * requested, security notices, and publications, which are cancelled where they were scheduled.
 */
const NEEDED: ReadonlySet<string> = new Set([
  ...['files.content_released', 'files.scan_requested', 'articles.due', 'articles.unpublish_due'],
  ...['notifications.due', 'notifications.fan_out', 'notifications.withdrawal'],
  ...['notifications.pushes_due', 'notifications.mails_due'],
  ...['iam.account_change_mail', 'iam.account_change_sms', 'iam.security_notice', 'iam.security_inbox'],
  ...['iam.deletion_requested_mail', 'iam.deletion_cancelled_mail'],
  ...['iam.data_export_requested', 'iam.data_export_ready_mail', 'iam.data_export_ready_inbox'],
]);

const RETRIED: readonly JobState[] = ['failed', 'dead'];
const KEPT: readonly JobState[] = ['active', 'completed'];

interface Job {
  readonly type: string;
  readonly state: JobState;
}

/** @throws JobStateError unless it has failed or was given up. */
export function expectRetryable({ state }: Job): void {
  if (!RETRIED.includes(state)) throw new JobStateError();
}

/** @throws JobStateError for an active or completed job; JobNeededError if something depends on it. */
export function expectDeletable({ state, type }: Job): void {
  if (KEPT.includes(state)) throw new JobStateError();
  if (isNeeded(type)) throw new JobNeededError();
}

/** Whether administrators may not delete messages of the type. */
export function isNeeded(type: string): boolean {
  return EVENTS.test(type) || NEEDED.has(type);
}

/** @throws QueueNotPausableError for queues that send one-time passwords. */
export function expectPausable(queue: string): void {
  if (queue.startsWith('codes.')) throw new QueueNotPausableError();
}
