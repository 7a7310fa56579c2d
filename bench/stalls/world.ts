import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Client } from './client';
import { largestBody, type Schemas } from './samples';
import { OWNER, type WatchedServer } from './server';

const KIBIBYTE = 1_024;
/** Below what a request may carry, so that a version and an id have room beside it. */
const SMALL = 250 * KIBIBYTE;
const LARGE = 2 * 1_024 * KIBIBYTE - 6 * KIBIBYTE;
const LIST = 100;
const LONG = '漢'.repeat(64);

/** What is stored, and the ids that requests need, by the path of the collection that they are in. */
export interface World {
  readonly client: Client;
  readonly ids: Map<string, string[]>;
  readonly appId: string;
  readonly categoryId: string;
  readonly userIds: readonly string[];
}

/** Stores as much as the limits of each resource allow. Of what may be many, a page of the largest. */
export async function buildWorld({ url, database }: WatchedServer, schemas: Schemas): Promise<World> {
  const client = new Client(url);
  const { rows: apps } = await database.query<{ id: string }>('SELECT id FROM apps WHERE is_default');
  const appId = apps[0]?.id ?? '';
  client.appId = appId;
  await client.signInAdmin(OWNER.email, OWNER.password);
  const userIds = await addMembers(database);
  await client.signInMember('member-1@example.com', OWNER.password);
  const body = (name: string, known: Record<string, unknown>, bytes = SMALL) =>
    largestBody(schemas, { $ref: name }, known, bytes) as Record<string, unknown>;
  const of = (path: string) => `/admin-api/v1/apps/${appId}/${path}`;

  const app = await client.must('GET', `/admin-api/v1/apps/${appId}`);
  const largeApp = body('AdminAppRequest', {
    ...APP,
    icon_file_id: null,
    app_type: undefined,
    dcloud_appid: '__UNI__STALLS',
    lock_version: app['lock_version'],
  });
  await client.must('PATCH', `/admin-api/v1/apps/${appId}`, largeApp);

  for (let at = 0; at < 15; at++) {
    await client.must('POST', '/admin-api/v1/settings', {
      ...{ key: `stalls.large-${at}`, scope: 'tenant', value_type: 'json', value: aLargeValue() },
    });
  }
  const dictionary = await client.must(
    'POST',
    '/admin-api/v1/dictionaries',
    body('AdminDictionaryRequest', { ...DICTIONARY, code: 'stalls' }, LARGE),
  );
  const category = await client.must('POST', of('content/categories'), {
    ...body('AdminContentCategoryRequest', { parent_id: null, slug: 'stalls' }),
  });
  const categoryId = category['id'] as string;
  const article = await client.must(
    'POST',
    of('content/articles'),
    body('AdminArticleRequest', { ...ARTICLE, category_id: categoryId, slug: 'stalls' }, LARGE),
  );
  const articleId = article['id'] as string;
  await client.must('POST', of(`content/articles/${articleId}/publish`), { lock_version: article['lock_version'] });
  await client.ask('POST', of('content/pages'), { slug: 'stalls' });
  for (const path of ['content/pages/stalls', 'content/legal/terms-of-service']) {
    const { lock_version } = await client.must('GET', of(path));
    const page = body('AdminPageDraftRequest', { ...PAGE, lock_version }, LARGE);
    const written = await client.must('PUT', of(`${path}/draft`), page);
    await client.must('POST', of(`${path}/publish`), { lock_version: written['lock_version'] });
  }
  const audience = { mode: 'users', user_ids: userIds.slice(0, 10_000) };
  const message = body('AdminNotificationMessageRequest', { ...MESSAGE, audience }, 1_000 * KIBIBYTE);
  const notice = await client.must('POST', of('notices'), { ...message, message_type: undefined });
  const sent = await client.must('POST', of('messages'), message);
  const release = await client.must('POST', of('mobile/releases'), body('AdminMobileReleaseRequest', RELEASE));
  const units = await client.must('POST', '/admin-api/v1/organization/units', {
    ...body('AdminOrganizationUnitRequest', { parent_id: null, manager_user_id: null }),
  });
  await client.must('PUT', `/admin-api/v1/organization/units/${units['id'] as string}/members`, {
    user_ids: userIds.slice(0, 1_000),
  });
  const { items: permissions } = (await client.must('GET', '/admin-api/v1/permissions')) as {
    items: { code: string }[];
  };
  const codes = permissions.map(({ code }) => code);
  await client.must('POST', '/admin-api/v1/roles', { code: 'stalls', name: LONG, permissions: codes });
  const endpoint = await client.must('POST', '/admin-api/v1/webhooks/endpoints', {
    ...body('AdminWebhookEndpointRequest', { lock_version: undefined, url: () => aUrl(), event_types: ['*'] }),
  });
  const apiClient = await client.must('POST', '/admin-api/v1/api-clients', {
    ...body('AdminApiClientRequest', { lock_version: undefined, 'allowed_cidrs[]': anyNetwork }),
  });
  await fill(database, appId, userIds);
  const one = (value: Record<string, unknown>) => [value['id'] as string];
  return {
    ...{ client, appId, categoryId, userIds },
    ids: new Map([
      ['/admin-api/v1/apps', [appId]],
      ['/admin-api/v1/settings', await idsOf(database, 'settings')],
      ['/admin-api/v1/dictionaries', one(dictionary)],
      ['/admin-api/v1/organization/units', one(units)],
      ['/admin-api/v1/roles', ['stalls']],
      ['/admin-api/v1/webhooks/endpoints', one(endpoint)],
      ['/admin-api/v1/api-clients', one(apiClient)],
      ['/admin-api/v1/users', await idsOf(database, 'users', `status = 'active'`)],
      ['/admin-api/v1/tenants', await idsOf(database, 'tenants')],
      ['/admin-api/v1/regions', ['CN']],
      [of('content/categories'), [categoryId]],
      [of('content/articles'), [articleId]],
      [of('content/pages'), ['stalls']],
      [of('content/legal'), ['terms-of-service']],
      [of('notices'), one(notice)],
      [of('messages'), one(sent)],
      [of('mobile/releases'), one(release)],
      [of('push-providers'), ['webhook']],
      [of('members'), [...userIds]],
      ['/admin-api/v1/mobile/releases', one(release)],
    ]),
  };
}

