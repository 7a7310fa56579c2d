import { error } from '../../locales/texts';

export class UnsubscribeLinkInvalidError extends error(
  'invalid',
  'NOTIFICATIONS.UNSUBSCRIBE.INVALID',
  'Unsubscribe link invalid',
) {}
