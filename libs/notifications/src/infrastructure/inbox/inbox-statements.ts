import { NIL_UUID } from '@libs/kernel';
import { type Channel, NOTIFICATION_TYPES } from '../../domain/preferences/notification-preferences';
import { THIS_HOUR } from '../messages/statistics-rows';
import { TYPE_OF_MESSAGE, VISIBLE } from './publication-ids';

/** The statistics that tell openings apart, beside that of all. */
export const OPENED_BY: Readonly<Record<Channel, string | null>> = {
  in_app: null,
  push: 'push_opened',
  email: 'email_opened',
};

/**
 * Takes the items that were unread and are `touched` off the counts of the member `$1`, `$2`, `$3`, as far as they are
 * counted. The items are locked by then; this row comes after them. It is made if there is none, so that one who is about
 * to count them waits.
 */
const UNCOUNT = `uncounted AS (
    INSERT INTO notification_inboxes AS b (tenant_id, app_id, user_id, counted_through)
    SELECT $1, $2, $3, '${NIL_UUID}' WHERE EXISTS (SELECT FROM touched WHERE was_unread)
    ON CONFLICT (user_id, app_id) DO UPDATE SET ${NOTIFICATION_TYPES.map(
      (type) => `
      unread_${type} = b.unread_${type} - (SELECT count(*)::integer FROM touched t
        WHERE t.was_unread AND t.type = '${type}' AND t.id <= b.counted_through)`,
    ).join(',')}
    RETURNING 1
  )`;

/** The last lock that is taken, and in the same order by all. */
const tell = (counts: Readonly<Record<string, string>>, shard: string) => `told AS (
    INSERT INTO notification_statistics AS s (tenant_id, message_id, hour, shard, ${Object.keys(counts).join(', ')})
    SELECT $1, message_id, ${THIS_HOUR}, ${shard}, ${Object.values(counts).join(', ')}
      FROM touched WHERE (SELECT count(*) FROM uncounted) >= 0
     GROUP BY message_id ORDER BY message_id
    ON CONFLICT (tenant_id, message_id, hour, shard) DO UPDATE
      SET ${Object.keys(counts)
        .map((column) => `${column} = s.${column} + excluded.${column}`)
        .join(', ')}
  )`;

const READ_COUNT = `count(*) FILTER (WHERE was_unread)`;

const FOUND = `found AS MATERIALIZED (
    SELECT i.id, m.id AS message_id, ${TYPE_OF_MESSAGE} AS type
      FROM notification_inbox_items i
      JOIN notification_messages m ON m.tenant_id = $1 AND m.publication_id = i.id AND ${VISIBLE}
     WHERE i.tenant_id = $1 AND i.app_id = $2 AND i.user_id = $3 AND i.id = $4
  )`;

/** The member `$1`, `$2`, `$3` reads the item `$4`. */
export const READ = `
  WITH ${FOUND}, touched AS (
    UPDATE notification_inbox_items i SET read_at = now() FROM found f
     WHERE i.user_id = $3 AND i.id = f.id AND i.read_at IS NULL
    RETURNING i.id, f.message_id, f.type, true AS was_unread
  ), ${UNCOUNT}, ${tell({ read: READ_COUNT }, '$5')}
  SELECT FROM found`;

/** The same with what holds behind the lock of the item: whether it is unread is not to change until it is counted. */
const FOUND_AND_LOCKED = `found AS MATERIALIZED (
    SELECT i.id, i.read_at IS NULL AS was_unread, m.id AS message_id, ${TYPE_OF_MESSAGE} AS type
      FROM notification_inbox_items i
      JOIN notification_messages m ON m.tenant_id = $1 AND m.publication_id = i.id AND ${VISIBLE}
     WHERE i.tenant_id = $1 AND i.app_id = $2 AND i.user_id = $3 AND i.id = $4
       FOR UPDATE OF i
  )`;

/** The member opens the item `$4`, and so reads it. */
export const open = (channel: Channel) => {
  const column = OPENED_BY[channel];
  const counts = { read: READ_COUNT, opened: 'count(*)', ...(column === null ? {} : { [column]: 'count(*)' }) };
  return `
  WITH ${FOUND_AND_LOCKED}, touched AS (
    UPDATE notification_inbox_items i SET opened_at = now(), read_at = coalesce(i.read_at, now()) FROM found f
     WHERE i.user_id = $3 AND i.id = f.id AND i.opened_at IS NULL
    RETURNING i.id, f.message_id, f.type, f.was_unread
  ), ${UNCOUNT}, ${tell(counts, '$5')}
  SELECT FROM found`;
};

/** The member deletes the item `$4`. */
export const DELETE = `
  WITH ${FOUND}, touched AS (
    DELETE FROM notification_inbox_items i USING found f
     WHERE i.user_id = $3 AND i.id = f.id
    RETURNING i.id, f.type, i.read_at IS NULL AS was_unread
  ), ${UNCOUNT}
  SELECT FROM found`;

/**
 * The member reads what is unread of the next items behind `$4` and before `$5`, at most `$6` of all. Nothing is joined:
 * the planner may believe that there is one item where there are thousands, and would look at each of them for each.
 */
export const READ_NEXT = `
  WITH looked AS MATERIALIZED (
    SELECT i.id, i.app_id, i.read_at FROM notification_inbox_items i
     WHERE i.tenant_id = $1 AND i.user_id = $3 AND i.id > $4 AND i.id < $5 ORDER BY i.id LIMIT $6
  ), read AS (
    UPDATE notification_inbox_items i SET read_at = now()
     WHERE i.user_id = $3 AND i.read_at IS NULL AND i.id = ANY (ARRAY(
       SELECT l.id FROM looked l
        WHERE l.app_id = $2 AND l.read_at IS NULL
          AND (SELECT count(*) > 0 FROM notification_messages m
                WHERE m.tenant_id = $1 AND m.publication_id = l.id AND ${VISIBLE})))
    RETURNING i.id
  ), touched AS MATERIALIZED (
    SELECT r.id, of_it.message_id, of_it.type, true AS was_unread
      FROM read r
     CROSS JOIN LATERAL (
       SELECT m.id AS message_id, ${TYPE_OF_MESSAGE} AS type FROM notification_messages m
        WHERE m.tenant_id = $1 AND m.publication_id = r.id OFFSET 0) of_it
  ), ${UNCOUNT}, ${tell({ read: READ_COUNT }, '$7')}
  SELECT (SELECT count(*)::integer FROM looked) AS looked, (SELECT id FROM looked ORDER BY id DESC LIMIT 1) AS last`;
