import {
  changedBy,
  type Changes,
  type FieldError,
  type SettingsChanges,
  type SupportedLocale,
  ValidationFailedError,
} from '@libs/kernel';
import { type Audience, audienceProblems } from '../audience/audience';
import { CHANNELS } from '../preferences/notification-preferences';
import { actionProblem, timeProblems } from './message-rules';
import type { MessageKind, MessageSettings } from './message-settings';
import { bodyProblems, titleProblems } from './message-texts';

/** Fields that every message must have: they have no default that null could reset them to. */
type IndispensableField = 'messageType' | 'title' | 'body';

/** Undefined fields stay as they are, null resets to the default. Audience and action are replaced as a whole. */
export type MessageChanges = Changes<Pick<MessageSettings, IndispensableField>> &
  SettingsChanges<Omit<MessageSettings, IndispensableField>>;

/** Notices have no type, messages need one. */
export type NewMessage = MessageChanges & Pick<MessageSettings, 'title' | 'body'>;

export const ALL_MEMBERS: Audience = { mode: 'all_members', userIds: [], filter: {} };

/** Those of a new message, with the defaults: for all members, in the inbox alone. */
export function initialSettings({
  messageType,
  title,
  body,
}: Pick<MessageSettings, IndispensableField>): MessageSettings {
  return {
    messageType,
    title,
    body,
    audience: ALL_MEMBERS,
    channels: ['in_app'],
    action: null,
    scheduledAt: null,
    expiresAt: null,
  };
}

interface Circumstances {
  readonly kind: MessageKind;
  /** Of the App: title and body must at least be there in it. */
  readonly defaultLocale: SupportedLocale;
  readonly now: Date;
}

/** @throws ValidationFailedError as `changedSettings`, and for a message without a type. */
export function newSettings(circumstances: Circumstances, input: NewMessage): MessageSettings {
  const initial = initialSettings({ ...input, messageType: input.messageType ?? null });
  const errors: FieldError[] = [];
  if (circumstances.kind === 'message' && initial.messageType === null) {
    errors.push({ field: 'message_type', code: 'required' });
  }
  return checked(circumstances, initial, input, errors);
}

/**
 * The settings after the changes. What does not change is not checked again: a time that has passed meanwhile stays.
 *
 * @throws ValidationFailedError naming the fields that cannot be so.
 */
export function changedSettings(
  circumstances: Circumstances,
  present: MessageSettings,
  changes: MessageChanges,
): MessageSettings {
  return checked(circumstances, present, changes, []);
}

function checked(
  { kind, defaultLocale, now }: Circumstances,
  present: MessageSettings,
  changes: MessageChanges,
  errors: FieldError[],
): MessageSettings {
  const next = changedBy<MessageSettings>(changes, present, initialSettings(present));
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
