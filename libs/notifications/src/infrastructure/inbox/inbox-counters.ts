import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { NIL_UUID } from '@libs/kernel';
import { NOTIFICATION_TYPES, type NotificationType } from '../../domain/preferences/notification-preferences';
import type { Membership } from '../preferences/preference-store';
import { idAt, TYPE_OF_MESSAGE, VISIBLE } from './publication-ids';

export type UnreadCounts = Readonly<Record<NotificationType, number>>;

/** A count that looked at more rows than this leaves them in the member's row, for the next. */
const FOLDED_FROM = 64;
/** Longer than any transaction that publishes something may take. */
const SETTLED_AFTER = '5 minutes';

const KEY = `hashtextextended('notification inboxes ' || $1::text, 0)`;

/** By a withdrawal, until the end of its transaction: what it deletes is not counted by anybody meanwhile. */
export const LOCK_INBOXES = `SELECT pg_advisory_xact_lock(${KEY})`;
const MAY_FOLD = `SELECT pg_try_advisory_xact_lock_shared(${KEY}) AS may`;

/**
 * Below it nothing arrives any more in the App `$1`, `$2`: whatever was published before it has been written into all
 * inboxes.
 */
const SETTLED = `
  SELECT least(${idAt(`now() - interval '${SETTLED_AFTER}'`)},
               (SELECT f.publication_id FROM notification_fan_outs f
                 WHERE f.tenant_id = $1 AND f.app_id = $2 AND f.finished_at IS NULL
                 ORDER BY f.publication_id LIMIT 1)) AS id`;

const perType = (expression: (type: NotificationType) => string) =>
  NOTIFICATION_TYPES.map((type) => `${expression(type)} AS ${type}`).join(', ');

/**
 * The kept counts, and those of the items that came later. The position stands by itself: within a comparison the planner
 * takes `coalesce` for what might tell rows of other tenants, and would read the whole inbox.
 */
const COUNT = `
  WITH kept AS MATERIALIZED (
    SELECT * FROM notification_inboxes WHERE tenant_id = $1 AND user_id = $3 AND app_id = $2
  ), position AS MATERIALIZED (
    SELECT coalesce((SELECT counted_through FROM kept), '${NIL_UUID}') AS id
  ), settled AS MATERIALIZED (${SETTLED}), later AS MATERIALIZED (
    SELECT i.id, i.read_at IS NULL AND i.app_id = $2 AND m.id IS NOT NULL AND ${VISIBLE} AS is_unread,
           ${TYPE_OF_MESSAGE} AS type
      FROM notification_inbox_items i
      LEFT JOIN notification_messages m ON m.tenant_id = $1 AND m.publication_id = i.id
     WHERE i.tenant_id = $1 AND i.user_id = $3
       AND i.id > (SELECT p.id FROM position p)
  )
  SELECT ${perType(
    (type) =>
      `(coalesce((SELECT unread_${type} FROM kept), 0) + count(*) FILTER (WHERE is_unread AND type = '${type}'))::integer`,
  )},
         count(*) FILTER (WHERE id < (SELECT id FROM settled))::integer AS settled
    FROM later`;

/**
 * Whoever changes the member's items at the same time has this row after its item, and finds how far it was counted. None
 * is left for a membership that ends meanwhile.
 */
const TAKE = `
  INSERT INTO notification_inboxes AS b (tenant_id, app_id, user_id, counted_through)
  SELECT m.tenant_id, m.app_id, m.user_id, '${NIL_UUID}' FROM app_memberships m
   WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = $3 FOR KEY SHARE
      ON CONFLICT (user_id, app_id) DO UPDATE SET counted_through = b.counted_through`;

/**
 * Those that members no longer see are counted as well: they leave the count when they are removed, like all others. The
 * items of the member's other Apps are passed.
 */
const FOLD = `
  WITH later AS MATERIALIZED (
    SELECT i.id, i.read_at IS NULL AND i.app_id = $2 AND m.id IS NOT NULL AS is_unread, ${TYPE_OF_MESSAGE} AS type
      FROM notification_inbox_items i
      LEFT JOIN notification_messages m ON m.tenant_id = $1 AND m.publication_id = i.id
     WHERE i.tenant_id = $1 AND i.user_id = $3
       AND i.id > (SELECT counted_through FROM notification_inboxes WHERE tenant_id = $1 AND user_id = $3 AND app_id = $2)
       AND i.id < (SELECT s.id FROM (${SETTLED}) s)
  ), counted AS (
    SELECT (SELECT id FROM later ORDER BY id DESC LIMIT 1) AS through,
           ${perType((type) => `count(*) FILTER (WHERE is_unread AND type = '${type}')`)} FROM later
  )
  UPDATE notification_inboxes b
     SET counted_through = c.through, ${NOTIFICATION_TYPES.map((type) => `unread_${type} = b.unread_${type} + c.${type}`).join(', ')}
    FROM counted c
   WHERE b.tenant_id = $1 AND b.user_id = $3 AND b.app_id = $2 AND c.through IS NOT NULL`;

/** How many items a member has not read: at the same cost however large the inbox. */
@Injectable()
export class InboxCounters {
  constructor(private readonly database: Database) {}

  async unread(member: Membership): Promise<UnreadCounts> {
    const { tenantId, appId, userId } = member;
    const values = [tenantId, appId, userId];
    const [row] = await this.database.read<UnreadCounts & { settled: number }>(tenantId, COUNT, values);
    if (!row) throw new Error('A count has one row');
    if (row.settled > FOLDED_FROM) await this.fold(member);
    return row;
  }

  /**
   * Counts what has come since the last time into the member's row, as far as nothing can come before it any more. The
   * count is the same before and after it.
   */
  async fold({ tenantId, appId, userId }: Membership): Promise<void> {
    const member = [tenantId, appId, userId];
    await this.database.run(tenantId, async () => {
      const [answer] = await this.database.query<{ may: boolean }>(MAY_FOLD, [appId]);
      // Something is being withdrawn from these inboxes: another time.
      if (!answer?.may) return;
      await this.database.query(TAKE, member);
      // A statement of its own: it sees what was committed before the row was taken.
      await this.database.query(FOLD, member);
    });
  }
}
