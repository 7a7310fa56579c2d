import { newId } from '@libs/kernel';
import { apiClients, tokenOf } from '../../service/support/clients';
import { expectProblem } from '../../http/support/problem';
import { eventually, isSoOnceAnnounced, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { adminClient, anAdmin, asOwner, asRoles, signInAdmin, suiteOwner } from '../support/admin';
import { expectGone, linkTo, opened, pathOf, textOf, uploadedText } from '../support/download-links';
import { anApp } from '../support/pages';
import { aTenant } from '../support/tenants';

describe('Links to downloads, by whom they are made and for how long,', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let other: TestApi;
  let appId: string;
  let fileId: string;

  beforeAll(async () => {
    other = await startTestApi({}, api.urls);
    appId = await anApp(api);
    fileId = await uploadedText(owner, 'a text that is a file');
  });
  afterAll(() => other.close());

  const fileContent = () => `files/${fileId}/content`;
  const members = () => `apps/${appId}/members/export`;
  const AUDIT = 'audit/logs/export';
  const rows = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);

  it('end with the session in which they were made, on every server', async () => {
    const admin = await anAdmin(api, ['release_manager']);
    const sessions = [admin, await signInAdmin(api, admin)] as const;
    const clients = [adminClient(api, sessions[0].token), adminClient(api, sessions[1].access_token)] as const;
    const [ending, elsewhere, staying] = [
      await linkTo(clients[0], fileContent()),
      await linkTo(clients[0], fileContent()),
      await linkTo(clients[1], fileContent()),
    ];
    await api.http.head(pathOf(ending.url)).expect(200);
    await other.http.head(pathOf(ending.url)).expect(200);
    await clients[0].post('auth/logout').expect(200);
    await expectGone(api, pathOf(ending.url));
    expect(await isSoOnceAnnounced(async () => (await other.http.head(pathOf(elsewhere.url))).status === 404)).toBe(
      true,
    );
    await opened(api, staying.url).expect(200);
  });

  it('end with whatever lets their maker sign in', async () => {
    const admin = await anAdmin(api, ['release_manager']);
    const { url } = await linkTo(adminClient(api, admin.token), fileContent());
    const { body } = await owner.get(`users/${admin.userId}`).expect(200);
    await owner.post(`users/${admin.userId}/disable`, { lock_version: body.data.lock_version }).expect(200);
    await expectGone(api, pathOf(url));
  });

  it.each([
    ['files.read', fileContent],
    ['members.export', members],
    ['audit.export', () => AUDIT],
  ])('need the permission %s when they are made, and when they are opened', async (permission, path) => {
    const code = `may-${newId()}`;
    await owner.post('roles', { code, name: 'May', permissions: [permission, 'apps.read'] }).expect(201);
    const admin = await anAdmin(api, [code]);
    const client = adminClient(api, admin.token);
    const { url } = await linkTo(client, path());
    const set = async (permissions: string[]) => {
      const { body } = await owner.get(`roles/${code}`).expect(200);
      await owner.patch(`roles/${code}`, { permissions, lock_version: body.data.lock_version }).expect(200);
    };
    await set(['apps.read']);
    const denied = expectProblem(await opened(api, url), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    expect(denied).toMatchObject({ required_permission: permission });
    expectProblem(await client.post(`${path()}/download-link`), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    // Given back in time: nobody has opened it yet.
    await set([permission, 'apps.read']);
    await opened(api, url).expect(200);
  });

  it('stay in their tenant, and with somebody of the platform, who is recorded as for any download there', async () => {
    const tenant = await aTenant(api);
    const there = await uploadedText(tenant.owner.client, 'there');
    const platform = await asOwner(api, { 'X-Tenant-ID': tenant.id });
    const { url } = await linkTo(platform, `files/${there}/content`);
    const own = await linkTo(owner, fileContent());
    await expectGone(api, pathOf(own.url).replace(fileId, there));
    await expectGone(api, pathOf(url).replace(there, fileId));
    expectProblem(await tenant.owner.client.post(`${fileContent()}/download-link`), 404, 'RESOURCE.NOT_FOUND');
    // Whatever the header says, which no browser sends.
    expect(textOf(await opened(api, url, { 'X-Tenant-ID': api.tenantId }).expect(200))).toBe('there');
    const records = await eventually(async () => {
      const found = await rows(
        `SELECT action, outcome, route, resource_id, actor_type FROM audit_logs WHERE tenant_id = $1 AND method = 'GET'`,
        [tenant.id],
      );
      return found.length > 0 && found;
    });
    expect(records).toEqual([
      {
        ...{ action: 'files.read', outcome: 'success', actor_type: 'user' },
        ...{ route: '/admin-api/v1/files/{id}/content', resource_id: there },
      },
    ]);
    // Without the permission to be there, it is not opened any more.
    const code = `away-${newId()}`;
    await owner.post('roles', { code, name: 'Away', permissions: ['files.read', 'tenants.access'] }).expect(201);
    const visitor = await anAdmin(api, [code]);
    const visiting = await linkTo(
      adminClient(api, visitor.token, { 'X-Tenant-ID': tenant.id }),
      `files/${there}/content`,
    );
    const { body } = await owner.get(`roles/${code}`).expect(200);
    const permissions = ['files.read'];
    await owner.patch(`roles/${code}`, { permissions, lock_version: body.data.lock_version }).expect(200);
    expectProblem(await opened(api, visiting.url), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    // Those of the tenant itself leave no record when they are opened, as no download does there.
    await opened(api, (await linkTo(tenant.owner.client, `files/${there}/content`)).url).expect(200);
  });

  it('of an API client end with it', async () => {
    const clients = apiClients(owner);
    const client = await clients.create({ scopes: ['files.read'] });
    const program = adminClient(api, await tokenOf(api, client));
    await opened(api, (await linkTo(program, fileContent())).url).expect(200);
    const { url } = await linkTo(program, fileContent());
    await rows(`UPDATE api_clients SET status = 'disabled' WHERE id = $1`, [client.id]);
    expect(await isSoOnceAnnounced(async () => (await api.http.head(pathOf(url))).status === 404)).toBe(true);
  });

  it('are made by whoever may, and by nobody else', async () => {
    await (await asRoles(api, 'auditor')).post(`${fileContent()}/download-link`).expect(200);
    await (await asRoles(api, 'auditor')).post(`${members()}/download-link`).expect(403);
    await adminClient(api).post(`${fileContent()}/download-link`).expect(401);
  });
});
