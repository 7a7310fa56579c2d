import type { Channel } from '../../domain/preferences/notification-preferences';
import { THIS_HOUR } from '../messages/statistics-rows';
import { OPENED_BY } from './inbox-statements';
import { VISIBLE } from './publication-ids';

/**
 * What the member `$1`, `$2`, `$3` has of the publication `$4` by push or mail alone: its pushes and mails, for as long as
 * they are kept. All of the member's are read by their index, and no other of the message.
 */
export const FOUND_OUTSIDE = `message AS MATERIALIZED (
    SELECT m.id FROM notification_messages m
     WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.publication_id = $4 AND ${VISIBLE}
  ), found AS MATERIALIZED (
    SELECT d.id, d.message_id, d.read_at, d.opened_at
      FROM (SELECT id, message_id, read_at, opened_at, is_outside_inbox, status FROM notification_deliveries
             WHERE tenant_id = $1 AND user_id = $3 OFFSET 0) d
     WHERE d.message_id = (SELECT id FROM message) AND d.is_outside_inbox AND d.status <> 'dropped'
  )`;

/** In one order, so that two that do it at once do not wait for each other in a circle. */
const update = (changes: string, condition: string) => `touched AS (
    UPDATE notification_deliveries d SET ${changes}
     WHERE d.tenant_id = $1 AND d.id = ANY (ARRAY(SELECT id FROM found ORDER BY id)) AND ${condition}
    RETURNING d.message_id
  )`;

/** No count of unread ones has it, and it is none of those that were delivered to inboxes and read there. */
export const READ_OUTSIDE = `
  WITH ${FOUND_OUTSIDE}, ${update('read_at = now()', 'd.read_at IS NULL')}
  SELECT FROM found LIMIT 1`;

/** @param channel from which it was opened: the first time counts in the statistics. */
export const openOutside = (channel: Channel) => {
  const counts = ['opened', OPENED_BY[channel]].filter((column) => column !== null);
  return `
  WITH ${FOUND_OUTSIDE},
  ${update('opened_at = now(), read_at = coalesce(d.read_at, now())', 'd.opened_at IS NULL')}, told AS (
    INSERT INTO notification_statistics AS s (tenant_id, message_id, hour, shard, ${counts.join(', ')})
    SELECT DISTINCT $1::uuid, message_id, ${THIS_HOUR}, $5::smallint, ${counts.map(() => '1').join(', ')} FROM touched
    ON CONFLICT (tenant_id, message_id, hour, shard)
    DO UPDATE SET ${counts.map((column) => `${column} = s.${column} + 1`).join(', ')}
  )
  SELECT FROM found LIMIT 1`;
};

/** The member sees it no more. Pushes and mails that have not left yet do. */
export const DELETE_OUTSIDE = `
  WITH ${FOUND_OUTSIDE}, ${update('is_outside_inbox = false, read_at = NULL, opened_at = NULL', 'd.is_outside_inbox')}
  SELECT FROM found LIMIT 1`;
