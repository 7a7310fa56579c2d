import { newId, newIdAt } from '@libs/kernel';

type Texts = Readonly<Record<string, string>>;
type Query = (text: string, values: unknown[]) => Promise<unknown>;

interface Scope {
  readonly tenantId: string;
  readonly appId: string;
}

/** A published notice or message, as it is to be stored. */
export interface StoredMessage {
  readonly id: string;
  readonly publicationId: string;
  /** Null for a notice. */
  readonly messageType: 'system' | 'private' | 'marketing' | 'security' | null;
  readonly origin: 'admin' | 'product';
  readonly title: Texts;
  readonly body: Texts;
  readonly audience: {
    readonly mode: 'all_members' | 'users' | 'filter';
    readonly userIds: readonly string[];
    readonly filter: object;
  };
  readonly channels: readonly string[];
  readonly action: object | null;
  readonly publishedAt: Date;
  readonly expiresAt: Date | null;
}

export const ALL_MEMBERS = { mode: 'all_members', userIds: [], filter: {} } as const;

export function onlyTo(...userIds: string[]): StoredMessage['audience'] {
  return { mode: 'users', userIds, filter: {} };
}

export function aMessage(changes: Partial<StoredMessage> = {}): StoredMessage {
  const publishedAt = changes.publishedAt ?? new Date();
  return {
    id: newId(),
    publicationId: newIdAt(publishedAt),
    messageType: 'system',
    origin: 'admin',
    title: { 'en-US': 'Title', 'zh-CN': '标题' },
    body: { 'en-US': 'Text', 'zh-CN': '正文' },
    audience: ALL_MEMBERS,
    channels: ['in_app'],
    action: null,
    publishedAt,
    expiresAt: null,
    ...changes,
  };
}

/** Stores published messages, as publishing them does, with their fan-outs; and has these begin. */
export async function publishMessages(query: Query, scope: Scope, ...messages: StoredMessage[]): Promise<void> {
  await query(`${STORE} SELECT`, [scope.tenantId, scope.appId, JSON.stringify(messages)]);
}

/** Stores messages whose fan-outs are over, with items of the members. */
export async function deliverMessages(
  query: Query,
  scope: Scope,
  userIds: readonly string[],
  ...messages: StoredMessage[]
): Promise<void> {
  await query(DELIVER, [scope.tenantId, scope.appId, JSON.stringify(messages), userIds]);
}

const GIVEN = `
  WITH given AS MATERIALIZED (
    SELECT g.* FROM jsonb_to_recordset($3) AS g (
      id uuid, "publicationId" uuid, "messageType" text, origin text, title jsonb, body jsonb, audience jsonb,
      channels jsonb, action jsonb, "publishedAt" timestamptz, "expiresAt" timestamptz)
  ), messages AS (
    INSERT INTO notification_messages (tenant_id, id, app_id, kind, message_type, origin, title, body, audience_mode,
                                       audience_user_ids, audience_filter, channels, action, status, expires_at,
                                       publication_id, published_at)
    SELECT $1, id, $2, CASE WHEN "messageType" IS NULL THEN 'notice' ELSE 'message' END, "messageType", origin, title, body,
           audience ->> 'mode', ARRAY(SELECT jsonb_array_elements_text(audience -> 'userIds')::uuid), audience -> 'filter',
           ARRAY(SELECT jsonb_array_elements_text(channels)), nullif(action, 'null'), 'published', "expiresAt",
           "publicationId", "publishedAt"
      FROM given
  )`;

const STORE = `${GIVEN}, fan_outs AS (
    INSERT INTO notification_fan_outs (tenant_id, message_id, app_id, publication_id)
    SELECT $1, id, $2, "publicationId" FROM given
  ), outbox AS (
    INSERT INTO outbox_messages (tenant_id, id, app_id, type, data, lane)
    SELECT $1, gen_random_uuid(), $2, 'notifications.fan_out', jsonb_build_object('message_id', id), 'notifications.fan_out'
      FROM given
  )`;

const DELIVER = `${GIVEN}, fan_outs AS (
    INSERT INTO notification_fan_outs (tenant_id, message_id, app_id, publication_id, recipients, finished_at)
    SELECT $1, id, $2, "publicationId", cardinality($4::uuid[]), now() FROM given
  )
  INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id)
  SELECT $1, $2, u.id, g."publicationId" FROM given g, unnest($4::uuid[]) AS u (id)`;

/** Members of the App, active for an hour, without anything to sign in with. @returns their ids, in order. */
export async function insertMembers(query: Query, { tenantId, appId }: Scope, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId).sort();
  await query(
    `WITH people AS (
       INSERT INTO users (tenant_id, id, status) SELECT $1, id, 'active' FROM unnest($3::uuid[]) AS u (id)
     )
     INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
     SELECT $1, $2, id, 'active', now() - interval '1 hour' FROM unnest($3::uuid[]) AS u (id)`,
    [tenantId, appId, ids],
  );
  return ids;
}
