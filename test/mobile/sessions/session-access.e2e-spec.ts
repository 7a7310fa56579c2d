import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, clientOf, signIn } from '../support/journey';
import { sessionsOf } from '../support/sessions';

describe('a refresh token is refused, and its access tokens are dead with the next request,', () => {
  const api = suiteApi();
  let sessions: ReturnType<typeof sessionsOf>;

  beforeAll(() => {
    sessions = sessionsOf(api);
  });

  const asSuperuser = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const aSession = async () => {
    const owner = await aMember(api);
    return { owner, pair: await signIn(api, owner) };
  };
  const ofUser = (table: string, column: string) =>
    `UPDATE ${table} SET status = $2 FROM login_identifiers i WHERE i.value = $1 AND i.user_id = ${table}.${column}`;

  it.each([
    ['of a suspended member', 'app_memberships', 'user_id', 'suspended'],
    ['of a pending member', 'app_memberships', 'user_id', 'pending_verification'],
    ['of a disabled user', 'users', 'id', 'disabled'],
    ['of a deleted user', 'users', 'id', 'deleted'],
  ])('%s, and alive again when that is undone', async (_, table, column, status) => {
    const { owner, pair } = await aSession();
    await asSuperuser(ofUser(table, column), [owner.email, status]);
    await sessions.expectDead(pair);
    await sessions.expectInvalid(pair.refresh_token);
    await asSuperuser(ofUser(table, column), [owner.email, 'active']);
    await sessions.expectAlive(pair);
    await sessions.refreshed(pair.refresh_token);
  });

  it('of a session that was ended', async () => {
    const { pair } = await aSession();
    await clientOf(api).logout(pair.access_token).expect(200);
    await sessions.expectDead(pair);
    await sessions.expectInvalid(pair.refresh_token);
  });

  it.each([
    ['App', 'apps'],
    ['tenant', 'tenants'],
  ])('of a disabled %s: 400 APP.HEADER.UNAVAILABLE, and none is consumed', async (_, table) => {
    const { pair } = await aSession();
    const id = table === 'apps' ? api.appId : api.tenantId;
    await asSuperuser(`UPDATE ${table} SET status = 'disabled' WHERE id = $1`, [id]);
    const answer = await eventually(async () => {
      const { status, body } = await clientOf(api).context(pair.access_token);
      return status === 400 && body;
    });
    expect(answer.code).toBe('APP.HEADER.UNAVAILABLE');
    const { body } = await sessions.refresh(pair.refresh_token).expect(400);
    expect(body.code).toBe('APP.HEADER.UNAVAILABLE');
    await asSuperuser(`UPDATE ${table} SET status = 'active' WHERE id = $1`, [id]);
    await eventually(async () => (await clientOf(api).context(pair.access_token)).status === 200);
    await sessions.refreshed(pair.refresh_token);
  });

  it.each(['apps', 'tenants'])('of a disabled row of %s that nobody was told about', async (table) => {
    const { pair } = await aSession();
    const silently = (status: string) =>
      asSuperuser(`SET session_replication_role = replica; UPDATE ${table} SET status = '${status}'`);
    await silently('disabled');
    await sessions.expectDead(pair);
    await sessions.expectInvalid(pair.refresh_token);
    await silently('active');
    await sessions.expectAlive(pair);
    await sessions.refreshed(pair.refresh_token);
  });
});
