import { Sweeps } from '@libs/foundation';
import { adminClient, signInAdmin, suiteOwner } from '../../admin/support/admin';
import { acceptInvitation } from '../../admin/support/tenants';
import { anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { anAccount, deleteAccount, eraseAccount, graceOver } from '../support/account-life';
import { clientOf, outboxSettled } from '../support/journey';
import { dumpOf, findIn } from '../support/personal-data';

describe('The erasure of accounts', () => {
  const api = suiteApi({ TRUST_PROXY: '1' });
  const owner = suiteOwner(api);

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);

  it('is done by an administrator’s deletion in the same way', async () => {
    const account = await anAccount(api, { display_name: 'Ludovica Deleted' });
    await owner.delete(`users/${account.userId}`).expect(200);
    await outboxSettled(api);
    expect(findIn(await dumpOf(api), [account.email, 'Ludovica'])).toEqual([]);
    const { body } = await owner.post('audit/verify').expect(200);
    expect(body.data.ok).toBe(true);
    const signInAgain = await clientOf(api).login({ email: account.email, password: account.password });
    expect(signInAgain.status).toBe(401);
  });

  it('includes administrators who delete themselves, down to the record of that', async () => {
    const email = anEmail();
    await owner.post('users', { email, display_name: 'Ottoline Self', roles: ['admin'] }).expect(201);
    await acceptInvitation(api, email);
    const { access_token } = await signInAdmin(api, { email, password: PASSWORD });
    const self = adminClient(api, access_token, { 'X-Forwarded-For': '203.0.113.55' });
    const { id } = (await self.get('auth/profile').expect(200)).body.data as { id: string };
    await self.delete(`users/${id}`).expect(200);
    await outboxSettled(api);
    expect(findIn(await dumpOf(api), [email, 'Ottoline', '203.0.113.55'])).toEqual([]);
    expect((await owner.post('audit/verify').expect(200)).body.data.ok).toBe(true);
  });

  it('catches up with requests that were under way', async () => {
    const account = await anAccount(api);
    await eraseAccount(api, account);
    await rows(
      `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, reason, ip, user_agent)
       VALUES ($1, gen_random_uuid(), $2, $3, '\\x01', 'failure', 'password', 'access_lost', '203.0.113.44', 'Late/1.0')`,
      [api.tenantId, api.appId, account.userId],
    );
    await api.get(Sweeps).runAll();
    expect(findIn(await dumpOf(api), ['203.0.113.44', 'Late/1.0'])).toEqual([]);
  });

  it('of one account that fails does not keep the others', async () => {
    const accounts = [await anAccount(api), await anAccount(api), await anAccount(api)];
    for (const account of accounts) {
      await deleteAccount(api, account);
      await graceOver(api, account);
    }
    const [first, stuck, last] = accounts.map((account) => account.userId);
    await rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
    await rows(
      `CREATE TRIGGER refuse BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.id = '${stuck}') EXECUTE FUNCTION refuse()`,
    );
    await api.get(Sweeps).runAll();
    const statuses = () => rows('SELECT id, status FROM users WHERE id = ANY ($1) ORDER BY id', [[first, stuck, last]]);
    expect(await statuses()).toEqual([
      { id: first, status: 'deleted' },
      { id: stuck, status: 'active' },
      { id: last, status: 'deleted' },
    ]);
    // All or nothing: the user who could not be erased is unchanged.
    expect(await rows('SELECT FROM login_identifiers WHERE user_id = $1', [stuck])).toHaveLength(1);
    await rows('DROP TRIGGER refuse ON users');
    await api.get(Sweeps).runAll();
    expect((await statuses()).map(({ status }) => status)).toEqual(['deleted', 'deleted', 'deleted']);
  });
});
