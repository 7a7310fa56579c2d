import { adminClient, BOOTSTRAP } from '../admin/support/admin';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { doorOf, takesBack, tokenOf } from './support/door';

describe('Signing out of the console', () => {
  const api = suiteApi();
  const door = doorOf(api);
  const tokensIn = ({ body }: { body: unknown }) =>
    (body as { data: { access_token: string; session_id: string } }).data;
  const isSignedIn = async (token: string) => {
    const { status } = await adminClient(api, token).get('auth/context');
    return status === 200;
  };
  const signIn = async () => {
    const answer = await door.login(BOOTSTRAP).expect(200);
    return { cookie: tokenOf(answer), ...tokensIn(answer) };
  };

  it('ends the session at once, takes the cookie back and has the browser forget', async () => {
    const { cookie, access_token, session_id } = await signIn();
    const answer = await door.logout(cookie).expect(200, { data: { success: true } });
    expect(takesBack(answer)).toBe(true);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(await isSignedIn(access_token)).toBe(false);
    expect(takesBack(await door.refresh(cookie))).toBe(true);
    const records = await queryAs(
      api.urls.superuserUrl,
      `SELECT action, route, outcome, actor_display FROM audit_logs WHERE resource_type = 'session' AND resource_id = $1`,
      [session_id],
    );
    expect(records).toEqual([
      { action: 'auth.logout', route: '/console/session/logout', outcome: 'success', actor_display: 'Administrator' },
    ]);
  });

  it('ends it by a cookie, too, whose next one never arrived', async () => {
    const { cookie } = await signIn();
    const next = await door.refresh(cookie).expect(200);
    await door.logout(cookie).expect(200);
    expect(await isSignedIn(tokensIn(next).access_token)).toBe(false);
  });

  it.each([
    ['a cookie', null],
    ['a right one', 'hello'],
    ['a live one', `akr_${'A'.repeat(64)}`],
  ])('succeeds without %s', async (_what, cookie) => {
    const answer = await door.logout(cookie).expect(200, { data: { success: true } });
    expect(takesBack(answer)).toBe(true);
  });

  it('succeeds for each of many at once', async () => {
    const { cookie, session_id } = await signIn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => door.logout(cookie)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [session] = await queryAs(
      api.urls.superuserUrl,
      'SELECT revoke_reason FROM sessions WHERE id = $1 AND revoked_at IS NOT NULL',
      [session_id],
    );
    expect(session).toEqual({ revoke_reason: 'logout' });
  });
});
