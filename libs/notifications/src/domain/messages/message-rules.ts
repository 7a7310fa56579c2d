import type { FieldError } from '@libs/kernel';
import type { MessageAction, MessageSettings } from './message-settings';

const MAX_SLUG_LENGTH = 100;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LAST_YEAR = 9999;

export function actionProblem({ type, target }: MessageAction): FieldError[] {
  const code = targetProblem(type, target);
  return code === null ? [] : [{ field: 'action.target', code }];
}

function targetProblem(type: MessageAction['type'], target: string | null): string | null {
  if (type === 'none') return target === null ? null : 'unknown_field';
  if (target === null) return 'required';
  if (type === 'url') return isWebAddress(target) ? null : 'not_web_address';
  return target.length <= MAX_SLUG_LENGTH && SLUG.test(target) ? null : 'not_slug';
}

function isWebAddress(text: string): boolean {
  // URL silently drops blanks and control characters: the stored value would not be the checked one.
  const url = /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** A time that does not change may have passed. */
export function timeProblems(
  present: Pick<MessageSettings, 'scheduledAt' | 'expiresAt'>,
  { scheduledAt, expiresAt }: Pick<MessageSettings, 'scheduledAt' | 'expiresAt'>,
  now: Date,
): FieldError[] {
  const isOther = {
    scheduled: scheduledAt?.getTime() !== present.scheduledAt?.getTime(),
    expires: expiresAt?.getTime() !== present.expiresAt?.getTime(),
  };
  const errors: FieldError[] = [];
  if (isOther.scheduled && scheduledAt) errors.push(...pastProblem('scheduled_at', scheduledAt, now));
  if (isOther.expires && expiresAt) errors.push(...pastProblem('expires_at', expiresAt, now));
  const isEarlier = scheduledAt !== null && expiresAt !== null && expiresAt <= scheduledAt;
  if (errors.length === 0 && (isOther.scheduled || isOther.expires) && isEarlier) {
    errors.push({ field: 'expires_at', code: 'before_schedule' });
  }
  return errors;
}

function pastProblem(field: string, time: Date, now: Date): FieldError[] {
  if (time.getUTCFullYear() > LAST_YEAR) return [{ field, code: 'not_instant' }];
  return time > now ? [] : [{ field, code: 'not_future' }];
}
