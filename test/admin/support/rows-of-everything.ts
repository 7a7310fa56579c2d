import { newId } from '@libs/kernel';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import type { AdminClient } from './admin';
import { articleClient } from './articles';
import { categoryClient } from './categories';
import { dictionaryClient } from './dictionaries';
import { dayOf, manyRows, NAMES, namesIn, otherDayOf, ROWS, times } from './many-rows';
import { notificationClient } from './notifications';
import { organizationClient } from './organization';
import { DRAFT, pageClient } from './pages';
import { releaseClient } from './releases';
import { settingClient } from './settings';
import { webhookClient } from './webhooks';

/** Of pages and legal documents, by their keys. */
export const PUBLISHED_TITLES: Readonly<Record<string, object>> = {
  'about-us': { 'zh-CN': NAMES[0] },
  'privacy-policy': { 'zh-CN': NAMES[1] },
  'terms-of-service': { 'zh-CN': NAMES[2] },
};

const switched = (row: number) => (row % 3 ? 'active' : 'disabled');
const mixed = (row: number) => (row * 5) % ROWS;

/**
 * Several rows in each list of the administrators of a tenant, in which every column that lists are sorted by differs.
 *
 * @returns what stands in the paths of lists that belong to one of them, by the name of the parameter or, with the part
 * before it, that of an id.
 */
export async function rowsOfEverything(api: TestApi, admin: AdminClient): Promise<Record<string, string>> {
  const ids = { ...(await people(api, admin)), ...(await content(api, admin)) };
  await settings(api, admin);
  await notifications(api, admin);
  await packages(api, admin);
  await regions(api);
  await events(api);
  return ids;
}

async function people(api: TestApi, admin: AdminClient): Promise<Record<string, string>> {
  const ofTenant = `tenant_id = '${api.tenantId}'`;
  const users = Array.from({ length: ROWS }, () => newId());
  await manyRows(api, 'users', `password_hash IS NOT NULL AND ${ofTenant}`, (row) => ({
    id: users[row],
    display_name: NAMES[row],
    status: switched(row),
    ...times(row),
  }));
  await manyRows(api, 'app_memberships', { tenant_id: api.tenantId, app_id: api.appId }, (row) => ({
    user_id: users[row],
    status: row % 3 ? 'active' : 'suspended',
    joined_at: otherDayOf(row),
    created_at: dayOf(row),
  }));
  await manyRows(api, 'tenants', 'true', (row) => ({
    code: `many-${mixed(row)}`,
    name: NAMES[row],
    status: switched(row),
    is_platform: false,
    ...times(row),
  }));
  await manyRows(api, 'roles', ofTenant, (row) => ({
    code: `many_${mixed(row)}`,
    name: NAMES[row],
    built_in: false,
    ...times(row),
  }));
  await manyRows(api, 'apps', 'is_default', (row) => ({
    name: NAMES[row],
    is_default: false,
    dcloud_appid: null,
    onboarding_version: 0,
    app_type: row % 2 ? 'uni_app' : 'uni_app_x',
    status: switched(row),
    ...times(row),
  }));
  const unit = await organizationClient(admin).create('many');
  await manyRows(api, 'organization_units', `id = '${unit.id}'`, (row) => ({
    name: `${NAMES[row]} ${row}`,
    ...times(row),
  }));
  await manyRows(api, 'organization_unit_members', { tenant_id: api.tenantId, unit_id: unit.id }, (row) => ({
    user_id: users[row],
    joined_at: dayOf((row * 3) % 5),
  }));
  return { 'units/id': unit.id };
}

async function content(api: TestApi, admin: AdminClient): Promise<Record<string, string>> {
  for (const [key, title] of Object.entries(PUBLISHED_TITLES)) {
    const page = pageClient(admin, `apps/${api.appId}/content/${key === 'about-us' ? 'pages' : 'legal'}/${key}`);
    await page.publish();
    await page.publish({ ...DRAFT, title });
  }
  await manyRows(api, 'content_pages', `app_id = '${api.appId}' AND key = 'about-us'`, (row) => ({
    key: `many-${mixed(row)}`,
    reserved: false,
    published_revision: null,
    draft: { title: namesIn(row), body: {}, bodyFormat: 'markdown', effectiveAt: null },
    ...times(row),
  }));
  await queryAs(
    api.urls.superuserUrl,
    `UPDATE content_pages SET created_at = $1 WHERE app_id = $2 AND key = 'privacy-policy'`,
    [dayOf(0), api.appId],
  );
  const category = await categoryClient(admin, api.appId).create('many');
  await manyRows(api, 'content_categories', `id = '${category.id}'`, (row) => ({
    slug: `many-${mixed(row)}`,
    name: namesIn(row),
    sort_order: row % 3,
    status: switched(row),
    ...times(row),
  }));
  const articles = articleClient(admin, api.appId);
  const draft = await articles.create({ category_id: category.id });
  await manyRows(api, 'content_articles', `id = '${draft.id}'`, (row) => ({
    slug: `many-${mixed(row)}`,
    title: namesIn(row),
    status: row % 3 ? 'scheduled' : 'draft',
    publish_at: row % 3 ? new Date(Date.UTC(2100, 0, mixed(row) + 1)).toISOString() : null,
    visibility: row % 2 ? 'public' : 'members',
    ...times(row),
  }));
  const published = await articles.publish(draft);
  await articles.publish(await articles.update(published, { title: namesIn(1) }));
  for (const expected_version of [0, 1]) {
    const onboarding = { expected_version, enabled: false, slides: [] };
    await admin.post(`apps/${api.appId}/startup/onboarding/publish`, onboarding).expect(200);
  }
  return { slug: 'about-us', document_type: 'privacy-policy', 'articles/id': draft.id };
}

