import type { components } from '../../api/schema';

type Schemas = components['schemas'];
export type Job = Schemas['AdminJobResponse'];
export type Queue = Schemas['AdminJobQueueResponse'];
type State = Schemas['JobState'];

export const STATES = ['ready', 'delayed', 'active', 'failed', 'dead', 'completed'] as const satisfies readonly State[];

/** States of which the API counts the jobs of a queue. */
export const COUNTED = ['ready', 'delayed', 'active', 'failed', 'dead'] as const satisfies readonly State[];

export const QUEUES = [
  ...(['codes.requests', 'codes.mail', 'codes.sms', 'mail', 'sms', 'scanner', 'storage', 'push', 'webhooks'] as const),
  ...(['notifications.mail', 'exports', 'notifications.fan_out', 'default'] as const),
] satisfies readonly Schemas['JobQueue'][];

export const TONES = {
  ready: 'neutral',
  delayed: 'neutral',
  active: 'primary',
  failed: 'warning',
  dead: 'danger',
  completed: 'success',
} as const satisfies Record<State, string>;

export const OUTCOME_TONES = {
  ok: 'success',
  failed: 'danger',
  behind: 'warning',
  running: 'primary',
} as const satisfies Record<Schemas['JobScheduleOutcome'], string>;

/** While the page is visible. */
export const POLL_MS = 3_000;

/** The queues that send codes are never paused. */
export function isPausable({ name }: Pick<Queue, 'name'>): boolean {
  return !name.startsWith('codes.');
}

export function isRetryable({ state }: Pick<Job, 'state'>): boolean {
  return state === 'failed' || state === 'dead';
}

/** As far as its state is concerned: of some types none may be deleted, which the API says. */
export function isDeletable({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'active' && state !== 'completed';
}
