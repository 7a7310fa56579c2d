import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class NotificationStateError extends domainError(
  'conflict',
  'NOTIFICATIONS.STATE.INVALID',
  'Not possible in this state',
  TEXTS,
) {}

export class AudienceChangedError extends domainError(
  'conflict',
  'NOTIFICATIONS.AUDIENCE.CHANGED',
  'The audience has changed since the preview',
  TEXTS,
) {}
