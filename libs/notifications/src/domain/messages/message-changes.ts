import { changesIn, type FieldError, initialOf, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { audienceProblems } from '../audience/audience';
import { CHANNELS } from '../preferences/notification-preferences';
import { actionProblem, timeProblems } from './message-rules';
import {
  type MessageChanges,
  type MessageKind,
  type MessageSettings,
  messageSettings,
  type NewMessage,
} from './message-settings';
import { bodyProblems, titleProblems } from './message-texts';

interface Circumstances {
  readonly kind: MessageKind;
  /** Of the App: title and body must at least be there in it. */
  readonly defaultLocale: SupportedLocale;
  readonly now: Date;
}

/** @throws ValidationFailedError as `changedSettings`. */
export function newSettings(circumstances: Circumstances, input: NewMessage): MessageSettings {
  const { title, body } = input;
  return changedSettings(circumstances, { ...initialOf(messageSettings), title, body }, input);
}

/**
 * The settings after the changes. What does not change is not checked again: a time that has passed meanwhile stays.
 *
 * @throws ValidationFailedError naming the fields that cannot be so. Notices have no type, messages need one.
 */
export function changedSettings(
  { kind, defaultLocale, now }: Circumstances,
  present: MessageSettings,
  changes: MessageChanges,
): MessageSettings {
  const next = { ...present, ...changesIn(messageSettings, changes) };
  const errors: FieldError[] = [];
  if (kind === 'message' && next.messageType === null) errors.push({ field: 'message_type', code: 'required' });
  if (kind === 'notice' && changes.messageType !== undefined) {
    errors.push({ field: 'message_type', code: 'unknown_field' });
  }
  if (changes.title) errors.push(...titleProblems(changes.title, defaultLocale));
  if (changes.body) errors.push(...bodyProblems(changes.body, defaultLocale));
  if (changes.audience) errors.push(...audienceProblems(changes.audience));
  if (changes.action) errors.push(...actionProblem(changes.action));
  errors.push(...timeProblems(present, next, now));
  if (errors.length > 0) throw new ValidationFailedError(errors);
  const { userIds } = next.audience;
  return {
    ...next,
    audience: { ...next.audience, userIds: [...new Set(userIds)] },
    channels: CHANNELS.filter((channel) => channel === 'in_app' || next.channels.includes(channel)),
  };
}
