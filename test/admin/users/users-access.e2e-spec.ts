import { anEmail, startTestApi, type TestApi } from '../../support/api';
import { feedsHaveHeard, queryAs } from '../../support/database';
import { aMember, clientOf, signIn } from '../../mobile/support/journey';
import { expectProblem, reasons } from '../../http/support/problem';
import { adminClient, type AdminClient, anAdmin, asOwner, asRoles, signInAdmin } from '../support/admin';

describe('Access of users', () => {
  let api: TestApi;
  /** Another process on the same database. */
  let other: TestApi;
  let owner: AdminClient;

  beforeAll(async () => {
    api = await startTestApi();
    other = await startTestApi({}, api.urls);
    owner = await asOwner(api);
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const versionOf = async (id: string) => (await owner.get(`users/${id}`).expect(200)).body.data.lock_version as number;
  const act = async (verb: 'enable' | 'disable', id: string, client = owner) =>
    client.post(`users/${id}/${verb}`, { lock_version: await versionOf(id) });
  const eventsOf = async (type: string, userId: string) =>
    rows(`SELECT app_id, data FROM outbox_messages WHERE type = $1 AND data->>'user_id' = $2`, [type, userId]);
  /** Somebody who is administrator and member at once, with a session of each kind. */
  const somebody = async (roles = ['auditor']) => {
    const member = await aMember(api);
    const [{ user_id: id } = { user_id: '' }] = await queryAs<{ user_id: string }>(
      api.urls.superuserUrl,
      'SELECT user_id FROM login_identifiers WHERE value = $1',
      [member.email],
    );
    await owner.put(`users/${id}/roles`, { roles }).expect(200);
    const pair = await signIn(api, member);
    const { access_token: token, refresh_token } = await signInAdmin(api, member);
    return { id, member, pair, token, refresh_token };
  };
  const expectSignedOut = async ({ pair, token, refresh_token }: Awaited<ReturnType<typeof somebody>>) => {
    // A process that did not do it has a second (`revocations`).
    await feedsHaveHeard();
    expectProblem(await clientOf(other).context(pair.access_token), 401, 'IAM.TOKEN.INVALID');
    expectProblem(await clientOf(other).refresh(pair.refresh_token), 401, 'IAM.TOKEN.INVALID');
    expectProblem(await adminClient(other, token).get('auth/context'), 401, 'IAM.TOKEN.INVALID');
    expectProblem(await adminClient(other).post('auth/refresh', { refresh_token }), 401, 'IAM.TOKEN.INVALID');
  };

  describe('disabling', () => {
    it('ends every session on every process at once, for good, and keeps the user out until enabled', async () => {
      const user = await somebody();
      await clientOf(other).context(user.pair.access_token).expect(200);
      const { body } = await act('disable', user.id);
      expect(body.data).toMatchObject({ id: user.id, status: 'disabled' });
      await expectSignedOut(user);
      expectProblem(await clientOf(api).login(user.member), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
      expect((await act('enable', user.id)).body.data).toMatchObject({ status: 'active' });
      await expectSignedOut(user);
      await signIn(api, user.member);
      expect(await eventsOf('user.disabled', user.id)).toEqual([{ app_id: null, data: { user_id: user.id } }]);
      const ended = await eventsOf('session.revoked', user.id);
      expect(ended.map(({ app_id }) => app_id).sort()).toEqual([api.appId, null].sort());
      const records = await rows(
        `SELECT changes FROM audit_logs WHERE resource_id = $1 AND action = 'users.write' ORDER BY seq`,
        [user.id],
      );
      expect(records.map(({ changes }) => changes as unknown)).toEqual([
        [{ path: 'status', before: 'active', after: 'disabled' }],
        [{ path: 'status', before: 'disabled', after: 'active' }],
      ]);
    });

    it('and enabling are refused where there is nothing to do, and with a stale version', async () => {
      const { userId } = await anAdmin(api, ['auditor']);
      expectProblem(await act('enable', userId), 409, 'IAM.STATE.INVALID');
      const stale = await owner.post(`users/${userId}/disable`, { lock_version: 99 });
      expectProblem(stale, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
      expect((await act('disable', userId)).status).toBe(200);
      expectProblem(await act('disable', userId), 409, 'IAM.STATE.INVALID');
      const answer = await owner.post(`users/${userId}/disable`);
      expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(['lock_version required']);
    });

    it('is one winner’s among many with the same version', async () => {
      const { userId } = await anAdmin(api, ['auditor']);
      const lock_version = await versionOf(userId);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => owner.post(`users/${userId}/disable`, { lock_version })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      expect(await eventsOf('user.disabled', userId)).toHaveLength(1);
    });
  });

  describe('POST users/{id}/revoke-sessions', () => {
    it('ends every session and leaves the user free to sign in', async () => {
      const user = await somebody();
      const { body } = await owner.post(`users/${user.id}/revoke-sessions`).expect(200);
      expect(body.data).toEqual({ success: true });
      await expectSignedOut(user);
      await signIn(api, user.member);
    });
  });

  describe('DELETE users/{id}', () => {
    it('erases what is personal: the user is found nowhere, and the address is free', async () => {
      const user = await somebody();
      const { body } = await owner.delete(`users/${user.id}`).expect(200);
      expect(body.data).toEqual({ deleted: true, id: user.id });
      await expectSignedOut(user);
      const [row] = await rows(
        'SELECT status, display_name, locale, time_zone, password_hash FROM users WHERE id = $1',
        [user.id],
      );
      expect(row).toEqual({
        status: 'deleted',
        display_name: null,
        locale: null,
        time_zone: null,
        password_hash: null,
      });
      for (const table of [
        'login_identifiers',
        'user_roles',
        'app_memberships',
        'devices',
        'account_links',
        'otp_challenges',
        'otp_requests',
      ]) {
        expect([table, await rows(`SELECT 1 FROM ${table} WHERE user_id = $1`, [user.id])]).toEqual([table, []]);
      }
      for (const table of ['sessions', 'login_events', 'security_events']) {
        const traces = await rows(
          `SELECT 1 FROM ${table} WHERE user_id = $1 AND (ip IS NOT NULL OR user_agent IS NOT NULL)`,
          [user.id],
        );
        expect([table, traces]).toEqual([table, []]);
      }
      expect(await eventsOf('member.deleted', user.id)).toEqual([{ app_id: api.appId, data: { user_id: user.id } }]);
      const [record] = await rows(`SELECT changes FROM audit_logs WHERE resource_id = $1 AND action = 'users.delete'`, [
        user.id,
      ]);
      expect(JSON.stringify(record)).not.toContain(user.member.email);
      const version = { lock_version: 1 };
      const answers = [
        await owner.get(`users/${user.id}`),
        await owner.patch(`users/${user.id}`, version),
        await owner.post(`users/${user.id}/enable`, version),
        await owner.delete(`users/${user.id}`),
        await owner.put(`users/${user.id}/roles`, { roles: [] }),
        await owner.post(`apps/${api.appId}/members/${user.id}/suspend`),
      ];
      for (const answer of answers) expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
      const found = await owner.get(`users?q=${encodeURIComponent(user.member.email)}`).expect(200);
      expect(found.body.data.total).toBe(0);
      expectProblem(await clientOf(api).login(user.member), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
      await owner.post('users', { email: user.member.email, display_name: 'Somebody else' }).expect(201);
    });

    it('of what was sent twice at once deletes once', async () => {
      const { userId } = await anAdmin(api, ['auditor']);
      const answers = await Promise.all(Array.from({ length: 4 }, () => owner.delete(`users/${userId}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    });
  });

  describe('PUT users/{id}/roles', () => {
    it('gives exactly these roles, from the next request on', async () => {
      const { userId, token } = await anAdmin(api, ['auditor', 'content_editor']);
      const holder = adminClient(other, token);
      await holder.get('users').expect(200);
      const roles = ['content_editor', 'release_manager', 'content_editor'];
      const { body } = await owner.put(`users/${userId}/roles`, { roles }).expect(200);
      expect(body.data.roles).toEqual(['content_editor', 'release_manager']);
      await feedsHaveHeard();
      expectProblem(await holder.get('users'), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      await holder.get('apps').expect(200);
      const [record] = await rows(`SELECT action, changes FROM audit_logs WHERE resource_id = $1`, [userId]);
      expect(record).toMatchObject({ action: 'roles.assign' });
    });

    it('answers 422 naming the place of what is no role of the tenant', async () => {
      const { userId } = await anAdmin(api, ['auditor']);
      const put = async (body: object) =>
        reasons(expectProblem(await owner.put(`users/${userId}/roles`, body), 422, 'REQUEST.VALIDATION_FAILED'));
      expect(await put({ roles: ['auditor', 'nope', 'admin', "' OR 1=1"] })).toEqual([
        'roles.1 unknown_role',
        'roles.3 unknown_role',
      ]);
      expect(await put({})).toEqual(['roles required']);
      expect(await put({ roles: null })).toEqual(['roles required']);
      expect(await put({ roles: [''] })).toEqual(['roles.0 required']);
    });

    it('lets nobody give or take a role that holds what it lacks, nor touch others’ by the way', async () => {
      const admin = await asRoles(api, 'admin');
      const { userId } = await anAdmin(api, ['owner']);
      const denied = async (roles: string[], permission: string) => {
        const answer = await admin.put(`users/${userId}/roles`, { roles });
        expect(expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
          required_permission: permission,
        });
      };
      await denied([], 'roles.write');
      await denied(['auditor'], 'roles.write');
      await denied(['owner', 'platform_admin'], 'tenants.read');
      const { body } = await admin.put(`users/${userId}/roles`, { roles: ['owner', 'auditor'] }).expect(200);
      expect(body.data.roles).toEqual(['auditor', 'owner']);
      const { userId: plain } = await anAdmin(api, ['auditor']);
      expectProblem(await admin.put(`users/${plain}/roles`, { roles: ['owner'] }), 403, 'IAM.PERMISSION.DENIED', [
        'required_permission',
      ]);
    });
  });

  describe('An owner', () => {
    it('is acted upon only by who holds what owners hold', async () => {
      const admin = await asRoles(api, 'admin');
      for (const roles of [['owner'], ['platform_admin']]) {
        const { userId } = await anAdmin(api, roles);
        const version = { lock_version: await versionOf(userId) };
        const answers = [
          await admin.patch(`users/${userId}`, { ...version, display_name: 'Mine' }),
          await admin.post(`users/${userId}/disable`, version),
          await admin.post(`users/${userId}/enable`, version),
          await admin.delete(`users/${userId}`),
          await admin.post(`users/${userId}/revoke-sessions`),
          await admin.post(`users/${userId}/send-password-reset`),
        ];
        for (const answer of answers) expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
        expect((await act('disable', userId)).status).toBe(200);
      }
      const { userId } = await anAdmin(api, ['admin']);
      expect((await act('disable', userId, admin)).status).toBe(200);
    });

    it('is recorded as denied where that is refused', async () => {
      const admin = await asRoles(api, 'admin');
      const { userId } = await anAdmin(api, ['owner']);
      await admin.delete(`users/${userId}`).expect(403);
      const records = await rows(`SELECT action, outcome FROM audit_logs WHERE resource_id = $1`, [userId]);
      expect(records).toEqual([{ action: 'users.delete', outcome: 'denied' }]);
    });
  });

  it('is not for who may only read to decide', async () => {
    const email = anEmail();
    const reader = await asRoles(api, 'auditor');
    for (const answer of [
      await reader.post('users', { email, display_name: 'x' }),
      await reader.put(`users/${api.tenantId}/roles`, { roles: [] }),
      await reader.delete(`users/${api.tenantId}`),
    ]) {
      expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    }
  });
});
