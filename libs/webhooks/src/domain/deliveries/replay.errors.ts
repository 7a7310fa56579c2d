import { error } from '../../locales/texts';

export class ReplaysWaitingError extends error(
  'conflict',
  'WEBHOOKS.REPLAY.WAITING',
  'Too many events still wait to be sent again',
) {}
