import { withWireNames } from '@libs/kernel';
import type { ManagedMessage } from '../../infrastructure/messages/managed-messages';

const FIELDS = [
  'messageType',
  'title',
  'body',
  'channels',
  'action',
  'status',
  'scheduledAt',
  'expiresAt',
  'publishedAt',
  'publishedBy',
  'cancelledAt',
  'recalledAt',
  'recallReason',
] as const;

/** The fields of a notice or message that administrators change, with the keys of the wire. */
export function recordOf(message: ManagedMessage): object {
  const { audienceMode: mode, audienceUserIds: users, audienceFilter: filter } = message;
  const audience = { mode, user_ids: mode === 'users' ? users : null, filter: mode === 'filter' ? filter : null };
  return { ...withWireNames(message, FIELDS), audience };
}
