import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { expectProblem } from '../../http/support/problem';
import { deletionToken, lifeOf } from '../../mobile/support/account-life';
import { signedIn } from '../../mobile/support/account';
import { aMember } from '../../mobile/support/journey';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';

/** What takes a platform administrator away, one way or another. */
const REMOVALS: Readonly<
  Record<string, (client: AdminClient, id: string, lockVersion: number) => ReturnType<AdminClient['put']>>
> = {
  stripping: (client, id) => client.put(`users/${id}/roles`, { roles: ['owner'] }),
  disabling: (client, id, lock_version) => client.post(`users/${id}/disable`, { lock_version }),
  deleting: (client, id) => client.delete(`users/${id}`),
};

describe('The last platform administrator', () => {
  const api = suiteApi();
  let last: Admin;

  beforeEach(async () => {
    last = await anAdmin(api, ['owner', 'platform_admin']);
    // There are other owners, so that this is not about the last of those.
    await anAdmin(api, ['owner']);
    await queryAs(
      api.urls.superuserUrl,
      `DELETE FROM user_roles WHERE role_code = 'platform_admin' AND user_id <> $1`,
      [last.userId],
    );
  });

  const clientOf = ({ token }: Admin) => adminClient(api, token);
  const versionOf = async (id: string) => {
    const [row] = await queryAs<{ lock_version: number }>(
      api.urls.superuserUrl,
      'SELECT lock_version FROM users WHERE id = $1',
      [id],
    );
    return row?.lock_version ?? 0;
  };
  const removal = async (way: string, by: Admin, of: Admin) =>
    REMOVALS[way]!(clientOf(by), of.userId, await versionOf(of.userId));
  const active = async () => {
    const [row] = await queryAs<{ count: number }>(
      api.urls.superuserUrl,
      `SELECT count(*)::int AS count FROM user_roles r JOIN users u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
        WHERE r.role_code = 'platform_admin' AND u.status = 'active'`,
    );
    return row?.count;
  };

  it.each(Object.keys(REMOVALS))('stays one: %s is refused', async (way) => {
    expectProblem(await removal(way, last, last), 409, 'IAM.PLATFORM_ADMIN.LAST');
    expect(await active()).toBe(1);
    await clientOf(last).get('tenants').expect(200);
  });

  it.each(Object.keys(REMOVALS))('is not the last where there is another who is active: %s', async (way) => {
    const second = await anAdmin(api, ['platform_admin']);
    expect((await removal(way, second, last)).status).toBe(200);
    expectProblem(await removal(way, second, second), 409, 'IAM.PLATFORM_ADMIN.LAST');
  });

  it('is last where the other one is disabled, who can be removed', async () => {
    const second = await anAdmin(api, ['platform_admin']);
    expect((await removal('disabling', last, second)).status).toBe(200);
    expectProblem(await removal('stripping', last, last), 409, 'IAM.PLATFORM_ADMIN.LAST');
    expect((await removal('deleting', last, second)).status).toBe(200);
  });

  it('may change the other roles', async () => {
    await clientOf(last)
      .put(`users/${last.userId}/roles`, { roles: ['platform_admin', 'auditor'] })
      .expect(200);
  });

  it('cannot delete the account at an App either', async () => {
    const account = await signedIn(api, await aMember(api));
    await queryAs(
      api.urls.superuserUrl,
      `UPDATE user_roles SET user_id = $1 WHERE role_code = 'platform_admin' AND user_id = $2`,
      [account.userId, last.userId],
    );
    const token = await deletionToken(api, account);
    expectProblem(await lifeOf(api, account, token).delete(), 409, 'IAM.PLATFORM_ADMIN.LAST');
  });

  it.each([
    ['stripping', 'stripping'],
    ['disabling', 'disabling'],
    ['deleting', 'deleting'],
    ['stripping', 'disabling'],
    ['disabling', 'deleting'],
    ['deleting', 'stripping'],
  ])('is left when two remove each other at once: %s against %s', async (one, two) => {
    const second = await anAdmin(api, ['platform_admin']);
    const answers = await Promise.all([removal(one, last, second), removal(two, second, last)]);
    // Who lost may have lost its session or its permissions before it was looked at.
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200));
    expect(await active()).toBe(1);
  });

  it('is left when four remove each other in a circle', async () => {
    const others = [];
    for (let count = 0; count < 3; count++) others.push(await anAdmin(api, ['platform_admin']));
    const circle = [last, ...others];
    const ways = Object.keys(REMOVALS);
    await Promise.all(circle.map((by, index) => removal(ways[index % 3]!, by, circle[(index + 1) % 4]!)));
    expect(await active()).toBeGreaterThanOrEqual(1);
  });
});
