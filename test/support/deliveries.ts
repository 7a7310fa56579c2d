import { newId, newIdAt, type SupportedLocale } from '@libs/kernel';
import { DeliveryQueue } from '../../libs/notifications/src/infrastructure/deliveries/delivery-queue';
import { PushRoutes } from '../../libs/notifications/src/infrastructure/push/push-routes';
import type { PushProvider, PushProviderName } from '../../libs/notifications/src/domain/push/push-provider';
import { later } from './time-travel';
import { anEmail, eventually, type TestApi } from './api';
import { queryAs } from './database';

interface NewRecipient {
  readonly token?: string;
  readonly email?: string;
  readonly locale?: SupportedLocale;
  readonly displayName?: string;
  readonly appId?: string;
}

export interface Recipient {
  readonly userId: string;
  readonly deviceId: string;
  readonly token: string;
  readonly email: string;
  readonly appId: string;
}

/** Members with a device and an address each, as they are after signing in and confirming. */
export async function recipients(api: TestApi, given: readonly NewRecipient[]): Promise<Recipient[]> {
  const all = given.map(({ token, email = anEmail(), appId = api.appId, locale = null, displayName = null }) => {
    const userId = newId();
    return { userId, deviceId: newId(), token: token ?? `good-${userId}`, email, appId, locale, displayName };
  });
  const rows = JSON.stringify(all);
  const from = `FROM jsonb_to_recordset($2::jsonb)
    AS r ("userId" uuid, "deviceId" uuid, token text, email text, "appId" uuid, locale text, "displayName" text)`;
  for (const insertion of [
    `INSERT INTO users (tenant_id, id, status, locale, display_name)
     SELECT $1, "userId", 'active', locale, "displayName" ${from}`,
    `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
     SELECT $1, gen_random_uuid(), "userId", 'email', email, now(), true ${from}`,
    `INSERT INTO app_memberships (tenant_id, user_id, app_id, status, joined_at)
     SELECT $1, "userId", "appId", 'active', now() ${from}`,
    `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, platform, push_provider, push_token, push_enabled,
                          push_registered_at)
     SELECT $1, "deviceId", "appId", "userId", gen_random_uuid(), 'ios', 'apns', token, true, now() ${from}`,
  ]) {
    await queryAs(api.urls.superuserUrl, insertion, [api.tenantId, rows]);
  }
  return all;
}

interface NewMessage {
  readonly channels?: readonly ('in_app' | 'push' | 'email')[];
  readonly messageType?: 'system' | 'private' | 'marketing' | 'security' | null;
  readonly title?: Partial<Record<SupportedLocale, string>>;
  readonly body?: Partial<Record<SupportedLocale, string>>;
  readonly action?: object | null;
  readonly expiresAt?: Date;
}

/** Publishes a message to members: the record, their inboxes, and the deliveries in one transaction. */
export async function publishTo(
  api: TestApi,
  members: readonly Pick<Recipient, 'userId' | 'appId'>[],
  message: NewMessage = {},
): Promise<string> {
  const { channels = ['in_app', 'push'], messageType = 'private', action = null, expiresAt = null } = message;
  const { title = { 'en-US': 'Hello' }, body = { 'en-US': 'Some *news*' } } = message;
  const { tenantId } = api;
  const appId = members[0]?.appId ?? api.appId;
  const id = newId();
  await api.database.run(tenantId, async () => {
    const publicationId = newIdAt(await api.database.now());
    await api.database.query(
      `INSERT INTO notification_messages (tenant_id, id, app_id, kind, message_type, origin, title, body, audience_mode,
                                          channels, action, status, publication_id, published_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, 'admin', $6, $7, 'users', $8, $9, 'published', $10, now(), $11)`,
      [
        ...[tenantId, id, appId, messageType === null ? 'notice' : 'message', messageType],
        ...[JSON.stringify(title), JSON.stringify(body), channels, action, publicationId, expiresAt],
      ],
    );
    const userIds = members.map(({ userId }) => userId).sort();
    await api.database.query(
      `INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id)
       SELECT $1, $2, unnest($3::uuid[]), $4`,
      [tenantId, appId, userIds, publicationId],
    );
    const through = userIds.at(-1) ?? newId();
    await api.get(DeliveryQueue).enqueue({
      tenantId,
      appId,
      messageId: id,
      publicationId,
      messageType,
      channels,
      after: null,
      through,
      userIds: null,
    });
  });
  return id;
}

/** Configures the provider of an App's devices, in place of what leads to a real one. */
export async function pushBy(api: TestApi, provider: PushProvider, appId = api.appId, name: PushProviderName = 'apns') {
  await queryAs(
    api.urls.superuserUrl,
    `INSERT INTO notification_push_providers (tenant_id, app_id, provider, enabled, config) VALUES ($1, $2, $3, true, '{}') ON CONFLICT DO NOTHING`,
    [api.tenantId, appId, name],
  );
  const routes = api.get(PushRoutes);
  const others = routes.find.bind(routes);
  routes.find = async (scope, deviceProvider) => {
    if (scope.appId !== appId) return others(scope, deviceProvider);
    const { paused_at, probe_at } = await pauseOf(api, appId);
    return { name, provider, isPaused: paused_at !== null, probeAt: probe_at };
  };
}

