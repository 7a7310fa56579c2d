import { randomUUID } from 'node:crypto';
import { expectProblem } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { adminClient, anAdmin, asOwner, BOOTSTRAP, signInAdmin } from '../support/admin';

describe('X-Tenant-ID', () => {
  const api = suiteApi();
  const tenantId = randomUUID();
  beforeAll(async () => {
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO tenants (id, code, name, status, is_platform) VALUES ($1, 'acme', 'Acme', 'active', false)`,
      [tenantId],
    );
  });

  it('lets a platform administrator act in another tenant, and every call is recorded in the log of that tenant', async () => {
    const there = await asOwner(api, { 'X-Tenant-ID': tenantId.toUpperCase() });
    const { body } = await there.get('auth/context').expect(200);
    expect(body.data).toMatchObject({ tenant: { id: tenantId, code: 'acme' }, user: { email: BOOTSTRAP.email } });
    await there.get(`apps/${api.appId}`).expect(404);
    const { body: log } = await there.get('audit/logs').expect(200);
    const items = log.data.items as { action: string; method: string; outcome: string; actor: { display: string } }[];
    expect(items.map(({ action, method, outcome }) => [action, method, outcome])).toEqual([
      ['apps.read', 'GET', 'failure'],
      ['auth.context', 'GET', 'success'],
    ]);
    expect(items[0]?.actor.display).toBe('Administrator');
    const { body: home } = await (await asOwner(api)).get('audit/logs?action=apps.read').expect(200);
    expect(home.data.total).toBe(0);
  });

  it('leaves what is done to the own account at home, and its record', async () => {
    const { userId, email, password } = await anAdmin(api, ['platform_admin']);
    const signedIn = async () => {
      const { access_token, session_id } = await signInAdmin(api, { email, password });
      return { away: adminClient(api, access_token, { 'X-Tenant-ID': tenantId }), id: session_id };
    };
    const [{ away }, second, third] = [await signedIn(), await signedIn(), await signedIn()];
    const { body } = await away.get('auth/profile').expect(200);
    await away.patch('auth/profile', { display_name: 'Wei', lock_version: body.data.lock_version }).expect(200);
    await away.delete(`auth/sessions/${second.id}`).expect(200);
    const again = () => away.post('auth/sessions/revoke-others').set('Idempotency-Key', 'others').expect(200);
    // The session of the test, and the third.
    expect((await again()).body.data).toEqual({ revoked: 2 });
    await again();
    expectProblem(await third.away.get('auth/profile'), 401, 'IAM.TOKEN.INVALID');
    await away.post('auth/logout').expect(200);
    const rows = await queryAs(
      api.urls.superuserUrl,
      `SELECT tenant_id, action, outcome FROM audit_logs WHERE actor_id = $1 AND method <> 'GET' ORDER BY seq`,
      [userId],
    );
    const actions = ['update_profile', 'revoke_session', ...Array(2).fill('revoke_other_sessions'), 'logout'];
    expect(rows).toEqual(
      actions.map((action) => ({ tenant_id: api.tenantId, action: `auth.${action}`, outcome: 'success' })),
    );
  });

  it('is refused to everyone else, even for their own tenant', async () => {
    const { token } = await anAdmin(api, ['owner']);
    for (const id of [tenantId, api.tenantId, 'nonsense']) {
      const { body } = await adminClient(api, token, { 'X-Tenant-ID': id }).get('auth/context').expect(403);
      expect(body).toMatchObject({ code: 'IAM.PERMISSION.DENIED', required_permission: 'tenants.access' });
    }
  });

  it('names a tenant that exists, by its id', async () => {
    const { access_token } = await signInAdmin(api);
    const malformed = await adminClient(api, access_token, { 'X-Tenant-ID': 'acme' }).get('auth/context').expect(400);
    expect(malformed.body.code).toBe('TENANT.HEADER.INVALID');
    const unknown = await adminClient(api, access_token, { 'X-Tenant-ID': randomUUID() })
      .get('auth/context')
      .expect(404);
    expect(unknown.body.code).toBe('RESOURCE.NOT_FOUND');
  });
});
