import { error } from '../../locales/texts';

export class NotificationStateError extends error(
  'conflict',
  'NOTIFICATIONS.STATE.INVALID',
  'Not possible in this state',
) {}

export class AudienceChangedError extends error(
  'conflict',
  'NOTIFICATIONS.AUDIENCE.CHANGED',
  'The audience has changed since the preview',
) {}