export const APP = {
  'blocked_versions[]': () => `1.2.${randomUUID()}`,
  'review_versions[]': () => `1.3.${randomUUID()}`,
  client_config: () => aConfig(15_500),
  email: 'help@example.com',
  url: 'https://example.com',
  phone: '+86 10 0000',
  scenes: null,
};
export const DICTIONARY = { scope: 'tenant', app_id: null, lock_version: undefined, status: 'active' };
export const ARTICLE = {
  lock_version: undefined,
  cover_file_id: null,
  body_format: 'markdown',
  body: aLongText,
  'tags[]': () => randomUUID(),
};
export const PAGE = { effective_at: null, body_format: 'markdown', body: aLongText };
export const MESSAGE = {
  lock_version: undefined,
  scheduled_at: null,
  expires_at: null,
  message_type: 'system',
  action: null,
};
let code = 100;
export const RELEASE = {
  lock_version: undefined,
  platform: 'android',
  package_type: 'native_app',
  external_url: 'https://example.com/app.apk',
  scheme: 'market://details?id=com.example',
  target_platforms: null,
  file_id: null,

  version_code: () => ++code,
  version_name: () => `1.0.${code}`,
  min_supported_version_code: null,
  min_native_version_code: null,
  rollout_percent: null,
  health_gate: null,
  required_runtime_version: null,
  runtime_match: null,
};

export function anyNetwork(): string {
  return `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.0/24`;
}

/** Many short keys: what costs most to check, to store and to answer. */
function aConfig(bytes: number): object {
  return Object.fromEntries(Array.from({ length: Math.floor(bytes / 24) }, (_, at) => [`key-${at}`, `value ${at}`]));
}

export function aLargeValue(): object {
  return { list: Array.from({ length: 300 }, (_, at) => ({ key: `key-${at}`, text: '漢'.repeat(50) })) };
}

