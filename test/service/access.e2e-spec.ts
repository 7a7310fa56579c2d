import type { INestApplication } from '@nestjs/common';
import { newId } from '@libs/kernel';
import { createDocument } from '../../apps/api/src/openapi/document';
import { previewApi } from '../../apps/api/src/openapi/generated-files';
import { METHODS } from '../../apps/api/src/surfaces/routes';
import { type AdminClient, adminClient, asOwner, signInAdmin } from '../admin/support/admin';
import { aMember, signIn } from '../mobile/support/journey';
import { ANNOUNCED_WITHIN_MS, eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import { apiClients, basic, type NewApiClient, oauth, READ, serviceClient, SUBMIT, tokenOf } from './support/clients';

interface ServiceRoute {
  readonly name: string;
  readonly method: 'get' | 'post';
  readonly path: string;
  /** One of these is enough. */
  readonly scopes: readonly string[];
}

describe('Access to the routes of API clients', () => {
  let api: TestApi;
  let other: TestApi;
  let owner: AdminClient;
  let clients: ReturnType<typeof apiClients>;
  let client: NewApiClient;
  let routes: ServiceRoute[];
  let preview: INestApplication;

  beforeAll(async () => {
    api = await startTestApi({ TRUST_PROXY: '1' });
    other = await startTestApi({ TRUST_PROXY: '1' }, api.urls);
    owner = await asOwner(api);
    clients = apiClients(owner);
    client = await clients.create();
    preview = await previewApi();
    const document = createDocument(preview);
    routes = Object.entries(document.paths).flatMap(([path, operations]) =>
      METHODS.flatMap((method) => {
        // Those of administrators are another suite's: administration.e2e-spec.
        if (!path.startsWith('/api/v1/service/')) return [];
        const security = operations[method]?.security?.flatMap((one) => one['serviceBearer'] ?? []) ?? [];
        if (security.length === 0) return [];
        const place = path.replace('/api/v1/service/', '').replaceAll(/\{\w+\}/g, newId());
        return { name: `${method} ${path}`, method: method as 'get', path: place, scopes: security };
      }),
    );
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });

  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const ask = ({ method, path }: ServiceRoute, token?: string, headers: Record<string, string> = {}, at = api) =>
    serviceClient(at, token, headers)[method](path);
  const everyRoute = async (token: string | undefined, status: number, code: string, headers = {}) => {
    for (const route of routes) {
      const { status: answered, body } = await ask(route, token, headers);
      expect([route.name, answered, body.code]).toEqual([route.name, status, code]);
    }
  };
  const ADMITTED = [200, 404, 422];

  it('is that of every route under the prefix, each of which declares a scope', () => {
    expect(routes.map(({ name }) => name)).toEqual([
      'get /api/v1/service/notifications',
      'post /api/v1/service/notifications',
      'get /api/v1/service/notifications/{id}',
      'post /api/v1/service/notifications/{id}/recall',
    ]);
  });

  it('needs the token of a client, and that of nobody else', async () => {
    await everyRoute(undefined, 401, 'IAM.TOKEN.MISSING');
    const member = await signIn(api, await aMember(api));
    const admin = await signInAdmin(api);
    const token = await tokenOf(api, client);
    const [head = '', claims = ''] = token.split('.');
    for (const foreign of [
      member.access_token,
      member.refresh_token,
      admin.access_token,
      client.client_secret,
      `${head}.${claims}.`,
      `${token}A`,
      'x',
    ]) {
      await everyRoute(foreign, 401, 'IAM.TOKEN.INVALID', { 'X-AppID': api.appId });
    }
    await everyRoute(undefined, 401, 'IAM.TOKEN.INVALID', { Authorization: basic(client) });
  });

  it('is all that the token of a client gives', async () => {
    const token = await tokenOf(api, client);
    const bearer = { Authorization: `Bearer ${token}` };
    await adminClient(api, token).get('apps').expect(401);
    await adminClient(api, token).get('auth/context').expect(401);
    await api.http
      .get('/api/v1/auth/context')
      .set({ ...bearer, 'X-AppID': api.appId })
      .expect(401);
    await api.http
      .get('/api/v1/me')
      .set({ ...bearer, 'X-AppID': client.id })
      .expect(400);
  });

  it('needs one of the scopes of the route, in the token and still in the client', async () => {
    for (const route of routes) {
      for (const scope of [SUBMIT, READ]) {
        const { status, body } = await ask(route, await tokenOf(api, client, { scope }));
        if (route.scopes.includes(scope))
          expect([route.name, scope, ADMITTED]).toEqual([route.name, scope, expect.arrayContaining([status])]);
        else {
          expect([route.name, status, body.code, body.required_scope]).toEqual([
            route.name,
            403,
            'IAM.SCOPE.DENIED',
            route.scopes[0],
          ]);
        }
      }
    }
    const shrinking = await clients.create();
    const token = await tokenOf(api, shrinking);
    await clients.patch(shrinking.id, { scopes: [READ] });
    await serviceClient(api, token).post('notifications', {}).expect(403);
    await clients.patch(shrinking.id, { scopes: [READ, SUBMIT] });
    await serviceClient(api, token).post('notifications', {}).expect(422);
  });

  it('is only from where the client may come: 403, and another network than before counts at once', async () => {
    const bound = await clients.create({ allowed_cidrs: ['203.0.113.0/24'] });
    const [home, away] = [{ 'X-Forwarded-For': '203.0.113.7' }, { 'X-Forwarded-For': '198.51.100.7' }];
    const token = await tokenOf(api, bound, {}, home);
    await everyRoute(token, 403, 'IAM.ADDRESS.DENIED', away);
    await serviceClient(api, token, home).post('notifications', {}).expect(422);
    await clients.patch(bound.id, { allowed_cidrs: ['198.51.100.0/24'] });
    await serviceClient(api, token, home).post('notifications', {}).expect(403);
    await serviceClient(api, token, away).post('notifications', {}).expect(422);
  });

  it('tells in WWW-Authenticate what is wrong with a token by RFC 6750, and nothing to whoever sent none', async () => {
    const path = '/api/v1/service/notifications';
    const challengeOf = async (headers: Record<string, string>, status: number) =>
      (await api.http.post(path).set(headers).send({}).expect(status)).headers['www-authenticate'];
    expect(await challengeOf({}, 401)).toBe('Bearer');
    expect(await challengeOf({ Authorization: basic(client) }, 401)).toBe('Bearer');
    for (const bad of ['Bearer x', 'bearer a.b.c', 'Bearer', `Bearer ${(await signInAdmin(api)).access_token}`]) {
      expect([bad, await challengeOf({ Authorization: bad }, 401)]).toEqual([bad, 'Bearer error="invalid_token"']);
    }
    const reading = { Authorization: `Bearer ${await tokenOf(api, client, { scope: READ })}` };
    expect(await challengeOf(reading, 403)).toBe('Bearer error="insufficient_scope", scope="notifications.submit"');
    // Whoever exchanges a token in the body has sent no bearer.
    const refresh = api.http.post('/admin-api/v1/auth/refresh').send({ refresh_token: 'akr_x' });
    expect((await refresh.expect(401)).headers['www-authenticate']).toBe('Bearer');
  });

  it('comes before the path and the body, which come before what there is', async () => {
    const service = serviceClient(api, await tokenOf(api, client));
    await serviceClient(api).get('notifications/nonsense').expect(401);
    expect((await service.get('notifications/nonsense').expect(404)).body.code).toBe('RESOURCE.NOT_FOUND');
    await serviceClient(api).post('notifications', { nonsense: true }).expect(401);
    const malformed = await api.http.post('/api/v1/service/notifications').type('json').send('{').expect(400);
    expect(malformed.body.code).toBe('REQUEST.MALFORMED');
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['the client is disabled', (id) => clients.move(id, 'disable')],
    ['the client is deleted', (id) => clients.remove(id)],
    ['the client expires', (id) => rows(`UPDATE api_clients SET expires_at = now() WHERE id = $1`, [id])],
    ['its tenant is disabled', () => rows(`UPDATE tenants SET status = 'disabled' WHERE id = $1`, [api.tenantId])],
  ])('ends at once, and within a second in every other process, when %s', async (_what, happen) => {
    const one = await clients.create();
    const token = await tokenOf(api, one);
    const status = async (at: TestApi) => (await serviceClient(at, token).get(`notifications/${newId()}`)).status;
    for (const at of [api, other, api, other]) expect(await status(at)).toBe(404);
    await happen(one.id);
    const since = performance.now();
    expect(await status(api)).toBe(401);
    await eventually(async () => (await status(other)) === 401, ANNOUNCED_WITHIN_MS);
    process.stdout.write(`Refused elsewhere after ${Math.round(performance.now() - since)} ms\n`);
    await rows(`UPDATE tenants SET status = 'active'`);
    if (_what === 'its tenant is disabled') expect(await status(api)).toBe(404);
  });

  it('ends everywhere with the token that the client gives up, and with no other', async () => {
    const [given, kept] = [await tokenOf(api, client), await tokenOf(api, client)];
    const status = async (at: TestApi, token: string) =>
      (await serviceClient(at, token).get(`notifications/${newId()}`)).status;
    for (const token of [given, kept]) expect(await status(other, token)).toBe(404);
    await oauth(api, 'revoke', { token: given }, { Authorization: basic(client) }).expect(200);
    expect(await status(api, given)).toBe(401);
    await eventually(async () => (await status(other, given)) === 401);
    for (const at of [api, other]) expect(await status(at, kept)).toBe(404);
  });

  it('is remembered: a request that comes again asks the database nothing', async () => {
    const token = await tokenOf(api, client);
    await serviceClient(api, token).post('notifications', {}).expect(422);
    const read = jest.spyOn(api.database, 'read');
    await serviceClient(api, token).get('notifications/nonsense').expect(404);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('is recorded of writes, done and denied, with the client as the actor', async () => {
    const records = () =>
      rows(
        `SELECT actor_type, actor_id, actor_display, action, outcome, method, route FROM audit_logs
          WHERE actor_type = 'api_client' ORDER BY seq`,
      );
    const before = (await records()).length;
    const of = { actor_type: 'api_client', actor_id: client.id, actor_display: client.name, action: SUBMIT };
    const to = { method: 'POST', route: '/api/v1/service/notifications' };
    await serviceClient(api, await tokenOf(api, client))
      .post('notifications', {})
      .expect(422);
    const reader = serviceClient(api, await tokenOf(api, client, { scope: READ }));
    await reader.post('notifications', {}).expect(403);
    await reader.get(`notifications/${newId()}`).expect(404);
    expect((await records()).slice(before)).toEqual([
      { ...of, ...to, outcome: 'failure' },
      { ...of, ...to, outcome: 'denied' },
    ]);
    const { body } = await owner.get(`audit/logs?actor_id=${client.id}&outcome=denied`).expect(200);
    expect(body.data.items[0].actor).toEqual({ type: 'api_client', id: client.id, display: client.name });
  });
});

describe('The requests of an API client', () => {
  it('are limited, for each client by itself', async () => {
    const api = await startTestApi({ RATE_LIMIT_ENABLED: 'true' });
    const client = await apiClients(await asOwner(api)).create();
    const { headers } = await serviceClient(api, await tokenOf(api, client))
      .get(`notifications/${newId()}`)
      .expect(404);
    expect(headers['ratelimit-policy']).toBe('"session";q=1200;w=60');
    expect(headers['ratelimit']).toMatch(/^"session";r=1199;/);
    const answer = await oauth(api, 'token', {}).expect(400);
    expect(answer.headers['ratelimit-policy']).toBe('"oauth_refused";q=300;w=60');
    await api.close();
  });
});