async function settings(api: TestApi, admin: AdminClient): Promise<void> {
  const scoped = (row: number) => (row % 2 ? { scope: 'app', app_id: api.appId } : { scope: 'tenant' });
  const dictionary = await dictionaryClient(admin).create();
  const [item] = dictionary.items as readonly object[];
  await manyRows(api, 'content_dictionaries', `id = '${dictionary.id}'`, (row) => ({
    code: `many-${mixed(row)}`,
    name: namesIn(row),
    status: switched(row),
    items: Array.from({ length: row % 3 }, () => item),
    ...scoped(row),
    ...times(row),
  }));
  const setting = await settingClient(admin).create();
  await manyRows(api, 'settings', `id = '${setting.id}'`, (row) => ({
    key: `many.key_${mixed(row)}`,
    status: switched(row),
    ...scoped(row),
    ...times(row),
  }));
  const endpoint = await webhookClient(admin).create({ event_types: ['legal.published'] });
  await manyRows(api, 'webhook_endpoints', `id = '${endpoint.id}'`, (row) => ({
    url: `https://example.com/${mixed(row)}`,
    enabled: row % 2 === 0,
    disabled_reason: row % 2 === 0 ? null : 'administrator',
    failing_since: otherDayOf(row),
    ...times(row),
  }));
  const { body } = await admin.post('api-clients', { name: 'many', scopes: ['releases.read'] }).expect(201);
  await manyRows(api, 'api_clients', `id = '${body.data.id as string}'`, (row) => ({
    name: NAMES[row],
    status: switched(row),
    expires_at: otherDayOf(row),
    last_used_at: otherDayOf(row + 1),
    ...times(row),
  }));
}

async function regions(api: TestApi): Promise<void> {
  await manyRows(api, 'regions', 'parent_code IS NOT NULL', (row) => ({
    code: `MANY-${mixed(row)}`,
    ...(row % 3 === 0 ? { parent_code: null } : {}),
    level: row % 3,
    names: { 'zh-CN': NAMES[row] },
    name_override: row % 2 ? namesIn(row) : null,
    is_public: false,
    status: row % 3 ? 'active' : 'retired',
    ...times(row),
  }));
}

async function notifications(api: TestApi, admin: AdminClient): Promise<void> {
  for (const door of ['notices', 'messages'] as const) {
    const client = notificationClient(admin, api.appId, door);
    const draft = await client.create();
    await manyRows(api, 'notification_messages', `id = '${draft.id}'`, (row) => ({
      title: namesIn(row),
      ...(door === 'messages' ? { message_type: row % 2 ? 'system' : 'marketing' } : {}),
      status: row % 3 ? 'draft' : 'scheduled',
      scheduled_at: row % 3 ? null : new Date(Date.UTC(2100, 0, mixed(row) + 1)).toISOString(),
      expires_at: row % 4 ? null : new Date(Date.UTC(2101, 0, mixed(row) + 1)).toISOString(),
      ...times(row),
    }));
    await client.publish(draft);
  }
}

async function packages(api: TestApi, admin: AdminClient): Promise<void> {
  const release = await releaseClient(admin, `apps/${api.appId}/mobile/releases`).create();
  await manyRows(api, 'releases', `id = '${release.id}'`, (row) => ({
    title: namesIn(row),
    platform: row % 2 ? 'android' : 'ios',
    target_platforms: [row % 2 ? 'android' : 'ios'],
    package_type: row % 3 ? 'wgt' : 'native_app',
    version_code: 500 + mixed(row),
    first_published_at: otherDayOf(row),
    published_at: otherDayOf(row),
    ...times(row),
  }));
  const { body } = await admin
    .postForm('files')
    .field('purpose', 'attachment')
    .attach('file', Buffer.from('many'), 'many.txt')
    .expect(201);
  await manyRows(api, 'files', `id = '${body.data.id as string}'`, (row) => ({
    filename: NAMES[row],
    purpose: row % 2 ? 'attachment' : 'content_image',
    media_type: row % 3 ? 'text/plain' : 'image/png',
    size_bytes: 1 + mixed(row),
    scan_status: row % 2 ? 'clean' : 'pending',
    created_at: dayOf(row),
  }));
}

async function events(api: TestApi): Promise<void> {
  const inTenant = { tenant_id: api.tenantId };
  await manyRows(api, 'sessions', 'app_id IS NULL', (row) => ({
    last_active_at: new Date(Date.now() - (row % 5) * 60_000).toISOString(),
  }));
  await manyRows(api, 'login_events', 'true', (row) => ({ ...inTenant, occurred_at: dayOf(row % 5) }));
  await manyRows(api, 'security_events', inTenant, (row) => ({
    id: newId(),
    type: 'password_changed',
    details: {},
    occurred_at: dayOf(row % 5),
  }));
  await manyRows(api, 'outbox_messages', 'true', (row) => ({
    ...inTenant,
    type: 'test.many',
    data: {},
    completed_at: null,
    dead_at: dayOf(row),
  }));
}
