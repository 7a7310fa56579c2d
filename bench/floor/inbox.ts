import type pg from 'pg';
import type { Tokens } from '../data/tokens';
import { IS_SESSION, LIVE_MEMBER, memberOf, sessionValues } from './bearers';
import { answer, type Routes, UNAUTHORIZED } from './http';

interface ItemRow {
  readonly id: string;
  readonly kind: string;
  readonly message_type: string | null;
  readonly title: string;
  readonly body: string;
  readonly action: object | null;
  readonly published_at: Date;
  readonly read_at: Date | null;
  readonly opened_at: Date | null;
}

const LIMIT = 20;

const VISIBLE = `m.tenant_id = i.tenant_id AND m.publication_id = i.id AND m.recalled_at IS NULL
  AND (m.expires_at IS NULL OR m.expires_at > now())`;

/** Whether the session lives, and the page, in one statement. */
const PAGE = {
  name: 'inbox',
  text: `SELECT i.id, m.kind, m.message_type, coalesce(m.title ->> 'zh-CN', m.title ->> 'en-US') AS title,
                coalesce(m.body ->> 'zh-CN', m.body ->> 'en-US') AS body, m.action, m.published_at, i.read_at, i.opened_at
           FROM notification_inbox_items i JOIN notification_messages m ON ${VISIBLE}
          WHERE i.tenant_id = $1 AND i.user_id = $3 AND i.app_id = $4 AND EXISTS (SELECT FROM ${LIVE_MEMBER} WHERE ${IS_SESSION})
          ORDER BY i.id DESC LIMIT ${LIMIT + 1}`,
};

/** The same with the counts: those that are kept, and what came later. */
const COUNT = {
  name: 'unread-count',
  text: `WITH kept AS MATERIALIZED (
           SELECT * FROM notification_inboxes WHERE user_id = $3 AND app_id = $4
         ), later AS MATERIALIZED (
           SELECT coalesce(m.message_type, 'notice') AS type
             FROM notification_inbox_items i JOIN notification_messages m ON ${VISIBLE}
            WHERE i.tenant_id = $1 AND i.user_id = $3 AND i.app_id = $4 AND i.read_at IS NULL
              AND i.id > coalesce((SELECT counted_through FROM kept), '00000000-0000-0000-0000-000000000000')
         )
         SELECT ${['notice', 'system', 'private', 'marketing', 'security']
           .map(
             (type) =>
               `(coalesce((SELECT unread_${type} FROM kept), 0) + count(*) FILTER (WHERE type = '${type}'))::integer AS ${type}`,
           )
           .join(', ')}
           FROM later WHERE EXISTS (SELECT FROM ${LIVE_MEMBER} WHERE ${IS_SESSION})`,
};

export function inboxRoutes(pool: pg.Pool, tokens: Tokens): Routes {
  return {
    'GET /api/v1/me/notifications': async (request) => {
      const member = memberOf(request, tokens);
      if (!member) return UNAUTHORIZED;
      const { rows } = await pool.query<ItemRow>({ ...PAGE, values: sessionValues(member) });
      const items = rows.slice(0, LIMIT).map(itemOf);
      return answer({ items, next_cursor: rows.length > LIMIT ? String(items.at(-1)?.id) : null });
    },
    'GET /api/v1/me/notifications/unread-count': async (request) => {
      const member = memberOf(request, tokens);
      if (!member) return UNAUTHORIZED;
      const { rows } = await pool.query<Record<string, number>>({ ...COUNT, values: sessionValues(member) });
      const by_type = rows[0] ?? {};
      return answer({ unread_count: Object.values(by_type).reduce((sum, count) => sum + count, 0), by_type });
    },
  };
}

function itemOf(row: ItemRow) {
  return {
    id: row.id,
    kind: row.kind,
    message_type: row.message_type,
    title: row.title,
    body: row.body,
    action: row.action,
    delivered_at: row.published_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    opened_at: row.opened_at?.toISOString() ?? null,
  };
}
