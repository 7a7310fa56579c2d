import { anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { expectProblem } from '../../http/support/problem';
import { adminClient, type AdminClient, asOwner, signInAdmin } from '../support/admin';
import { acceptInvitation, aTenant, type OwnedTenant } from '../support/tenants';

/** What takes an owner from the tenant, one way or another. */
const REMOVALS: Readonly<
  Record<string, (client: AdminClient, id: string, lockVersion: number) => ReturnType<AdminClient['put']>>
> = {
  stripping: (client, id) => client.put(`users/${id}/roles`, { roles: [] }),
  disabling: (client, id, lock_version) => client.post(`users/${id}/disable`, { lock_version }),
  deleting: (client, id) => client.delete(`users/${id}`),
};

describe('The last owner of a tenant', () => {
  const api = suiteApi();
  let tenant: OwnedTenant;
  let ownerId: string;

  beforeEach(async () => {
    tenant = await aTenant(api);
    ownerId = (await tenant.owner.client.get('auth/context').expect(200)).body.data.user.id as string;
  });

  /** A second owner of the tenant, signed in. */
  const anotherOwner = async () => {
    const email = anEmail();
    const { body } = await tenant.owner.client
      .post('users', { email, display_name: 'Second', roles: ['owner', 'auditor'] })
      .expect(201);
    await acceptInvitation(api, email);
    const { access_token } = await signInAdmin(api, { email, password: PASSWORD, tenant: tenant.code });
    return { id: body.data.id as string, client: adminClient(api, access_token) };
  };
  const versionOf = async (id: string) => {
    const [row] = await queryAs<{ lock_version: number }>(
      api.urls.superuserUrl,
      'SELECT lock_version FROM users WHERE id = $1',
      [id],
    );
    return row?.lock_version ?? 0;
  };
  const activeOwners = async () => {
    const [row] = await queryAs<{ count: number }>(
      api.urls.superuserUrl,
      `SELECT count(*)::int AS count FROM user_roles r JOIN users u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
        WHERE r.tenant_id = $1 AND r.role_code = 'owner' AND u.status = 'active'`,
      [tenant.id],
    );
    return row?.count;
  };

  it.each(Object.keys(REMOVALS))('stays an owner: %s is refused, to a platform administrator too', async (way) => {
    const platform = await asOwner(api, { 'X-Tenant-ID': tenant.id });
    for (const client of [tenant.owner.client, platform]) {
      const answer = await REMOVALS[way]!(client, ownerId, await versionOf(ownerId));
      expectProblem(answer, 409, 'IAM.OWNER.LAST');
    }
    expect(await activeOwners()).toBe(1);
    await tenant.owner.client.get('users').expect(200);
  });

  it.each(Object.keys(REMOVALS))('is not the last where there is another who is active: %s', async (way) => {
    const second = await anotherOwner();
    expect((await REMOVALS[way]!(second.client, ownerId, await versionOf(ownerId))).status).toBe(200);
    expectProblem(await REMOVALS[way]!(second.client, second.id, await versionOf(second.id)), 409, 'IAM.OWNER.LAST');
  });

  it('is last where the other one is disabled, who can be removed', async () => {
    const second = await anotherOwner();
    await tenant.owner.client
      .post(`users/${second.id}/disable`, { lock_version: await versionOf(second.id) })
      .expect(200);
    expectProblem(await tenant.owner.client.delete(`users/${ownerId}`), 409, 'IAM.OWNER.LAST');
    await tenant.owner.client.put(`users/${second.id}/roles`, { roles: ['auditor'] }).expect(200);
    await tenant.owner.client.delete(`users/${second.id}`).expect(200);
  });

  it('may change its other roles', async () => {
    await tenant.owner.client.put(`users/${ownerId}/roles`, { roles: ['owner', 'auditor'] }).expect(200);
    await tenant.owner.client.put(`users/${ownerId}/roles`, { roles: ['owner'] }).expect(200);
  });

  it.each([
    ['stripping', 'stripping'],
    ['disabling', 'disabling'],
    ['deleting', 'deleting'],
    ['stripping', 'disabling'],
    ['disabling', 'deleting'],
    ['deleting', 'stripping'],
  ])('is left when two remove each other at once: %s against %s', async (one, two) => {
    const second = await anotherOwner();
    const versions = [await versionOf(ownerId), await versionOf(second.id)] as const;
    const answers = await Promise.all([
      REMOVALS[one]!(tenant.owner.client, second.id, versions[1]),
      REMOVALS[two]!(second.client, ownerId, versions[0]),
    ]);
    // Who lost may have lost its session or its permissions before it was looked at.
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200));
    expect(await activeOwners()).toBe(1);
  });

  it('is left when both are removed at once by somebody else', async () => {
    const second = await anotherOwner();
    const platform = await asOwner(api, { 'X-Tenant-ID': tenant.id });
    const answers = await Promise.all(
      [ownerId, second.id].map((id) => platform.put(`users/${id}/roles`, { roles: [] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'IAM.OWNER.LAST' });
    expect(await activeOwners()).toBe(1);
  });
});
