import { newId } from '@libs/kernel';
import { apiClients, MEMBERS, type NewApiClient, READ, SECURITY, SUBMIT, tokenOf } from '../../service/support/clients';
import { reasons } from '../../http/support/problem';
import { suiteApi } from '../../support/suite';
import { type AdminClient, adminClient, anAdmin, asOwner, suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { aTenant } from '../support/tenants';

const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

describe('API clients may do no more than those who make them:', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  const clients = apiClients(owner);

  /** An administrator with exactly these permissions. */
  const holderOf = async (...permissions: string[]) => {
    const code = `role-${newId()}`;
    await owner.post('roles', { code, name: code, permissions }).expect(201);
    return adminClient(api, (await anAdmin(api, [code])).token);
  };

  it('a scope needs the permission for the same', async () => {
    const reader = await holderOf('api_clients.write', 'api_clients.read', 'messages.read');
    const denied = async (request: ReturnType<AdminClient['post']>) =>
      expect((await request.expect(403)).body).toMatchObject({
        code: 'IAM.PERMISSION.DENIED',
        required_permission: 'messages.publish',
      });
    await denied(reader.post('api-clients', { name: 'x', scopes: [READ, SUBMIT] }));
    const { body } = await reader.post('api-clients', { name: 'x', scopes: [READ] }).expect(201);
    const { id } = body.data as NewApiClient;
    await denied(reader.patch(`api-clients/${id}`, { lock_version: 1, scopes: [READ, SUBMIT] }));
    await reader.patch(`api-clients/${id}`, { lock_version: 1, name: 'y', scopes: [READ] }).expect(200);
    await reader.post(`api-clients/${id}/rotate-secret`).expect(200);
    for (const [scope, permission] of [
      [SECURITY, 'messages.publish'],
      [MEMBERS, 'members.read'],
    ]) {
      const refused = await reader.patch(`api-clients/${id}`, { lock_version: 3, scopes: [READ, scope] }).expect(403);
      expect(refused.body.required_permission).toBe(permission);
      const able = await holderOf('api_clients.write', permission!);
      await able.post('api-clients', { name: scope, scopes: [scope] }).expect(201);
    }
  });

  it('a scope that is a permission needs this permission', async () => {
    const releaser = await holderOf('api_clients.write', 'releases.read', 'releases.write');
    const scopes = ['releases.read', 'releases.write'];
    await releaser.post('api-clients', { name: 'x', scopes }).expect(201);
    const { body } = await releaser.post('api-clients', { name: 'x', scopes: [...scopes, 'files.write'] }).expect(403);
    expect(body).toMatchObject({ code: 'IAM.PERMISSION.DENIED', required_permission: 'files.write' });
  });

  it('a scope that reaches beyond one tenant is only for clients of the platform tenant', async () => {
    const scopes = ['regions.read', READ, 'runtime.read'];
    expect((await clients.create({ scopes })).scopes).toEqual([READ, 'regions.read', 'runtime.read']);
    const tenant = await aTenant(api);
    // The platform's administrator holds them there, too.
    const visitor = await asOwner(api, { 'X-Tenant-ID': tenant.id });
    const { body } = await visitor.post('api-clients', { name: 'x', scopes }).expect(422);
    expect(reasons(body)).toEqual(['scopes.0 platform_permission', 'scopes.2 platform_permission']);
    await visitor.post('api-clients', { name: 'x', scopes: [READ] }).expect(201);
  });

  it('Apps that are deleted keep a client limited to them', async () => {
    const { id: appId, lock_version } = await aManagedApp(owner);
    const { id } = await clients.create({ app_ids: [appId] });
    await owner.post(`apps/${appId}/disable`, { lock_version }).expect(200);
    await owner.delete(`apps/${appId}`).expect(200);
    expect(await clients.patch(id, { name: 'y', app_ids: [appId] })).toMatchObject({ app_ids: [appId] });
    const further = await clients.patch(id, { app_ids: [api.appId] });
    const body = { lock_version: further.lock_version, app_ids: [appId] };
    expect(reasons((await owner.patch(`api-clients/${id}`, body).expect(422)).body)).toEqual(['app_ids.0 unknown_app']);
  });

  it('nobody takes over a client that may do more, by its secret', async () => {
    const reader = await holderOf('api_clients.write', 'messages.read');
    const { id, client_secret, client_id } = await clients.create();
    const { body } = await reader.post(`api-clients/${id}/rotate-secret`).expect(403);
    expect(body.required_permission).toBe('messages.publish');
    await tokenOf(api, { client_id, client_secret });
    // Taking away is no giving.
    await reader.patch(`api-clients/${id}`, { lock_version: 1, scopes: [READ] }).expect(200);
    await reader.post(`api-clients/${id}/rotate-secret`).expect(200);
  });

  it('nobody changes a client that may do more, or lets it be used again', async () => {
    const reader = await holderOf('api_clients.write', 'messages.read');
    const { id } = await clients.create({ expires_at: NEXT_YEAR, app_ids: [api.appId] });
    const change = async (changes: object) => {
      const { lock_version } = await clients.read(id);
      return reader.patch(`api-clients/${id}`, { lock_version, ...changes });
    };
    for (const changes of [{ name: 'y' }, { expires_at: null }, { app_ids: null }, { allowed_cidrs: ['10.0.0.0/8'] }]) {
      expect([changes, (await change(changes)).status]).toEqual([changes, 403]);
    }
    // But anybody who manages clients may stop it.
    const disabled = await reader.post(`api-clients/${id}/disable`, { lock_version: 1 }).expect(200);
    const { lock_version } = disabled.body.data as NewApiClient;
    const { body } = await reader.post(`api-clients/${id}/enable`, { lock_version }).expect(403);
    expect(body.required_permission).toBe('messages.publish');
    // With what is left of its scopes it may do no more than the administrator.
    expect((await change({ scopes: [READ], app_ids: null, expires_at: null })).status).toBe(200);
    await reader.post(`api-clients/${id}/enable`, { lock_version: lock_version + 1 }).expect(200);
  });
});
