import { MAX_ATTEMPTS } from './outbox-message';

/** The number of attempts that ended with their process after which a message is a suspect. */
const SUSPECT_AFTER = 2;

export const WAITING = 'completed_at IS NULL AND dead_at IS NULL';

/** Attempts that ended with their process, including one that was begun and whose lease has expired. */
const LOST = '(lost + (begun_at IS NOT NULL)::integer)';

/** The fields of `LanedMessage`, except for `hangs`. */
const COLUMNS = `o.id, o.tenant_id AS "tenantId", o.app_id AS "appId", o.type, o.data, o.created_at AS "createdAt",
  o.attempts, o.attempts - o.attempts_before AS attempt, o.lane, o.lost, o.traceparent`;

const LOST_FOR_GOOD = `the process ended ${MAX_ATTEMPTS} times while this message was handled`;

/**
 * SQL condition that a queue, which is a family of lanes, is not paused by the tenant's administrators. Whether there are
 * any pauses is looked up once a statement, as there are mostly none.
 */
export function isNotPaused(tenantId: string, queue: string): string {
  return `((SELECT queue FROM outbox_pauses ORDER BY tenant_id, queue LIMIT 1) IS NULL OR (
    SELECT p.queue FROM outbox_pauses p WHERE p.tenant_id = ${tenantId} AND p.queue = ${queue}) IS NULL)`;
}

function isOfNoPause(message: string): string {
  return isNotPaused(`${message}.tenant_id`, `split_part(${message}.lane, ':', 1)`);
}

/**
 * All pairs of lane and tenant with waiting messages, by hops along the index (a loose index scan).
 *
 * @param pairs the name of the recursive common table expression that this is the text of.
 */
export const hopsOf = (pairs: string): string => `
    (SELECT lane, tenant_id FROM outbox_messages WHERE ${WAITING} ORDER BY lane, tenant_id LIMIT 1)
    UNION ALL
    SELECT following.lane, following.tenant_id
      FROM ${pairs} q CROSS JOIN LATERAL (
        SELECT m.lane, m.tenant_id FROM outbox_messages m
         WHERE ${WAITING} AND (m.lane, m.tenant_id) > (q.lane, q.tenant_id)
         ORDER BY m.lane, m.tenant_id LIMIT 1) following`;

/** Milliseconds until the next message is due. */
export const NEXT_DUE = `
  WITH RECURSIVE queues AS (${hopsOf('queues')})
  SELECT (extract(epoch FROM min(next.available_at) - clock_timestamp()) * 1000)::float8 AS ms
    FROM queues q CROSS JOIN LATERAL (
      SELECT available_at FROM outbox_messages
       WHERE lane = q.lane AND tenant_id = q.tenant_id AND ${WAITING} ORDER BY available_at LIMIT 1) next`;

/**
 * Takes due messages of all lanes that have places, in one round trip.
 *
 * The cost does not depend on the number of waiting messages (`hopsOf`). In each family tenants take turns, those with
 * more messages under way come later, and no tenant takes more than its share of the places, in however many lanes.
 *
 * A begun message with an expired lease has lost its process. A message that lost two is a suspect: it may be the cause.
 * Suspects are begun one at a time, whatever their lanes, in ascending order of losses, and are given up after eight
 * attempts. A message that merely ran beside the cause is thus tried apart from it before its own count grows.
 *
 * Lanes whose target hung have the places of another family, and none while they rest. A lane with a message in a slow
 * place begins no other message meanwhile.
 *
 * $1-$5 the families of lanes with the places of a lane, of all lanes together and of a tenant, and whether messages are
 * begun with this claim; $6-$9 messages under way by lane and tenant, and the family whose places they take; $10 whether
 * a suspect may be taken; $11, $12 seconds of the leases of begun messages and of messages for a queue.
 */
