import type { OpenAPIObject } from '@nestjs/swagger';
import { API_CLIENT_SCOPES, isScope } from '@libs/iam';
import { newId } from '@libs/kernel';
import { createDocument } from '../../apps/api/src/openapi/document';
import { previewApi } from '../../apps/api/src/openapi/generated-files';
import { METHODS } from '../../apps/api/src/surfaces/routes';
import { adminClient, asOwner, signInAdmin, suiteOwner } from '../admin/support/admin';
import { notificationClient } from '../admin/support/notifications';
import { aTenant } from '../admin/support/tenants';
import { ANNOUNCED_WITHIN_MS, eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { apiClients, type NewApiClient, READ, SECURITY, SUBMIT, tokenOf } from './support/clients';

interface AdminRoute {
  readonly name: string;
  readonly method: (typeof METHODS)[number];
  /** Of the App that exists, and of things that do not. */
  readonly path: string;
  /** Null on routes about oneself. */
  readonly permission: string | null;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

function adminRoutes(document: OpenAPIObject, appId: string): AdminRoute[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method] as
        | { security?: AdminRoute['security']; 'x-permission'?: string }
        | undefined;
      const security = operation?.security ?? [];
      if (!path.startsWith('/admin-api/v1/') || !security.some((one) => 'adminBearer' in one)) return [];
      const concrete = path
        .replace('/admin-api/v1/', '')
        .replace('{app_id}', appId)
        .replaceAll(/\{(?:\w+_)?id\}/g, newId())
        .replaceAll(/\{\w+\}/g, 'nothing-there');
      const name = `${method.toUpperCase()} ${path}`;
      return [{ name, method, path: concrete, permission: operation?.['x-permission'] ?? null, security }];
    }),
  );
}

const ALL = API_CLIENT_SCOPES.map(({ code }) => code as string);

/** Tells each client what its scopes permit; see `search-walls.e2e-spec.ts`. */
const OF_ANY_SCOPE = 'GET /admin-api/v1/search';

