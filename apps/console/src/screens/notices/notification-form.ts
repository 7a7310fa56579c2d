import type { components } from '../../api/schema';
import type { LocalizedText } from '../../parts/localized';
import type { Kind, Notification } from './kinds';

type Schemas = components['schemas'];

export interface NotificationValues {
  /** Null for notices, and until one is chosen for a message. */
  message_type: Schemas['MessageType'] | null;
  title: LocalizedText;
  body: LocalizedText;
  channels: Schemas['NotificationChannel'][];
  action: { type: Schemas['NotificationActionType']; target: string };
  scheduled_at: string | null;
  expires_at: string | null;
}

export function emptyNotification(kind: Kind): NotificationValues {
  return {
    ...{ message_type: kind === 'message' ? 'system' : null, title: {}, body: {}, channels: ['in_app'] },
    ...{ action: { type: 'none', target: '' }, scheduled_at: null, expires_at: null },
  };
}

export function valuesOf(notification: Notification): NotificationValues {
  const { message_type, title, body, channels, action, scheduled_at, expires_at } = notification;
  return {
    ...{ message_type, title, body, channels, scheduled_at, expires_at },
    action: { type: action?.type ?? 'none', target: action?.target ?? '' },
  };
}

/** As the API takes it: a notice has no type, and an action that opens nothing is none. */
export function bodyOf({ message_type, action, ...others }: Partial<NotificationValues>): object {
  return {
    ...others,
    ...(message_type ? { message_type } : {}),
    ...(action ? { action: action.type === 'none' ? null : { type: action.type, target: action.target.trim() } } : {}),
  };
}

/** Whether its time has passed, so that publishing it is refused. */
export function isPast(instant: string | null, now = Date.now()): boolean {
  return instant !== null && Date.parse(instant) <= now;
}