export const CLAIM = `
  WITH RECURSIVE queues AS (${hopsOf('queues')}), families AS (
    SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::boolean[])
                  AS f (family, places, together, share, is_begun)
  ), busy AS (
    SELECT * FROM unnest($6::text[], $7::uuid[], $8::integer[], $9::text[]) AS b (lane, tenant_id, messages, family)
  ), in_families AS MATERIALIZED (
    SELECT family, sum(messages)::integer AS messages FROM busy GROUP BY family
  ), of_tenants AS MATERIALIZED (
    SELECT family, tenant_id, sum(messages)::integer AS messages FROM busy GROUP BY family, tenant_id
  ), in_lanes AS MATERIALIZED (
    SELECT lane, sum(messages)::integer AS messages, bool_or(family LIKE '%?') AS is_slow FROM busy GROUP BY lane
  ), in_lanes_of_tenants AS MATERIALIZED (
    SELECT lane, tenant_id, sum(messages)::integer AS messages FROM busy GROUP BY lane, tenant_id
  ), places AS MATERIALIZED (
    SELECT q.lane, q.tenant_id, coalesce(s.hangs, 0) AS hangs,
           split_part(q.lane, ':', 1) || CASE WHEN s.hangs IS NULL THEN '' ELSE '?' END AS family
      FROM queues q LEFT JOIN LATERAL (
        SELECT hangs, rests_until FROM outbox_slow_lanes WHERE tenant_id = q.tenant_id AND lane = q.lane LIMIT 1) s ON true
     WHERE coalesce(s.rests_until <= now(), true) AND ${isOfNoPause('q')}
  ), free AS (
    SELECT q.lane, q.tenant_id, q.hangs, f.family, f.is_begun, f.share, here.of_tenant, here.of_tenant_in_lane,
           f.places - here.in_lane AS in_lane, f.together - here.in_family AS in_family,
           least(f.places - here.in_lane, f.together - here.in_family, f.share - here.of_tenant) AS places
      FROM places q
      JOIN families f ON f.family = q.family
      LEFT JOIN in_families bf ON bf.family = q.family
      LEFT JOIN of_tenants bt ON bt.family = q.family AND bt.tenant_id = q.tenant_id
      LEFT JOIN in_lanes bl ON bl.lane = q.lane
      LEFT JOIN in_lanes_of_tenants bo ON bo.lane = q.lane AND bo.tenant_id = q.tenant_id
     CROSS JOIN LATERAL (
       SELECT coalesce(bf.messages, 0) AS in_family, coalesce(bt.messages, 0) AS of_tenant,
              CASE WHEN bl.is_slow THEN f.places ELSE coalesce(bl.messages, 0) END AS in_lane, coalesce(bo.messages, 0) AS of_tenant_in_lane) here
  ), due AS (
    SELECT f.*, m.id, m.available_at,
           f.of_tenant_in_lane + row_number() OVER (PARTITION BY f.lane, f.tenant_id ORDER BY m.available_at) AS turn_in_lane
      FROM free f CROSS JOIN LATERAL (
        SELECT id, available_at FROM outbox_messages
         WHERE lane = f.lane AND tenant_id = f.tenant_id AND ${WAITING}
           AND available_at <= now() AND ${LOST} < ${SUSPECT_AFTER}
         ORDER BY available_at LIMIT greatest(f.places, 0) FOR UPDATE SKIP LOCKED) m
     WHERE f.places > 0
  ), shares AS (
    SELECT due.*,
           of_tenant + row_number() OVER (PARTITION BY family, tenant_id ORDER BY turn_in_lane, available_at) AS turn
      FROM due
  ), turns AS (
    SELECT shares.*, row_number() OVER (PARTITION BY lane ORDER BY turn, available_at) AS place_in_lane,
           row_number() OVER (PARTITION BY family ORDER BY turn, available_at) AS place_in_family
      FROM shares
  ), suspect AS (
    SELECT s.tenant_id, s.id FROM outbox_messages s
     WHERE ${WAITING} AND lost > 0 AND ${LOST} >= ${SUSPECT_AFTER} AND available_at <= now()
       AND split_part(lane, ':', 1) = ANY ($1) AND ${isOfNoPause('s')}
     ORDER BY lost, available_at LIMIT ($10::boolean)::integer FOR UPDATE SKIP LOCKED
  ), taken AS (
    SELECT tenant_id, id, is_begun, hangs FROM turns
     WHERE turn <= share AND place_in_lane <= in_lane AND place_in_family <= in_family
    UNION ALL
    SELECT tenant_id, id, true, 0 FROM suspect
  )
  UPDATE outbox_messages o
     SET lost = ${LOST},
         attempts = o.attempts + (t.is_begun AND ${LOST} < ${MAX_ATTEMPTS})::integer,
         begun_at = CASE WHEN t.is_begun AND ${LOST} < ${MAX_ATTEMPTS} THEN now() END,
         dead_at = CASE WHEN ${LOST} >= ${MAX_ATTEMPTS} THEN now() END,
         last_error = CASE WHEN ${LOST} >= ${MAX_ATTEMPTS} THEN '${LOST_FOR_GOOD}' ELSE o.last_error END,
         is_queued = NOT t.is_begun,
         available_at = now() + make_interval(secs => CASE WHEN t.is_begun THEN $11::float8 ELSE $12::float8 END)
    FROM taken t
   WHERE o.tenant_id = t.tenant_id AND o.id = t.id
  RETURNING ${COLUMNS}, t.hangs, o.begun_at IS NOT NULL AS begun, o.dead_at IS NOT NULL AS dead`;

/**
 * Begins a message from a queue, unless another attempt was made since it was queued, or the queue was paused.
 */
export const BEGIN = `
  UPDATE outbox_messages o
     SET attempts = o.attempts + 1, begun_at = now(), is_queued = false,
         available_at = now() + make_interval(secs => $4::float8)
   WHERE o.tenant_id = $1 AND o.id = $2 AND o.attempts = $3 AND o.begun_at IS NULL AND ${WAITING}
     AND ${isOfNoPause('o')}
  RETURNING ${COLUMNS}, 0 AS hangs`;

/** Renews the leases of messages under way, except for those that another process took meanwhile. */
export const EXTEND = `
  UPDATE outbox_messages o SET available_at = now() + make_interval(secs => $4::float8)
    FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS m (tenant_id, id, attempt)
   WHERE o.tenant_id = m.tenant_id AND o.id = m.id AND o.attempts = m.attempt AND o.begun_at IS NOT NULL AND ${WAITING}`;

/** Releases messages, which are due again at once. */
export const RELEASE = `
  UPDATE outbox_messages o SET available_at = now(), begun_at = NULL
    FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS m (tenant_id, id, attempt)
   WHERE o.tenant_id = m.tenant_id AND o.id = m.id AND o.attempts = m.attempt AND ${WAITING}`;