async function addMembers(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `WITH app AS (SELECT tenant_id, id FROM apps WHERE is_default),
       model AS (SELECT u.password_hash FROM users u JOIN login_identifiers i ON i.user_id = u.id WHERE i.value = $1),
       people AS (
         INSERT INTO users (tenant_id, id, status, display_name, password_hash, password_changed_at)
         SELECT app.tenant_id, gen_random_uuid(), 'active', repeat('漢', 64), model.password_hash, now()
           FROM app, model, generate_series(1, 10500) RETURNING tenant_id, id),
       numbered AS (SELECT people.*, row_number() OVER () AS place FROM people),
       addresses AS (
         INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
         SELECT tenant_id, gen_random_uuid(), id, 'email', 'member-' || place || '@example.com', now(), true FROM numbered)
     INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
     SELECT app.tenant_id, app.id, numbered.id, 'active', now() FROM app, numbered RETURNING user_id AS id`,
    [OWNER.email],
  );
  return rows.map(({ id }) => id);
}

/** Copies of a row, with these columns in another way, as SQL; `n` is the number of the copy. */
async function copy(database: pg.Client, table: string, count: number, others: Record<string, string>, where = 'true') {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = $1 AND is_generated = 'NEVER' AND identity_generation IS NULL`,
    [table],
  );
  const changes = Object.entries({ id: 'gen_random_uuid()', ...others }).flatMap(([name, sql]) => [`'${name}'`, sql]);
  const names = rows.map(({ name }) => name);
  await database.query(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => `(c).${name}`).join(', ')}
       FROM (SELECT jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object(${changes.join(', ')})) AS c
               FROM (SELECT * FROM ${table} WHERE ${where} LIMIT 1) t, generate_series(1, ${count}) n) copies`,
  );
}

async function fill(database: pg.Client, appId: string, userIds: readonly string[]): Promise<void> {
  await copy(
    database,
    'apps',
    LIST,
    { is_default: 'false', dcloud_appid: `'__UNI__' || n`, name: `'App ' || n` },
    'is_default',
  );
  await copy(database, 'releases', 600, { version_code: '100000 + n', version_name: `'9.9.' || n` });
  await copy(database, 'content_articles', LIST, { slug: `'copy-' || n` });
  await copy(database, 'content_dictionaries', LIST, { code: `'copy-' || n` }, `code = 'stalls'`);
  await copy(database, 'content_categories', 450, { slug: `'copy-' || n` });
  await copy(database, 'notification_messages', LIST, {}, `kind = 'notice'`);
  await copy(database, 'notification_messages', LIST, {}, `kind = 'message'`);
  await copy(database, 'organization_units', 980, { name: `'Unit ' || n || repeat('漢', 90)` });
  await copy(database, 'roles', 200, { code: `'copy-' || n` }, `code = 'stalls'`);
  await copy(database, 'webhook_endpoints', 40, {});
  await copy(database, 'api_clients', 95, {});
  const [userId] = userIds;
  const who = [appId, userId];
  await database.query(
    `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, ip, user_agent)
     SELECT tenant_id, gen_random_uuid(), id, $2, '\\x00', 'failure', 'password', '2001:db8::1', repeat('u', 512)
       FROM apps, generate_series(1, 1000) WHERE id = $1`,
    who,
  );
  await database.query(
    `INSERT INTO security_events (tenant_id, id, app_id, user_id, type, ip, user_agent)
     SELECT tenant_id, gen_random_uuid(), id, $2, 'password_changed', '2001:db8::1', repeat('u', 512)
       FROM apps, generate_series(1, 1000) WHERE id = $1`,
    who,
  );
  await database.query('ANALYZE');
}

async function idsOf(database: pg.Client, table: string, where = 'true'): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE ${where} ORDER BY id DESC LIMIT 50`,
  );
  return rows.map(({ id }) => id);
}

function aUrl(): string {
  return `https://hook.example.com/${randomUUID()}/${'p'.repeat(1_900)}`;
}

/** In four languages as long as a text may be, with nothing in it that takes long to render. */
function aLongText(): Record<string, string> {
  const paragraph = `${'漢字仮名交文章'.repeat(200)}\n\n`;
  const text = paragraph.repeat(Math.floor(511_000 / Buffer.byteLength(paragraph)));
  return Object.fromEntries(['zh-CN', 'zh-TW', 'en-US', 'ja-JP'].map((locale) => [locale, text]));
}
