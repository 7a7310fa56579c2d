import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { adminClient, asOwner, asRoles, signInAdmin, type AdminClient } from '../support/admin';
import { aDisabledApp, aManagedApp, anotherTenant, auditOf } from '../support/apps';
import { NEW_RELEASE, releaseClient, type ReleaseAnswer } from '../support/releases';

const UNKNOWN = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';
const LEGACY = 'mobile/releases';

describe('The legacy routes of releases', () => {
  const api = suiteApi();
  let token: string;
  let owner: AdminClient;
  let appId: string;
  let legacy: AdminClient;
  let scoped: ReturnType<typeof releaseClient>;

  beforeAll(async () => {
    token = (await signInAdmin(api)).access_token;
    owner = await asOwner(api);
  });

  beforeEach(async () => {
    appId = (await aManagedApp(owner)).id;
    legacy = adminClient(api, token, { 'X-AppID': appId });
    scoped = releaseClient(owner, `apps/${appId}/mobile/releases`);
  });

  /** Every route, as a client requests it. */
  const everyRoute = (client: AdminClient, id = UNKNOWN) => [
    client.get(LEGACY),
    client.post(LEGACY, NEW_RELEASE),
    client.post(`${LEGACY}/batch-delete`, { ids: [id] }),
    client.get(`${LEGACY}/${id}`),
    client.patch(`${LEGACY}/${id}`, { lock_version: 1 }),
    client.delete(`${LEGACY}/${id}`),
    client.post(`${LEGACY}/${id}/publish`, { lock_version: 1 }),
    client.post(`${LEGACY}/${id}/unpublish`, { lock_version: 1 }),
  ];

  it('are another door to the same releases', async () => {
    const door = releaseClient(legacy, LEGACY);
    const release = await door.create();
    expect(release).toMatchObject({ app_id: appId, publish_status: 'draft' });
    expect(await scoped.read(release.id)).toEqual(release);
    await door.patch(release.id, { version_name: '7.0' });
    const published = await door.publish(release.id);
    expect(published).toMatchObject({ version_name: '7.0', publish_status: 'online', lock_version: 3 });
    expect(await scoped.read(release.id)).toEqual(published);
    expect(await door.unpublish(release.id)).toMatchObject({ publish_status: 'offline', lock_version: 4 });
    const drafts = [await scoped.create(), await scoped.create(), await scoped.create()].map(({ id }) => id);
    const deleted = await legacy.delete(`${LEGACY}/${drafts[0]}`).expect(200);
    expect(deleted.body).toEqual({ data: { success: true } });
    const { body } = await legacy.post(`${LEGACY}/batch-delete`, { ids: drafts.slice(1) }).expect(200);
    expect(body).toEqual({ data: { success: true } });
    const records = await auditOf(api, release.id);
    expect(records.map(({ action, app_id }) => [action, app_id])).toEqual([
      ['releases.write', appId],
      ['releases.write', appId],
      ['releases.publish', appId],
      ['releases.publish', appId],
    ]);
  });

  it('refuse the same as the others', async () => {
    const door = releaseClient(legacy, LEGACY);
    const release = await door.create();
    const place = `${LEGACY}/${release.id}`;
    expect(reasons((await legacy.post(LEGACY, {}).expect(422)).body)).toHaveLength(7);
    expectProblem(
      await legacy.post(LEGACY, { ...NEW_RELEASE, version_code: release['version_code'] }),
      422,
      'RELEASES.VERSION.DUPLICATE',
    );
    expectProblem(await legacy.patch(place, { lock_version: 1, platform: 'ios' }), 409, 'RESOURCE.IMMUTABLE_FIELD', [
      'field',
    ]);
    expectProblem(await legacy.post(`${place}/unpublish`, { lock_version: 1 }), 409, 'RELEASES.STATE.INVALID');
    await door.publish(release.id);
    expectProblem(await legacy.post(`${place}/publish`, { lock_version: 2 }), 409, 'RELEASES.STATE.INVALID');
    expectProblem(await legacy.delete(place), 409, 'RELEASES.STATE.INVALID');
    expectProblem(await legacy.post(`${LEGACY}/batch-delete`, { ids: [release.id] }), 409, 'RESOURCE.CONFLICT', [
      'ids',
    ]);
    expectProblem(await legacy.patch(place, { lock_version: 1 }), 409, 'RESOURCE.VERSION_CONFLICT', [
      'current_lock_version',
    ]);
    expectProblem(await legacy.post(`${place}/rollout`, { lock_version: 2, paused: true }), 404, 'ROUTE.NOT_FOUND');
  });

  it('list the newest 500 of the App, and nothing else', async () => {
    expect((await legacy.get(LEGACY).expect(200)).body).toEqual({ data: { items: [] } });
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO releases (tenant_id, id, app_id, platform, package_type, target_platforms, version_name,
                             version_code, upgrade_mode, title, release_notes, created_at)
       SELECT $1, gen_random_uuid(), $2, 'ios', 'wgt', '{ios}', '1.' || n, n, 'optional', '{}', '{}',
              now() - make_interval(mins => n)
         FROM generate_series(1, 501) AS n`,
      [api.tenantId, appId],
    );
    const newest = await scoped.create();
    await releaseClient(owner, `apps/${(await aManagedApp(owner)).id}/mobile/releases`).create();
    const { body } = await legacy.get(`${LEGACY}?page=2&page_size=1`).expect(200);
    const items = body.data.items as ReleaseAnswer[];
    expect(Object.keys(body.data as object)).toEqual(['items']);
    expect(items).toHaveLength(500);
    expect(items[0]).toEqual(newest);
    expect(items.slice(1).map((item) => item['version_code'])).toEqual(Array.from({ length: 499 }, (_, n) => n + 1));
  });

  it('require an App header before authentication', async () => {
    for (const client of [adminClient(api), adminClient(api, token), adminClient(api, 'nonsense')]) {
      for (const answer of await Promise.all(everyRoute(client))) {
        expectProblem(answer, 400, 'APP.HEADER.REQUIRED');
      }
    }
    for (const header of ['', ' ']) {
      const answer = await adminClient(api, token, { 'X-AppID': header }).get(LEGACY);
      expectProblem(answer, 400, 'APP.HEADER.REQUIRED');
    }
    for (const header of ['nonsense', `${appId}x`, `${appId}, ${appId}`, "1' OR '1'='1"]) {
      for (const answer of await Promise.all(everyRoute(adminClient(api, undefined, { 'X-AppID': header })))) {
        expectProblem(answer, 400, 'APP.HEADER.INVALID');
      }
    }
  });

  it('need a bearer and a permission, before they look for the App', async () => {
    for (const answer of await Promise.all(everyRoute(adminClient(api, undefined, { 'X-AppID': UNKNOWN })))) {
      expectProblem(answer, 401, 'IAM.TOKEN.MISSING');
    }
    for (const answer of await Promise.all(everyRoute(adminClient(api, 'nonsense', { 'X-AppID': appId })))) {
      expectProblem(answer, 401, 'IAM.TOKEN.INVALID');
    }
    const editor = await asRoles(api, 'content_editor');
    const refused = await editor.get(LEGACY).set('X-AppID', UNKNOWN);
    expectProblem(refused, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
  });

  it('do not find an App that is unknown, deleted or another tenant’s, whatever the body', async () => {
    const { id } = await scoped.create();
    const deleted = await aDisabledApp(owner);
    await owner.delete(`apps/${deleted.id}`).expect(200);
    const foreign = { 'X-AppID': appId, 'X-Tenant-ID': await anotherTenant(api) };
    for (const headers of [{ 'X-AppID': UNKNOWN }, { 'X-AppID': deleted.id }, foreign]) {
      const client = adminClient(api, token, headers);
      for (const answer of await Promise.all(everyRoute(client, id))) {
        expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
      }
      expectProblem(await client.post(LEGACY, { nonsense: 1 }), 404, 'RESOURCE.NOT_FOUND');
    }
  });

  it('do not find a release of another App', async () => {
    const { id } = await scoped.create();
    const other = adminClient(api, token, { 'X-AppID': (await aManagedApp(owner)).id });
    const [, , batch, ...single] = everyRoute(other, id);
    for (const answer of await Promise.all(single)) expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
    expectProblem(await batch!, 409, 'RESOURCE.CONFLICT', ['ids']);
    expect(await scoped.read(id)).toMatchObject({ publish_status: 'draft', lock_version: 1 });
  });

  it('manage a disabled App too, named in either case', async () => {
    const disabled = await aDisabledApp(owner);
    const door = releaseClient(adminClient(api, token, { 'X-AppID': disabled.id.toUpperCase() }), LEGACY);
    const { id } = await door.create();
    expect(await door.publish(id)).toMatchObject({ app_id: disabled.id, publish_status: 'online' });
  });
});
