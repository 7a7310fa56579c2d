import type pg from 'pg';
import type { Amounts } from './amounts';
import { idOf } from './seed';

/** One member, the first, has many more, each a message of its own. */
const ITEMS_OF_ONE = 50_000;

const TYPES = `(ARRAY[NULL, 'system', 'private', 'security'])[1 + n % 4]`;
/** Over the last half of a year. */
const PUBLISHED_AT = `now() - interval '1 hour' - n * interval '1 minute'`;

/** Publications to all members, of which they have read the older half, and the large inbox of one of them. */
export async function seedInboxes(client: pg.Client, { members, publications }: Amounts): Promise<void> {
  const ofOne = Math.min(ITEMS_OF_ONE, members * 50);
  const messages = (count: number, audience: string) => `
    INSERT INTO notification_messages (tenant_id, id, app_id, kind, message_type, origin, title, body, audience_mode, channels,
                                       status, publication_id, published_at)
    SELECT tenant_id, gen_random_uuid(), id, CASE WHEN ${TYPES} IS NULL THEN 'notice' ELSE 'message' END, ${TYPES}, 'admin',
           jsonb_build_object('zh-CN', '第' || n || '条消息', 'en-US', 'Message ' || n),
           jsonb_build_object('zh-CN', repeat('消息的正文。', 20), 'en-US', repeat('The text of the message. ', 12)),
           '${audience}', '{in_app}', 'published', uuidv7(${PUBLISHED_AT} - clock_timestamp()), ${PUBLISHED_AT}
      FROM apps, generate_series(1, ${count}) n WHERE is_default
    RETURNING tenant_id, id, app_id, publication_id`;
  await client.query(
    `WITH published AS (${messages(publications, 'all_members')}), numbered AS (
       SELECT p.*, row_number() OVER (ORDER BY publication_id) AS place FROM published p
     ), fan_outs AS (
       INSERT INTO notification_fan_outs (tenant_id, message_id, app_id, publication_id, recipients, finished_at)
       SELECT tenant_id, id, app_id, publication_id, ${members}, now() FROM published
     )
     INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id, read_at)
     SELECT p.tenant_id, p.app_id, ${idOf('user', 'm')}, p.publication_id, CASE WHEN p.place <= ${Math.floor(publications / 2)} THEN now() END
       FROM numbered p, generate_series(1, ${members}) m ORDER BY p.place, m`,
  );
  await client.query(
    `WITH published AS (${messages(ofOne, 'users')})
     INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id, read_at)
     SELECT tenant_id, app_id, ${idOf('user', '1')}, publication_id, now() FROM published ORDER BY publication_id`,
  );
}
