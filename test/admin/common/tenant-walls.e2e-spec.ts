import type { OpenAPIObject } from '@nestjs/swagger';
import { createDocument } from '../../../apps/api/src/openapi/document';
import { previewApi } from '../../../apps/api/src/openapi/generated-files';
import { METHODS } from '../../../apps/api/src/surfaces/routes';
import { newId } from '@libs/kernel';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { anAdmin, asOwner, signInAdmin, type AdminClient } from '../support/admin';
import { dictionaryClient } from '../support/dictionaries';
import { categoryClient } from '../support/categories';
import { articleClient } from '../support/articles';
import { notificationClient } from '../support/notifications';
import { organizationClient } from '../support/organization';
import { releaseClient } from '../support/releases';
import { settingClient } from '../support/settings';
import { aTenant } from '../support/tenants';
import { apiClients } from '../../service/support/clients';
import { webhookClient } from '../support/webhooks';

interface Route {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly permission: string | undefined;
}

function routesWithIds(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method] as { 'x-permission'?: string } | undefined;
      // Queues are the same in every tenant, and each pauses its own part: see jobs.e2e-spec.
      const isOurs = operation && path.startsWith('/admin-api/') && path.includes('{') && !path.includes('/queues/');
      return isOurs ? [{ method, path, permission: operation['x-permission'] }] : [];
    }),
  );
}