export async function pauseOf(api: TestApi, appId = api.appId) {
  const [row] = await queryAs<{ paused_at: Date | null; probe_at: Date | null; pause_reason: string | null }>(
    api.urls.superuserUrl,
    'SELECT paused_at, probe_at, pause_reason FROM notification_push_providers WHERE app_id = $1',
    [appId],
  );
  return row ?? { paused_at: null, probe_at: null, pause_reason: null };
}

export interface DeliveryRow {
  readonly id: string;
  readonly user_id: string;
  readonly route: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly provider_id: string | null;
  /** From now on. */
  readonly due_in_seconds: number;
}

export function deliveriesOf(api: TestApi, messageId: string): Promise<DeliveryRow[]> {
  return queryAs<DeliveryRow & Record<string, unknown>>(
    api.urls.superuserUrl,
    `SELECT id, user_id, route, status, attempts, last_error, provider_id,
            extract(epoch FROM available_at - now())::float8 AS due_in_seconds
       FROM notification_deliveries WHERE message_id = $1 ORDER BY user_id, route`,
    [messageId],
  );
}

/** Waits until all deliveries of the message are as asked for, and nothing is under way any more. */
export function deliveries(
  api: TestApi,
  messageId: string,
  areReady: (row: DeliveryRow) => boolean = ({ status }) => status !== 'pending',
): Promise<DeliveryRow[]> {
  return eventually(async () => {
    const rows = await deliveriesOf(api, messageId);
    return rows.length > 0 && rows.every(areReady) && (await isAtRest(api)) && rows;
  });
}

/** Whether no turn is due. */
export async function isAtRest(api: TestApi): Promise<boolean> {
  const [row] = await queryAs<{ due: number }>(
    api.urls.superuserUrl,
    `SELECT count(*)::integer AS due FROM outbox_messages
      WHERE type LIKE 'notifications.%\\_due' AND completed_at IS NULL AND dead_at IS NULL
        AND (available_at <= now() OR begun_at IS NOT NULL)`,
  );
  return row?.due === 0;
}

/** Lets time pass for deliveries, and for the messages that have them sent. */
export async function timePasses(api: TestApi, duration: string): Promise<void> {
  await later(api, duration, ['notification_deliveries', 'notification_delivery_turns', 'notification_push_providers']);
  await queryAs(
    api.urls.superuserUrl,
    `UPDATE outbox_messages SET available_at = available_at - $1::interval
      WHERE type LIKE 'notifications.%\\_due' AND completed_at IS NULL AND dead_at IS NULL AND begun_at IS NULL`,
    [duration],
  );
}

export async function statisticsOf(api: TestApi, messageId: string): Promise<Record<string, number>> {
  const [row] = await queryAs<{ counts: Record<string, number> }>(
    api.urls.superuserUrl,
    `SELECT jsonb_object_agg(key, total) AS counts FROM (
       SELECT key, sum(value::integer)::integer AS total
         FROM notification_statistics s, jsonb_each_text(to_jsonb(s) - '{tenant_id,message_id,hour,shard}'::text[])
        WHERE message_id = $1 GROUP BY key HAVING sum(value::integer) > 0) t`,
    [messageId],
  );
  return row?.counts ?? {};
}

/** How many messages of the outbox have had deliveries sent, or will. */
export async function turnsGiven(api: TestApi, appId = api.appId): Promise<number> {
  const [row] = await queryAs<{ turns: number }>(
    api.urls.superuserUrl,
    `SELECT count(*)::integer AS turns FROM outbox_messages WHERE type LIKE 'notifications.%\\_due' AND app_id = $1`,
    [appId],
  );
  return row?.turns ?? 0;
}

/** Nothing is sent by the route for an hour. */
export async function holdRoute(api: TestApi, route: 'apns' | 'email', appId = api.appId): Promise<void> {
  await queryAs(
    api.urls.superuserUrl,
    `INSERT INTO notification_delivery_turns (tenant_id, app_id, route, held_until)
     VALUES ($1, $2, $3, now() + interval '1 hour')
     ON CONFLICT (tenant_id, app_id, route) DO UPDATE SET held_until = excluded.held_until`,
    [api.tenantId, appId, route],
  );
}

/** Another App of the tenant. */
export async function anotherApp(api: TestApi): Promise<string> {
  const id = newId();
  await queryAs(
    api.urls.superuserUrl,
    `INSERT INTO apps SELECT (jsonb_populate_record(NULL::apps, to_jsonb(a) || $1::jsonb)).* FROM apps a WHERE is_default`,
    [JSON.stringify({ id, name: `App ${id}`, is_default: false, dcloud_appid: null })],
  );
  return id;
}
