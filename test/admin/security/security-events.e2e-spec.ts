import { aDeviceKey, anEmail } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, clientOf, signIn } from '../../mobile/support/journey';
import { suiteOwner } from '../support/admin';
import { aTenant } from '../support/tenants';

describe('The events of all users of a tenant', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const aSession = async () => {
    const { session_id } = await signIn(api, await aMember(api));
    const [session] = await queryAs<{ userId: string }>(
      api.urls.superuserUrl,
      'SELECT user_id AS "userId" FROM sessions WHERE id = $1',
      [session_id],
    );
    return session!;
  };
  const events = async (path: string, query = '', by = owner) => {
    const { body } = await by.get(`security/${path}?page_size=100&${query}`).expect(200);
    return body.data as { items: Record<string, unknown>[]; total: number };
  };

  it('of sign-ins tell who, where and with which result, also to no account', async () => {
    const session = await aSession();
    await clientOf(api).login({ email: anEmail(), password: 'wrong horse battery' }, aDeviceKey()).expect(401);
    const { items, total } = await events('login-events');
    expect(total).toBe(items.length);
    expect(items[0]).toMatchObject({ result: 'failure', user: null, app_id: api.appId, reason: 'unknown_account' });
    expect(items[1]).toMatchObject({ result: 'success', user: { id: session.userId }, app_id: api.appId });
    expect(JSON.stringify(items)).not.toContain('@');
    const failures = await events('login-events', 'result=failure');
    expect(new Set(failures.items.map(({ result }) => result))).toEqual(new Set(['failure']));
    const own = await events('login-events', `user_id=${session.userId}&result=success`);
    expect(own.items).toHaveLength(1);
    const at = String(own.items[0]!['occurred_at']);
    const after = new Date(Date.parse(at) + 1).toISOString();
    expect((await events('login-events', `user_id=${session.userId}&from=${after}`)).items).toEqual([]);
    expect((await events('login-events', `user_id=${session.userId}&to=${at}`)).items).toEqual([]);
    expect((await events('login-events', `user_id=${session.userId}&from=${at}&to=${after}`)).items).toHaveLength(1);
  });

  it('of security are found by user, App and type', async () => {
    const session = await aSession();
    await owner.post('sessions/revoke', { user_id: session.userId, app_id: api.appId }).expect(200);
    for (const query of [`user_id=${session.userId}`, `type=sessions_revoked&app_id=${api.appId}`]) {
      const { items } = await events('events', query);
      expect(items[0]).toMatchObject({
        type: 'sessions_revoked',
        user: { id: session.userId },
        app_id: api.appId,
        ip: null,
        session_id: null,
        details: { count: 1 },
      });
    }
    expect((await events('events', `user_id=${session.userId}&type=password_changed`)).items).toEqual([]);
  });

  it('are those of the tenant alone', async () => {
    const { client } = (await aTenant(api)).owner;
    const logins = await events('login-events', '', client);
    expect(logins.items.map(({ app_id }) => app_id)).toEqual([null]);
    expect((await events('events', '', client)).items).toEqual([]);
  });
});
