import { newId } from '@libs/kernel';
import { anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { expectProblem } from '../../http/support/problem';
import { aMember, clientOf, signIn } from '../../mobile/support/journey';
import { adminClient, type AdminClient, anAdmin, asOwner, asRoles, signInAdmin, suiteOwner } from '../support/admin';
import { auditOf } from '../support/apps';
import { acceptInvitation, aTenant } from '../support/tenants';

type Verb = 'enable' | 'disable';

describe('Several users', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const batch = (verb: Verb, ids: readonly string[], client = owner) => client.post(`users/batch-${verb}`, { ids });
  const userOf = async (id: string) => {
    const [row] = await rows('SELECT status, lock_version, updated_at > created_at AS moved FROM users WHERE id = $1', [
      id,
    ]);
    return row;
  };
  const some = async (count: number, roles: readonly string[] = ['auditor']) => {
    const all = await Promise.all(Array.from({ length: count }, () => anAdmin(api, roles)));
    return all.map(({ userId }) => userId);
  };
  const disabledEventsOf = async (id: string) =>
    (await rows(`SELECT app_id FROM outbox_messages WHERE type = 'user.disabled' AND data ->> 'user_id' = $1`, [id]))
      .length;
  const idOf = async (client: AdminClient) =>
    (await client.get('auth/context').expect(200)).body.data.user.id as string;

  it('are disabled: each as one by one would be, and all their sessions end, at Apps and in the administration', async () => {
    const member = await aMember(api);
    const [row] = await rows('SELECT user_id FROM login_identifiers WHERE value = $1', [member.email]);
    const id = String(row!['user_id']);
    await owner.put(`users/${id}/roles`, { roles: ['auditor'] }).expect(200);
    const [pair, tokens] = [await signIn(api, member), await signInAdmin(api, member)];
    const [other] = (await some(1)) as [string];
    const before = (await userOf(id))!['lock_version'] as number;
    const { body } = await batch('disable', [id, other, id.toUpperCase()]).expect(200);
    expect(body).toEqual({ data: { success: true } });
    expectProblem(await clientOf(api).context(pair.access_token), 401, 'IAM.TOKEN.INVALID');
    expectProblem(await adminClient(api, tokens.access_token).get('auth/context'), 401, 'IAM.TOKEN.INVALID');
    expectProblem(await clientOf(api).login(member), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
    expect(await userOf(id)).toEqual({ status: 'disabled', lock_version: before + 1, moved: true });
    expect([await disabledEventsOf(id), await disabledEventsOf(other)]).toEqual([1, 1]);
    const ended = await rows(
      `SELECT app_id FROM outbox_messages WHERE type = 'session.revoked' AND data ->> 'user_id' = $1
        ORDER BY app_id NULLS LAST`,
      [id],
    );
    expect(ended).toEqual([{ app_id: api.appId }, { app_id: null }]);
    await batch('enable', [other, id]).expect(200);
    expect(await userOf(id)).toMatchObject({ status: 'active', lock_version: before + 2 });
    const record = { action: 'users.write', resource_type: 'user', app_id: null, outcome: 'success' };
    for (const disabled of [id, other]) {
      expect((await auditOf(api, disabled)).slice(-2)).toMatchObject([
        { ...record, changes: [{ path: 'status', before: 'active', after: 'disabled' }] },
        { ...record, changes: [{ path: 'status', before: 'disabled', after: 'active' }] },
      ]);
    }
    await signIn(api, member);
  });

  it('stay as they are when one of them stands in the way, which is named', async () => {
    const tenant = await aTenant(api);
    const [active, disabled, erased] = (await some(3)) as [string, string, string];
    await batch('disable', [disabled]).expect(200);
    await owner.delete(`users/${erased}`).expect(200);
    const nobody = [newId(), await idOf(tenant.owner.client), erased];
    for (const [verb, good, bad] of [
      ['disable', active, disabled],
      ['enable', disabled, active],
    ] as const) {
      const before = await userOf(good);
      const answer = await batch(verb, [good, bad, ...nobody]);
      expectProblem(answer, 409, 'RESOURCE.CONFLICT', ['ids']);
      expect(answer.body.ids).toEqual([bad, ...nobody]);
      expect(await userOf(good)).toEqual(before);
    }
    expect(await disabledEventsOf(active)).toBe(0);
    const malformed = await batch('disable', [active, 'x']);
    expectProblem(malformed, 422, 'REQUEST.VALIDATION_FAILED', ['ids']);
    for (const ids of [[], Array.from({ length: 101 }, newId)]) await batch('enable', ids).expect(422);
  });

  it('with the role of an owner are left to administrators who could have given it', async () => {
    const [plain, privileged] = [(await some(1))[0]!, (await some(1, ['owner']))[0]!];
    const administrator = await asRoles(api, 'admin');
    for (const verb of ['disable', 'enable'] as const) {
      const answer = await batch(verb, [plain, privileged], administrator);
      const problem = expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(problem).toMatchObject({ required_permission: 'roles.write' });
    }
    expect([await userOf(plain), await userOf(privileged)]).toMatchObject([{ status: 'active' }, { status: 'active' }]);
    await batch('disable', [plain], administrator).expect(200);
    const auditor = await asRoles(api, 'auditor');
    for (const verb of ['disable', 'enable'] as const) {
      const denied = expectProblem(await batch(verb, [plain], auditor), 403, 'IAM.PERMISSION.DENIED', [
        'required_permission',
      ]);
      expect(denied).toMatchObject({ required_permission: 'users.write' });
    }
  });

  it('may include oneself, whose session ends as by the single route', async () => {
    const self = await anAdmin(api, ['admin']);
    const [other] = (await some(1)) as [string];
    const client = adminClient(api, self.token);
    await batch('disable', [self.userId, other], client).expect(200);
    expectProblem(await client.get('auth/context'), 401, 'IAM.TOKEN.INVALID');
    expect(await auditOf(api, other)).toMatchObject([{ actor_id: self.userId }]);
  });

  it('are disabled once, and enabled once, by requests that come together, whatever their order', async () => {
    const ids = await some(6);
    const before = await Promise.all(ids.map(userOf));
    for (let round = 0; round < rounds(20); round++) {
      for (const verb of ['disable', 'enable'] as const) {
        const answers = await Promise.all([batch(verb, ids), batch(verb, ids.toReversed()), batch(verb, ids)]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      }
    }
    for (const [at, id] of ids.entries()) {
      const lockVersion = (before[at]!['lock_version'] as number) + 2 * rounds(20);
      expect(await userOf(id)).toMatchObject({ status: 'active', lock_version: lockVersion });
    }
  });

  describe('who are the owners of a tenant', () => {
    const aTenantOfTwo = async () => {
      const tenant = await aTenant(api);
      const email = anEmail();
      const { body } = await tenant.owner.client
        .post('users', { email, display_name: 'Second', roles: ['owner'] })
        .expect(201);
      await acceptInvitation(api, email);
      const { access_token } = await signInAdmin(api, { email, password: PASSWORD, tenant: tenant.code });
      const [first, second] = [tenant.owner.client, adminClient(api, access_token)];
      return { tenant, first, second, ids: [await idOf(first), body.data.id as string] as const };
    };
    const activeOwners = async (tenantId: string) => {
      const [row] = await rows(
        `SELECT count(*)::int FROM user_roles r JOIN users u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
          WHERE r.tenant_id = $1 AND r.role_code = 'owner' AND u.status = 'active'`,
        [tenantId],
      );
      return row!['count'];
    };

    it('are not all disabled together, and are named; all but one may be', async () => {
      const { tenant, first, ids } = await aTenantOfTwo();
      const plain = (await first.post('users', { email: anEmail(), display_name: 'Plain' }).expect(201)).body.data
        .id as string;
      const answer = await batch('disable', [...ids, plain], first);
      expectProblem(answer, 409, 'IAM.OWNER.LAST', ['ids']);
      expect(answer.body.ids).toEqual([...ids].sort());
      expect(await userOf(plain)).toMatchObject({ status: 'active', lock_version: 1 });
      await batch('disable', [ids[1], plain], first).expect(200);
      expectProblem(await batch('disable', [ids[0]], first), 409, 'IAM.OWNER.LAST', ['ids']);
      expect(await activeOwners(tenant.id)).toBe(1);
    });

    it('keep one when each disables the other at once, however: by batches or one by one', async () => {
      for (let round = 0; round < rounds(10); round++) {
        const { tenant, first, second, ids } = await aTenantOfTwo();
        const [one, two] = ids;
        const [version] = await rows('SELECT lock_version FROM users WHERE id = $1', [one]);
        const answers = await Promise.all([
          batch('disable', [two], first),
          round % 2 === 0 ? batch('disable', [one], second) : second.post(`users/${one}/disable`, version),
        ]);
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200));
        expect(await activeOwners(tenant.id)).toBe(1);
      }
    });

    it('keep one when both are disabled at once by somebody else', async () => {
      const { tenant, ids } = await aTenantOfTwo();
      const platform = await asOwner(api, { 'X-Tenant-ID': tenant.id });
      const answers = await Promise.all(ids.map((id) => batch('disable', [id], platform)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'IAM.OWNER.LAST' });
      expect(await activeOwners(tenant.id)).toBe(1);
    });
  });

  it('are not all platform administrators', async () => {
    const [first, second] = [await idOf(owner), (await some(1, ['platform_admin', 'auditor']))[0]!];
    await some(1, ['owner']);
    const answer = await batch('disable', [second, first]);
    expectProblem(answer, 409, 'IAM.PLATFORM_ADMIN.LAST', ['ids']);
    expect(answer.body.ids).toEqual([first, second].sort());
    await batch('disable', [second]).expect(200);
    const last = await batch('disable', [first]);
    expectProblem(last, 409, 'IAM.PLATFORM_ADMIN.LAST', ['ids']);
    expect(await userOf(first)).toMatchObject({ status: 'active' });
  });
});
