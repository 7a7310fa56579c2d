import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class UnsubscribeLinkInvalidError extends domainError(
  'invalid',
  'NOTIFICATIONS.UNSUBSCRIBE.INVALID',
  'Unsubscribe link invalid',
  TEXTS,
) {}