describe('What belongs to one tenant', () => {
  const api = suiteApi();
  let stranger: AdminClient;
  let routes: Route[];
  /** What exists in the other tenant, by the name of the parameter and the part before it, or the first, of the path. */
  let existing: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const owner = await asOwner(api);
    stranger = (await aTenant(api)).owner.client;
    routes = routesWithIds(createDocument(await previewApi()));
    const user = await anAdmin(api, ['auditor']);
    await owner.post('roles', { code: 'walled', name: 'Walled', permissions: ['apps.read'] }).expect(201);
    const file = await owner
      .postForm('files')
      .field('purpose', 'attachment')
      .attach('file', Buffer.from('walled'), 'walled.txt')
      .expect(201);
    const category = await categoryClient(owner, api.appId).create('walled');
    const release = await releaseClient(owner, `apps/${api.appId}/mobile/releases`).create();
    const dictionary = await dictionaryClient(owner).create();
    const setting = await settingClient(owner).create();
    const article = await articleClient(owner, api.appId).create({ category_id: category.id });
    const notice = await notificationClient(owner, api.appId).create();
    const message = await notificationClient(owner, api.appId, 'messages').create();
    const unit = await organizationClient(owner).create('walled');
    await owner.put(`apps/${api.appId}/push-providers/log`, { enabled: true, config: {} }).expect(200);
    const apiClient = await apiClients(owner).create({ name: 'walled' });
    const jobId = newId();
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO outbox_messages (tenant_id, id, type, data, dead_at) VALUES ($1, $2, 'test.walled', '{}', now())`,
      [api.tenantId, jobId],
    );
    const endpoint = await webhookClient(owner).create({
      // Nobody is there, and it hears of nothing meanwhile.
      url: 'https://webhooks.invalid/',
      event_types: ['legal.published'],
    });
    const delivery = await webhookClient(owner).test(endpoint.id);
    existing = {
      'api-clients/id': apiClient.id,
      app_id: api.appId,
      user_id: user.userId,
      code: 'walled',
      slug: 'about-us',
      document_type: 'privacy-policy',
      revision: '1',
      provider: 'log',
      'articles/id': article.id,
      'notices/id': notice.id,
      'messages/id': message.id,
      // Beside the id of a notice or message.
      action: 'publish',
      'categories/id': category.id,
      'apps/id': release.id,
      'mobile/id': release.id,
      'users/id': user.userId,
      'dictionaries/id': dictionary.id,
      'settings/id': setting.id,
      'units/id': unit.id,
      'endpoints/id': endpoint.id,
      'deliveries/id': delivery,
      'files/id': file.body.data.id as string,
      'jobs/id': jobId,
      'tenants/id': api.tenantId,
      'auth/id': (await signInAdmin(api)).session_id,
      'sessions/id': (await signInAdmin(api)).session_id,
    };
  });

  const pathOf = ({ path }: Route, valueOf: (name: string, ...areas: string[]) => string) => {
    const rest = path.replace('/admin-api/v1/', '');
    const [first = ''] = rest.split('/');
    return rest.replaceAll(
      /(\w+)\/\{(\w+)\}/g,
      (_whole, own: string, name: string) => `${own}/${valueOf(name, own, first)}`,
    );
  };
  const ofTheOther = (name: string, ...areas: string[]) => {
    const keys = [...areas.map((area) => `${area}/${name}`), name];
    const value = keys.map((key) => existing[key]).find((one) => one !== undefined);
    if (value === undefined) throw new Error(`Nothing exists for ${keys.join()}`);
    return value;
  };
  const ofNobody = (name: string): string =>
    name.endsWith('id') ? '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff' : 'nothing-there';
  const states = () =>
    queryAs(
      api.urls.superuserUrl,
      `SELECT (SELECT md5(string_agg(a::text, ' ' ORDER BY id)) FROM apps a WHERE tenant_id = $1) AS apps,
              (SELECT md5(string_agg(u::text, ' ' ORDER BY id)) FROM users u WHERE tenant_id = $1) AS users,
              (SELECT md5(string_agg(r::text, ' ' ORDER BY code)) FROM roles r WHERE tenant_id = $1) AS roles,
              (SELECT md5(string_agg(p::text, ' ' ORDER BY id)) FROM content_pages p WHERE tenant_id = $1) AS pages,
              (SELECT md5(string_agg(d::text, ' ' ORDER BY id)) FROM content_dictionaries d WHERE tenant_id = $1) AS dictionaries,
              (SELECT md5(string_agg(s::text, ' ' ORDER BY id)) FROM settings s WHERE tenant_id = $1) AS settings,
              (SELECT md5(string_agg(c::text, ' ' ORDER BY id)) FROM content_categories c WHERE tenant_id = $1)
                AS categories,
              (SELECT md5(string_agg(a::text, ' ' ORDER BY id)) FROM content_articles a WHERE tenant_id = $1) AS articles,
              (SELECT md5(string_agg(n::text, ' ' ORDER BY id)) FROM notification_messages n WHERE tenant_id = $1)
                AS notifications,
              (SELECT md5(string_agg(o::text, ' ' ORDER BY id)) FROM organization_units o WHERE tenant_id = $1) AS units,
              (SELECT md5(string_agg(f::text, ' ' ORDER BY id)) FROM files f WHERE tenant_id = $1) AS files,
              (SELECT md5(string_agg(r::text, ' ' ORDER BY id)) FROM releases r WHERE tenant_id = $1) AS releases,
              (SELECT md5(string_agg(c::text, ' ' ORDER BY id)) FROM api_clients c WHERE tenant_id = $1) AS api_clients,
              (SELECT md5(string_agg(s::text, ' ' ORDER BY id)) FROM sessions s WHERE tenant_id = $1) AS sessions,
              (SELECT md5(string_agg(o::text, ' ' ORDER BY id)) FROM outbox_messages o
                WHERE tenant_id = $1 AND type = 'test.walled') AS jobs,
              (SELECT md5(string_agg(w::text, ' ' ORDER BY id)) FROM webhook_endpoints w WHERE tenant_id = $1) AS webhooks,
              (SELECT md5(string_agg(p::text, ' ' ORDER BY app_id, provider)) FROM notification_push_providers p
                WHERE tenant_id = $1) AS push_providers`,
      [api.tenantId],
    );

  it('does not exist for the owner of another, whatever the request', async () => {
    expect(routes.length).toBeGreaterThan(40);
    const before = await states();
    for (const route of routes) {
      const ask = async (valueOf: typeof ofNobody) => {
        // Some routes name the App in a header.
        const { status, body } = await stranger[route.method](pathOf(route, valueOf))
          .set('X-AppID', api.appId)
          .send(route.method === 'get' ? undefined : {});
        return { status, body: body as { code: string; errors?: unknown } };
      };
      const [theirs, nothing] = [await ask(ofTheOther), await ask(ofNobody)];
      const named = `${route.method.toUpperCase()} ${route.path}`;
      expect([named, theirs.status, theirs.body.code, theirs.body.errors]).toEqual([
        named,
        nothing.status,
        nothing.body.code,
        nothing.body.errors,
      ]);
      // A body that is not valid is told before it is looked whether the thing exists; tenants and regions are the platform's.
      const isPlatform = /^(?:regions|tenants)\./.test(route.permission ?? '');
      expect([named, isPlatform ? [403] : [404, 422]]).toEqual([named, expect.arrayContaining([theirs.status])]);
    }
    expect(await states()).toEqual(before);
  });

  it('is in no list of another', async () => {
    for (const list of [
      'users',
      'roles',
      'files',
      'apps',
      'dictionaries',
      'settings',
      'organization/units',
      'api-clients',
      'webhooks/endpoints',
    ]) {
      const { body } = await stranger.get(`${list}?page_size=100`).expect(200);
      const text = JSON.stringify(body);
      const found = [
        api.appId,
        existing['users/id'],
        existing['files/id'],
        existing['dictionaries/id'],
        existing['settings/id'],
        existing['endpoints/id'],
        'walled',
      ].filter((id) => text.includes(id!));
      expect([list, found]).toEqual([list, []]);
    }
  });
});
