import { aDeviceKey, anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, clientOf, signIn } from '../../mobile/support/journey';
import { later } from '../../support/time-travel';
import { adminClient, anAdmin, asOwner, BOOTSTRAP, signInAdmin, type AdminTokens } from '../support/admin';

describe('Admin sign-in', () => {
  const api = suiteApi();
  const login = (body: object) => adminClient(api).post('auth/login', body);

  describe('POST auth/login', () => {
    it('answers a pair of tokens with session and tenant, never to be cached', async () => {
      const { body, headers } = await login(BOOTSTRAP).expect(200);
      expect(body).toEqual({
        data: {
          token_type: 'Bearer',
          access_token: expect.stringMatching(/^eyJ/),
          access_token_expires_at: expect.stringMatching(/Z$/),
          refresh_token: expect.stringMatching(/^akr_[\w-]{64}$/),
          refresh_token_expires_at: expect.stringMatching(/Z$/),
          session_id: expect.any(String),
          tenant: { id: api.tenantId, code: 'default', name: 'Default tenant' },
        },
      });
      expect(headers['cache-control']).toBe('no-store');
      const [, claims = ''] = (body.data as AdminTokens).access_token.split('.');
      const { aud, tid, sid, exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
        string,
        number
      >;
      expect({ aud, tid, sid }).toEqual({ aud: 'admin', tid: api.tenantId, sid: body.data.session_id });
      expect(exp! - iat!).toBe(600);
    });

    it('accepts the code of the tenant', async () => {
      await login({ ...BOOTSTRAP, tenant: 'default' }).expect(200);
      const { body } = await login({ ...BOOTSTRAP, tenant: 'nowhere' }).expect(401);
      expect(body.code).toBe('IAM.LOGIN.INVALID_CREDENTIALS');
    });

    it('refuses alike users who are unknown, wrong, disabled, without a permission or only members', async () => {
      const disabled = await anAdmin(api, ['auditor']);
      await queryAs(api.urls.superuserUrl, `UPDATE users SET status = 'disabled' WHERE id = $1`, [disabled.userId]);
      const stripped = await anAdmin(api, ['auditor']);
      await queryAs(api.urls.superuserUrl, 'DELETE FROM user_roles WHERE user_id = $1', [stripped.userId]);
      const member = await aMember(api);
      const refused = [
        { email: anEmail(), password: PASSWORD },
        { ...BOOTSTRAP, password: 'not the password at all' },
        { email: disabled.email, password: disabled.password },
        { email: stripped.email, password: stripped.password },
        member,
      ];
      for (const credentials of refused) {
        const { body } = await login(credentials).expect(401);
        expect({ ...body, request_id: '' }).toEqual({
          type: 'urn:appkernel:error:IAM.LOGIN.INVALID_CREDENTIALS',
          title: 'Invalid credentials',
          status: 401,
          detail: 'The account, the password or the code is wrong.',
          instance: '/admin-api/v1/auth/login',
          code: 'IAM.LOGIN.INVALID_CREDENTIALS',
          request_id: '',
        });
      }
    });

    it('makes any account wait after five failures, whoever asks', async () => {
      const admin = await anAdmin(api, ['auditor']);
      for (const email of [admin.email, anEmail()]) {
        for (let attempt = 0; attempt < 5; attempt++)
          await login({ email, password: 'wrong password here' }).expect(401);
        const { body, headers } = await login({ email, password: admin.password }).expect(429);
        expect(body.code).toBe('IAM.LOGIN.THROTTLED');
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      await later(api, '61 seconds');
      await login({ email: admin.email, password: admin.password }).expect(200);
    });

    it.each([
      [{}, ['email', 'password']],
      [{ email: 'x', password: 'short' }, ['email', 'password']],
      [{ ...BOOTSTRAP, tenant: 7 }, ['tenant']],
      [{ ...BOOTSTRAP, remember: true }, ['remember']],
    ])('refuses %j', async (body, fields) => {
      const { body: problem } = await login(body).expect(422);
      expect((problem.errors as { field: string }[]).map(({ field }) => field).sort()).toEqual(fields.sort());
    });
  });

  describe('the two surfaces', () => {
    it('do not accept each other’s tokens', async () => {
      const { access_token: admin, refresh_token: adminRefresh } = await signInAdmin(api);
      const { access_token: mobile, refresh_token: mobileRefresh } = await signIn(api, await aMember(api));
      expect((await adminClient(api, mobile).get('auth/context').expect(401)).body.code).toBe('IAM.TOKEN.INVALID');
      expect((await clientOf(api).context(admin).expect(401)).body.code).toBe('IAM.TOKEN.INVALID');
      await adminClient(api).post('auth/refresh', { refresh_token: mobileRefresh }).expect(401);
      await clientOf(api).refresh(adminRefresh, { 'X-AK-Device-Key': aDeviceKey() }).expect(401);
      await adminClient(api).post('auth/refresh', { refresh_token: adminRefresh }).expect(200);
      await clientOf(api).refresh(mobileRefresh).expect(200);
    });

    it('ask for a bearer', async () => {
      const { body } = await adminClient(api).get('auth/context').expect(401);
      expect(body.code).toBe('IAM.TOKEN.MISSING');
    });
  });

  describe('POST auth/refresh', () => {
    const refresh = (token: unknown) => adminClient(api).post('auth/refresh', { refresh_token: token });

    it('gives a new pair of the same session once', async () => {
      const first = await signInAdmin(api);
      const { body } = await refresh(first.refresh_token).expect(200);
      expect(body.data).toMatchObject({ session_id: first.session_id, tenant: { code: 'default' } });
      expect((await refresh(first.refresh_token).expect(401)).body.code).toBe('IAM.TOKEN.INVALID');
      await refresh((body.data as AdminTokens).refresh_token).expect(200);
    });

    it('lets one of many win', async () => {
      const { refresh_token } = await signInAdmin(api);
      const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
    });

    it('ends the session when a consumed token turns up late', async () => {
      const first = await signInAdmin(api);
      const { body } = await refresh(first.refresh_token).expect(200);
      const next = body.data as AdminTokens;
      await later(api, '11 seconds');
      await refresh(first.refresh_token).expect(401);
      await refresh(next.refresh_token).expect(401);
      await adminClient(api, next.access_token).get('auth/context').expect(401);
    });

    it('ends the session at once when a token older than the last one turns up', async () => {
      const first = await signInAdmin(api);
      const second = (await refresh(first.refresh_token).expect(200)).body.data as AdminTokens;
      await refresh(first.refresh_token).expect(401);
      const third = (await refresh(second.refresh_token).expect(200)).body.data as AdminTokens;
      await refresh(second.refresh_token).expect(401);
      await adminClient(api, third.access_token).get('auth/context').expect(200);
      await refresh(first.refresh_token).expect(401);
      await adminClient(api, third.access_token).get('auth/context').expect(401);
      await refresh(third.refresh_token).expect(401);
      const events = await queryAs(
        api.urls.superuserUrl,
        `SELECT type FROM security_events WHERE session_id = $1 AND type = 'refresh_token_reused'`,
        [first.session_id],
      );
      expect(events).toHaveLength(1);
    });

    it('ends after eight idle hours, and after 24 in any case', async () => {
      const idle = await signInAdmin(api);
      await later(api, '8 hours 1 second');
      await refresh(idle.refresh_token).expect(401);
      let { refresh_token } = await signInAdmin(api);
      for (let shift = 0; shift < 3; shift++) {
        await later(api, '7 hours 55 minutes');
        refresh_token = ((await refresh(refresh_token).expect(200)).body.data as AdminTokens).refresh_token;
      }
      await later(api, '20 minutes');
      await refresh(refresh_token).expect(401);
    });

    it.each([
      ['nothing', ''],
      ['a prefix', 'akr_'],
      ['a stump', 'akr_x'],
      ['an invented one', `akr_${'A'.repeat(64)}`],
      ['a long text', 'x'.repeat(5_000)],
    ])('refuses %s', async (_what, token) => {
      await refresh(token).expect(401);
    });

    it('distinguishes a missing token from an invalid one', async () => {
      await refresh(undefined).expect(422);
      await refresh(7).expect(422);
    });
  });

  describe('sessions', () => {
    it('are listed and ended by their owner', async () => {
      const admin = await anAdmin(api, ['auditor']);
      const here = await signInAdmin(api, admin);
      const there = await signInAdmin(api, admin);
      const client = adminClient(api, here.access_token);
      const { body } = await client.get('auth/sessions').expect(200);
      const items = body.data.items as { id: string; current: boolean }[];
      expect(items).toHaveLength(3);
      expect(items.filter(({ current }) => current).map(({ id }) => id)).toEqual([here.session_id]);
      await client.delete(`auth/sessions/${there.session_id}`).expect(200, { data: { success: true } });
      await adminClient(api, there.access_token).get('auth/context').expect(401);
      await client.delete(`auth/sessions/${there.session_id}`).expect(404);
      await client.delete('auth/sessions/nonsense').expect(404);
    });

    it('of another administrator are out of reach', async () => {
      const other = await signInAdmin(api);
      const client = adminClient(api, (await anAdmin(api, ['admin'])).token);
      await client.delete(`auth/sessions/${other.session_id}`).expect(404);
      await adminClient(api, other.access_token).get('auth/context').expect(200);
    });

    it('end with a logout, at once and for the refresh token too', async () => {
      const tokens = await signInAdmin(api);
      await adminClient(api, tokens.access_token)
        .post('auth/logout')
        .expect(200, { data: { success: true } });
      await adminClient(api, tokens.access_token).get('auth/context').expect(401);
      await adminClient(api).post('auth/refresh', { refresh_token: tokens.refresh_token }).expect(401);
    });

    it('die with their user', async () => {
      const admin = await anAdmin(api, ['auditor']);
      await adminClient(api, admin.token).get('auth/context').expect(200);
      await queryAs(api.urls.superuserUrl, `UPDATE users SET status = 'disabled' WHERE id = $1`, [admin.userId]);
      await adminClient(api, admin.token).get('auth/context').expect(401);
    });
  });

  it('GET auth/context returns user, tenant, roles and permissions', async () => {
    const admin = await anAdmin(api, ['content_editor']);
    const { body } = await adminClient(api, admin.token).get('auth/context').expect(200);
    expect(body.data).toEqual({
      user: { id: admin.userId, display_name: 'Admin of content_editor', email: admin.email, locale: null },
      tenant: { id: api.tenantId, code: 'default', name: 'Default tenant' },
      roles: ['content_editor'],
      permissions: expect.arrayContaining(['apps.read', 'pages.publish', 'pages.write']),
    });
    expect(body.data.permissions).not.toContain('users.read');
  });

  describe('profile', () => {
    it('is read and changed under its version', async () => {
      const admin = await anAdmin(api, ['auditor']);
      const client = adminClient(api, admin.token);
      const { body: read } = await client.get('auth/profile').expect(200);
      expect(read.data).toMatchObject({ id: admin.userId, email: admin.email, mfa_enabled: false, roles: ['auditor'] });
      const change = {
        display_name: '林',
        locale: 'zh-TW',
        time_zone: 'Asia/Taipei',
        lock_version: read.data.lock_version as number,
      };
      const { body } = await client.patch('auth/profile', change).expect(200);
      expect(body.data).toMatchObject({ ...change, lock_version: change.lock_version + 1 });
      const stale = await client
        .patch('auth/profile', { display_name: 'x', lock_version: change.lock_version })
        .expect(409);
      expect(stale.body).toMatchObject({
        code: 'RESOURCE.VERSION_CONFLICT',
        current_lock_version: change.lock_version + 1,
      });
      const cleared = await client
        .patch('auth/profile', { locale: null, lock_version: change.lock_version + 1 })
        .expect(200);
      expect(cleared.body.data).toMatchObject({ locale: null, time_zone: 'Asia/Taipei', display_name: '林' });
    });

    it.each([
      [{ display_name: 'x' }, 'lock_version'],
      [{ display_name: null, lock_version: 1 }, 'display_name'],
      [{ locale: 'fr-FR', lock_version: 1 }, 'locale'],
      [{ time_zone: 'Mars/Olympus', lock_version: 1 }, 'time_zone'],
      [{ roles: [], lock_version: 1 }, 'roles'],
    ])('refuses %j', async (body, field) => {
      const { body: problem } = await (await asOwner(api)).patch('auth/profile', body).expect(422);
      expect(problem.errors).toEqual([expect.objectContaining({ field })]);
    });
  });
});
