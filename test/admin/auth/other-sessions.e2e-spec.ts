import { expectProblem } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type Admin, adminClient, anAdmin, signInAdmin } from '../support/admin';
import { apiClients, tokenOf } from '../../service/support/clients';

describe('POST /admin-api/v1/auth/sessions/revoke-others', () => {
  const api = suiteApi();
  const PATH = 'auth/sessions/revoke-others';

  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const again = async (admin: Admin) => adminClient(api, (await signInAdmin(api, admin)).access_token);

  it('ends the other sessions at once, keeps the one that asks, and tells how many', async () => {
    const admin = await anAdmin(api, ['admin']);
    const [own, second] = [adminClient(api, admin.token), await again(admin)];
    await again(admin);
    const bystander = adminClient(api, (await anAdmin(api, ['admin'])).token);
    const { body } = await own.post(PATH).expect(200);
    expect(body.data).toEqual({ revoked: 2 });
    expectProblem(await second.get('auth/profile'), 401, 'IAM.TOKEN.INVALID');
    for (const client of [own, bystander]) await client.get('auth/profile').expect(200);
    expect((await own.post(PATH).expect(200)).body.data).toEqual({ revoked: 0 });
  });

  it('is recorded, and told to the owner of the account', async () => {
    const admin = await anAdmin(api, ['admin']);
    await again(admin);
    await adminClient(api, admin.token).post(PATH).expect(200);
    const of = 'WHERE tenant_id = $1 AND actor_id = $2';
    const records = await rows(
      `SELECT action, outcome, resource_type, resource_id, changes FROM audit_logs ${of} ORDER BY seq`,
      [api.tenantId, admin.userId],
    );
    expect(records).toEqual([
      {
        ...{ action: 'auth.revoke_other_sessions', outcome: 'success', resource_type: 'session', resource_id: null },
        changes: [{ path: 'revoked', before: null, after: 1 }],
      },
    ]);
    const events = await rows('SELECT type, details, ip FROM security_events WHERE user_id = $1', [admin.userId]);
    expect(events).toEqual([
      { type: 'sessions_revoked', details: { reason: 'revoked_by_user', count: 1 }, ip: '127.0.0.1' },
    ]);
  });

  it('leaves one where all end each other at once', async () => {
    const admin = await anAdmin(api, ['admin']);
    const clients = [adminClient(api, admin.token)];
    for (let count = 0; count < 4; count++) clients.push(await again(admin));
    const answers = await Promise.all(clients.map((client) => client.post(PATH)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const live = await rows('SELECT id FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [admin.userId]);
    expect(live).toHaveLength(1);
  });

  it('is for administrators alone: an API client has no sessions', async () => {
    const owner = adminClient(api, (await signInAdmin(api)).access_token);
    const client = adminClient(api, await tokenOf(api, await apiClients(owner).create()));
    expectProblem(await client.post(PATH), 401, 'IAM.TOKEN.INVALID');
  });
});
