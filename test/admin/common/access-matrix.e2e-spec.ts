import type { OpenAPIObject } from '@nestjs/swagger';
import { createDocument } from '../../../apps/api/src/openapi/document';
import { previewApi } from '../../../apps/api/src/openapi/generated-files';
import { METHODS } from '../../../apps/api/src/surfaces/routes';
import { PERMISSIONS } from '@libs/iam';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, signIn } from '../../mobile/support/journey';
import { adminClient, anAdmin } from '../support/admin';

interface AdminRoute {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  /** Null on routes about oneself. */
  readonly permission: string | null;
}

/** Every route of administrators that requires a bearer token, from the OpenAPI document. */
function adminRoutes(document: OpenAPIObject): AdminRoute[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method] as { security?: object[]; 'x-permission'?: string } | undefined;
      const isGuarded = operation?.security?.some((scheme) => 'adminBearer' in scheme) ?? false;
      return isGuarded ? [{ method, path, permission: operation?.['x-permission'] ?? null }] : [];
    }),
  );
}

describe('Access to the administrators’ routes', () => {
  const api = suiteApi();
  let routes: AdminRoute[];

  beforeAll(async () => {
    routes = adminRoutes(createDocument(await previewApi()));
  });

  /** The path of the existing App, otherwise of things that do not exist. */
  const pathOf = ({ path }: AdminRoute) =>
    path
      .replace('{app_id}', api.appId)
      .replaceAll(/\{(?:\w+_)?id\}/g, '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff')
      .replaceAll(/\{\w+\}/g, 'nothing-there');
  /** Some routes name the App in a header. */
  const clientOf = (token?: string) => adminClient(api, token, { 'X-AppID': api.appId });
  const request = (route: AdminRoute, token?: string) => {
    const client = clientOf(token);
    return client[route.method](pathOf(route).replace('/admin-api/v1/', ''));
  };
  const named = (route: AdminRoute) => `${route.method.toUpperCase()} ${route.path}`;

  const all = PERMISSIONS.map(({ code }) => code as string);
  /** A user with all permissions, by a role of its own. @returns the bearer token, and what changes them to exactly these. */
  const aHolder = async (code: string) => {
    const give = (permissions: readonly string[]) =>
      queryAs(
        api.urls.superuserUrl,
        `INSERT INTO roles (tenant_id, code, name, permissions, built_in) VALUES ($1, $2, $2, $3, false)
         ON CONFLICT (tenant_id, code) DO UPDATE SET permissions = excluded.permissions`,
        [api.tenantId, code, permissions],
      );
    // Without any, one is no administrator.
    await give(all);
    const { token } = await anAdmin(api, [code]);
    return { token, give };
  };
  /** The guarded routes by their permission. */
  const guarded = () =>
    Map.groupBy(
      routes.filter((route): route is AdminRoute & { permission: string } => route.permission !== null),
      ({ permission }) => permission,
    );
  const records = () =>
    queryAs(
      api.urls.superuserUrl,
      'SELECT action, outcome, method, route FROM audit_logs WHERE tenant_id = $1 ORDER BY seq',
      [api.tenantId],
    );

  it('covers them all', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(new Set(routes.map(({ permission }) => permission).filter(Boolean)).size).toBeGreaterThan(10);
  });

  it('needs a bearer', async () => {
    for (const route of routes) {
      const { status, body } = await request(route);
      expect([named(route), status, body.code]).toEqual([named(route), 401, 'IAM.TOKEN.MISSING']);
    }
  });

  it('is not given to a member', async () => {
    const { access_token } = await signIn(api, await aMember(api));
    for (const route of routes) {
      const { status, body } = await request(route, access_token);
      expect([named(route), status, body.code]).toEqual([named(route), 401, 'IAM.TOKEN.INVALID']);
    }
  });

  it('is refused to a user who lacks the one permission and has all others, and a refused write is recorded once', async () => {
    const { token, give } = await aHolder('all-but-one');
    const { length: before } = await records();
    const refused: AdminRoute[] = [];
    for (const [permission, ofPermission] of guarded()) {
      await give(all.filter((code) => code !== permission));
      for (const route of ofPermission) {
        const { status, body } = await request(route, token);
        expect([named(route), status, body.code, body.required_permission]).toEqual([
          named(route),
          403,
          'IAM.PERMISSION.DENIED',
          permission,
        ]);
        refused.push(route);
      }
    }
    const recorded = (await records()).slice(before);
    // What shows a text changes nothing.
    const writes = refused.filter(({ method, permission }) => method !== 'get' && permission !== 'content.preview');
    expect(recorded).toEqual(
      writes.map(({ permission, method, path }) => ({
        action: permission,
        outcome: 'denied',
        method: method.toUpperCase(),
        route: path,
      })),
    );
  });

  it('is granted to a user who has the one permission and no other', async () => {
    const { token, give } = await aHolder('only-one');
    for (const [permission, ofPermission] of guarded()) {
      await give([permission]);
      for (const route of ofPermission) {
        const { status, body } = await request(route, token);
        const isRefused = status === 401 || body.code === 'IAM.PERMISSION.DENIED' || status >= 500;
        expect([named(route), isRefused ? `${status} ${JSON.stringify(body)}` : 'admitted']).toEqual([
          named(route),
          'admitted',
        ]);
      }
    }
  });

  it('treats an invalid id as something that does not exist, before it looks at the body', async () => {
    const { token: bearer } = await aHolder('all');
    const invalid = ['nonsense', '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9fg', "1' OR '1'='1"];
    const ofThings = routes.filter(({ path }) => /\{(?:\w+_)?id\}/.test(path));
    expect(ofThings.length).toBeGreaterThan(20);
    for (const [index, route] of ofThings.entries()) {
      const id = invalid[index % invalid.length] ?? '';
      const path = route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id)).replace('/admin-api/v1/', '');
      const { status } = await clientOf(bearer)
        [route.method](path)
        .send(route.method === 'get' ? undefined : {});
      expect([named(route), id, status]).toEqual([named(route), id, 404]);
    }
  });

  it('finds nothing of an unknown App', async () => {
    const { token: bearer } = await aHolder('all');
    for (const route of routes.filter(({ path }) => path.includes('{app_id}'))) {
      const path = pathOf(route)
        .replace(api.appId, '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9fe')
        .replace('/admin-api/v1/', '');
      const { status, body } = await adminClient(api, bearer)[route.method](path);
      expect([named(route), status, body.code]).toEqual([named(route), 404, 'RESOURCE.NOT_FOUND']);
    }
  });
});