describe('On the administrators’ routes an API client', () => {
  const api = suiteApi({ TRUST_PROXY: '1' });
  const owner = suiteOwner(api);
  const clients = apiClients(owner);
  let routes: AdminRoute[];
  let client: NewApiClient;

  beforeAll(async () => {
    routes = adminRoutes(createDocument(await previewApi()), api.appId);
    client = await clients.create({ name: 'Everything', scopes: ALL });
  });

  const as = (token: string, headers: Record<string, string> = {}, at: TestApi = api) =>
    adminClient(at, token, { 'X-AppID': api.appId, ...headers });
  const ask = ({ method, path }: AdminRoute, token: string, headers?: Record<string, string>) =>
    as(token, headers)[method](path);
  const tokenFor = (...scopes: string[]) => tokenOf(api, client, { scope: scopes.join(' ') });
  const requiring = () =>
    routes.filter((route): route is AdminRoute & { permission: string } => route.permission !== null);
  const records = () =>
    queryAs(
      api.urls.superuserUrl,
      `SELECT action, outcome, method, route, actor_id FROM audit_logs WHERE actor_type = 'api_client' ORDER BY seq`,
    );

  it('is documented where its token is as good as that of an administrator, with the scope', () => {
    expect(routes.length).toBeGreaterThan(150);
    for (const { name, permission, security } of routes) {
      const ofClients = name === OF_ANY_SCOPE ? [] : permission && isScope(permission) ? [permission] : null;
      const others = security.flatMap(({ adminBearer, ...rest }) => (adminBearer ? [rest] : []));
      const expected = ofClients ? others.map((rest) => ({ ...rest, serviceBearer: ofClients })) : [];
      expect([name, security.filter((one) => 'serviceBearer' in one)]).toEqual([name, expected]);
    }
  });

  it('is nobody without a scope that is a permission', async () => {
    const token = await tokenFor(SUBMIT, READ, SECURITY);
    for (const route of routes) {
      const { status, body } = await ask(route, token);
      expect([route.name, status, body.code]).toEqual([route.name, 401, 'IAM.TOKEN.INVALID']);
    }
  });

  it('is nobody where a route is about the administrator’s own account', async () => {
    const own = routes.filter(({ name, permission }) => permission === null && name !== OF_ANY_SCOPE);
    expect(own.length).toBeGreaterThan(5);
    for (const route of own) {
      const { status, body } = await ask(route, await tokenFor(...ALL));
      expect([route.name, status, body.code]).toEqual([route.name, 401, 'IAM.TOKEN.INVALID']);
    }
  });

  it('is refused with all scopes but that of the route, which it is told; refused writes are recorded once, as its own', async () => {
    const { length: before } = await records();
    const refused = requiring();
    for (const [permission, ofPermission] of Map.groupBy(refused, ({ permission }) => permission)) {
      const token = await tokenFor(...ALL.filter((code) => code !== permission));
      for (const route of ofPermission) {
        const { status, body, headers } = await ask(route, token);
        expect([route.name, status, body.code, body.required_scope, headers['www-authenticate']]).toEqual([
          route.name,
          403,
          'IAM.SCOPE.DENIED',
          permission,
          `Bearer error="insufficient_scope", scope="${permission}"`,
        ]);
      }
    }
    expect((await records()).slice(before)).toEqual(
      [...Map.groupBy(refused, ({ permission }) => permission).values()]
        .flat()
        .flatMap(({ name, method, permission }) => {
          const route = name.split(' ')[1];
          const record = { action: permission, outcome: 'denied', method: method.toUpperCase(), route };
          // What shows a text changes nothing.
          const isRead = method === 'get' || permission === 'content.preview';
          return isRead ? [] : [{ ...record, actor_id: client.id }];
        }),
    );
  });

  it('is admitted with the scope of the route and no other', async () => {
    const open = requiring().filter(({ permission }) => isScope(permission));
    for (const [permission, ofPermission] of Map.groupBy(open, ({ permission }) => permission)) {
      const token = await tokenFor(permission);
      for (const route of ofPermission) {
        const { status, body } = await ask(route, token);
        const isRefused = status === 401 || body.code === 'IAM.SCOPE.DENIED' || status >= 500;
        expect([route.name, isRefused ? `${status} ${JSON.stringify(body)}` : 'admitted']).toEqual([
          route.name,
          'admitted',
        ]);
      }
    }
  });

  it('acts in its own tenant alone: X-Tenant-ID is refused, of whatever tenant', async () => {
    const token = await tokenFor(...ALL);
    for (const tenant of [api.tenantId, (await aTenant(api)).id, 'x']) {
      for (const [method, path] of [
        ['get', 'apps'],
        ['post', 'apps'],
      ] as const) {
        const { body } = await as(token, { 'X-Tenant-ID': tenant })[method](path).expect(403);
        expect(body).toMatchObject({ code: 'IAM.SCOPE.DENIED', required_scope: 'tenants.access' });
      }
    }
    const theirs = await apiClients((await aTenant(api)).owner.client).create({
      scopes: ['apps.read', 'notices.read'],
    });
    const stranger = as(await tokenOf(api, theirs));
    await stranger.get(`apps/${api.appId}`).expect(404);
    await stranger.get(`apps/${api.appId}/notices`).expect(404);
  });

  it('is from where it may come', async () => {
    const [home, away] = [{ 'X-Forwarded-For': '203.0.113.7' }, { 'X-Forwarded-For': '198.51.100.7' }];
    const bound = await clients.create({ scopes: ['apps.read', 'apps.write'], allowed_cidrs: ['203.0.113.0/24'] });
    const token = await tokenOf(api, bound, {}, home);
    await as(token, home).get('apps').expect(200);
    for (const path of ['apps', 'users']) {
      expect((await as(token, away).get(path).expect(403)).body.code).toBe('IAM.ADDRESS.DENIED');
    }
    await as(token, away).post('apps', {}).expect(403);
    expect((await records()).at(-1)).toMatchObject({ action: 'apps.write', outcome: 'denied', actor_id: bound.id });
  });

  it('makes what is then said to be its own, and repeats a request under its key', async () => {
    const writer = await clients.create({
      name: 'Writer',
      scopes: ['notices.read', 'notices.write', 'notices.publish'],
    });
    const key = { 'Idempotency-Key': newId() };
    const notices = `apps/${api.appId}/notices`;
    const body = { title: { 'zh-CN': '秋茶' }, body: { 'zh-CN': '上市' } };
    const token = await tokenOf(api, writer);
    const first = await as(token, key).post(notices, body).expect(201);
    expect(first.body.data).toMatchObject({ created_by: writer.id, status: 'draft' });
    const again = await as(await tokenOf(api, writer), key)
      .post(notices, body)
      .expect(201);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    // Keys are of whoever sent them.
    expect((await owner.post(notices, body).set(key).expect(201)).body.data.id).not.toBe(first.body.data.id);
    const published = await as(token).post(`${notices}/${first.body.data.id}/publish`).expect(200);
    expect(published.body.data).toMatchObject({ status: 'published', published_by: writer.id });
    expect(await notificationClient(owner, api.appId).read(first.body.data.id as string)).toMatchObject({
      published_by: writer.id,
    });
    const { body: log } = await owner.get(`audit/logs?actor_id=${writer.id}&action=notices.publish`).expect(200);
    expect(log.data.items[0]).toMatchObject({
      actor: { type: 'api_client', id: writer.id, display: 'Writer' },
      outcome: 'success',
      resource_id: first.body.data.id,
    });
  });

  it('deletes files that it has uploaded itself, and lacks a scope for others', async () => {
    const uploader = as(await tokenFor('files.write'));
    const upload = async (by: typeof uploader) =>
      (
        await by
          .postForm('files')
          .field('purpose', 'attachment')
          .attach('file', Buffer.from('tea'), 'tea.txt')
          .expect(201)
      ).body.data as { id: string; created_by: string };
    const own = await upload(uploader);
    expect(own.created_by).toBe(client.id);
    const others = await upload(as((await signInAdmin(api)).access_token));
    const { body } = await uploader.delete(`files/${others.id}`).expect(403);
    expect(body).toMatchObject({ code: 'IAM.SCOPE.DENIED', required_scope: 'files.delete' });
    await uploader.delete(`files/${own.id}`).expect(200);
  });

  it('sees no more than its scopes: people are told by name only with members.read', async () => {
    const notice = await notificationClient(owner, api.appId).create();
    const path = `apps/${api.appId}/notices/${notice.id}/recipient-preview`;
    const sampleFor = async (...scopes: string[]) =>
      (
        await as(await tokenFor(...scopes))
          .post(path)
          .expect(200)
      ).body.data.sample as unknown;
    expect(await sampleFor('notices.read')).toBeNull();
    expect(await sampleFor('notices.read', 'members.read')).toEqual(expect.any(Array));
  });

  it('changes at once, and within a second in every other process', async () => {
    const other = await startTestApi({ TRUST_PROXY: '1' }, api.urls);
    try {
      const one = await clients.create({ scopes: ['apps.read', 'notices.read'] });
      const token = await tokenOf(api, one);
      const statusOf = async (path: string, at: TestApi) => (await as(token, {}, at).get(path)).status;
      const follows = async (path: string, status: number) => {
        expect([path, await statusOf(path, api)]).toEqual([path, status]);
        await eventually(async () => (await statusOf(path, other)) === status, ANNOUNCED_WITHIN_MS);
      };
      const ofApp = `apps/${api.appId}`;
      for (const at of [api, other]) expect(await statusOf(ofApp, at)).toBe(200);
      const elsewhere = (await owner.get('apps?page_size=2').expect(200)).body.data.items as { id: string }[];
      const [further = { id: '' }] = elsewhere.filter(({ id }) => id !== api.appId);
      if (!further.id) {
        const created = { name: 'Further', app_type: 'uni_app', default_locale: 'zh-CN' };
        further.id = (await owner.post('apps', created).expect(201)).body.data.id as string;
      }
      await clients.patch(one.id, { app_ids: [further.id] });
      await follows(ofApp, 404);
      await clients.patch(one.id, { app_ids: null });
      await follows(ofApp, 200);
      await clients.patch(one.id, { scopes: ['notices.read'] });
      await follows(ofApp, 403);
      await clients.patch(one.id, { scopes: [READ] });
      await follows(`${ofApp}/notices`, 401);
      await clients.patch(one.id, { scopes: ['apps.read'] });
      await follows(ofApp, 200);
      await clients.move(one.id, 'disable');
      await follows(ofApp, 401);
    } finally {
      await other.close();
    }
  });

  it('is remembered: a request that comes again asks the database nothing about it', async () => {
    const reader = as(await tokenFor('settings.read'));
    await reader.get('settings/known').expect(200);
    const read = jest.spyOn(api.database, 'read');
    await reader.get('settings/known').expect(200);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });
});

describe('The requests of an API client on the administrators’ routes', () => {
  it('count together with its others', async () => {
    const api = await startTestApi({ RATE_LIMIT_ENABLED: 'true' });
    try {
      const client = await apiClients(await asOwner(api)).create({ scopes: [READ, 'apps.read'] });
      const bearer = { Authorization: `Bearer ${await tokenOf(api, client)}` };
      const first = await api.http.get('/admin-api/v1/apps').set(bearer).expect(200);
      expect(first.headers['ratelimit']).toMatch(/^"session";r=1199;/);
      const second = await api.http.get(`/api/v1/service/notifications/${newId()}`).set(bearer).expect(404);
      expect(second.headers['ratelimit']).toMatch(/^"session";r=1198;/);
    } finally {
      await api.close();
    }
  });
});
