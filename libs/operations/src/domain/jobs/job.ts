import { domainError } from '@libs/kernel';

export const JOB_STATES = ['ready', 'delayed', 'active', 'failed', 'dead', 'completed'] as const;

export type JobState = (typeof JOB_STATES)[number];

export class JobStateError extends domainError(
  'conflict',
  'OPERATIONS.JOB.STATE',
  'The state of the job does not permit it',
  {
    'zh-CN': '任务的当前状态不允许此操作，请重新读取任务。只有失败或死信任务可以重试，执行中或已完成的任务不能删除。',
    'zh-TW': '任務的目前狀態不允許此操作，請重新讀取任務。只有失敗或死信任務可以重試，執行中或已完成的任務不能刪除。',
    'en-US':
      'Read the job again: only failed and dead ones can be retried, and active and completed ones cannot be deleted.',
    'ja-JP':
      'ジョブを再取得してください。再試行できるのは失敗または中止されたジョブだけで、実行中や完了済みのジョブは削除できません。',
  },
) {}

export class JobNeededError extends domainError('conflict', 'OPERATIONS.JOB.NEEDED', 'The job cannot be deleted', {
  'zh-CN': '删除此类任务会使已作出的承诺无法兑现。请改为重试，或通过其所属资源取消。',
  'zh-TW': '刪除此類任務會使已作出的承諾無法兌現。請改為重試，或透過其所屬資源取消。',
  'en-US':
    'Something that was promised would never happen without a job of this type. Retry it, or cancel what it belongs to.',
  'ja-JP':
    'この種類のジョブを削除すると、約束された処理が行われなくなります。再試行するか、元のリソース側で取り消してください。',
}) {}

export class QueueNotPausableError extends domainError(
  'conflict',
  'OPERATIONS.QUEUE.NOT_PAUSABLE',
  'The queue cannot be paused',
  {
    'zh-CN': '此队列发送验证码，暂停后用户将无法登录，因此不能暂停。',
    'zh-TW': '此佇列發送驗證碼，暫停後使用者將無法登入，因此不能暫停。',
    'en-US': 'Nobody could sign in by a code while this queue is paused.',
    'ja-JP': 'このキューを停止するとコードでサインインできなくなるため、停止できません。',
  },
) {}

/** Events, which tell other systems and contexts what happened: a webhook, or what has to be removed, follows from them. */
const EVENTS =
  /^(?:api_client|app|article|legal|member|message|notice|notification|push|release|sessions?|sms|user|webhooks?)\./;

/**
 * Messages whose loss nobody would notice, or could make good: contents that are to be removed or scanned, archives that
 * members asked for, what members are told of changes to their accounts, and publications, which are cancelled where they
 * were made.
 */
const NEEDED: ReadonlySet<string> = new Set([
  ...['files.content_released', 'files.scan_requested', 'articles.due'],
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

/** @throws JobStateError while it is being worked on and when it is done; JobNeededError if something depends on it. */
export function expectDeletable({ state, type }: Job): void {
  if (KEPT.includes(state)) throw new JobStateError();
  if (isNeeded(type)) throw new JobNeededError();
}

/** Whether administrators may not delete messages of the type. */
export function isNeeded(type: string): boolean {
  return EVENTS.test(type) || NEEDED.has(type);
}

/** @throws QueueNotPausableError for those that send codes. */
export function expectPausable(queue: string): void {
  if (queue.startsWith('codes.')) throw new QueueNotPausableError();
}
