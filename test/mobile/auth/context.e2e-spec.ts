import { AppsService } from '@libs/apps';
import { aDeviceKey, eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { aMember, clientOf, signIn } from '../support/journey';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('GET /api/v1/auth/context', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });

  afterAll(() => api.close());

  const asSuperuser = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const contextOf = async (accessToken: string, appId = api.appId) =>
    (await clientOf(api, appId).context(accessToken).expect(200)).body.data;
  const userIdOf = async (email: string) =>
    (
      await queryAs<{ id: string }>(
        api.urls.superuserUrl,
        'SELECT user_id AS id FROM login_identifiers WHERE value = $1',
        [email],
      )
    )[0]?.id;

  it('answers 200 with the MobileContextResponse, every field of it and no other', async () => {
    const member = await aMember(api, { display_name: 'Lin', locale: 'ja-JP' });
    const pair = await signIn(api, member);
    const { body, headers } = await clientOf(api).context(pair.access_token).expect(200);
    expect(body).toEqual({
      data: {
        user: { id: await userIdOf(member.email), display_name: 'Lin', avatar_url: null, locale: 'ja-JP' },
        tenant: { id: api.tenantId, code: 'default', name: 'Default tenant' },
        app: { id: api.appId, name: 'Default App', app_type: 'uni_app' },
        membership: { status: 'active', joined_at: expect.stringMatching(INSTANT) },
        session: {
          id: pair.session_id,
          created_at: expect.stringMatching(INSTANT),
          expires_at: pair.refresh_token_expires_at,
        },
        roles: [],
        permissions: [],
        feature_flags: {},
        legal_outstanding: [],
      },
    });
    expect(body.data.user.id).toMatch(UUID);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('shows null for a name and a locale that were never given', async () => {
    const { user } = await contextOf((await signIn(api, await aMember(api))).access_token);
    expect(user).toMatchObject({ display_name: null, avatar_url: null, locale: null });
  });

  it('shows the roles and permissions of the user, each once and in order', async () => {
    const member = await aMember(api);
    const userId = await userIdOf(member.email);
    await asSuperuser(`UPDATE roles SET permissions = '{apps.write,apps.read}' WHERE code = 'admin'`);
    await asSuperuser(`UPDATE roles SET permissions = '{apps.read,audit.read}' WHERE code = 'auditor'`);
    for (const role of ['auditor', 'admin']) {
      await asSuperuser('INSERT INTO user_roles (tenant_id, user_id, role_code) VALUES ($1, $2, $3)', [
        api.tenantId,
        userId,
        role,
      ]);
    }
    const { roles, permissions } = await contextOf((await signIn(api, member)).access_token);
    expect(roles).toEqual(['admin', 'auditor']);
    expect(permissions).toEqual(['apps.read', 'apps.write', 'audit.read']);
  });

  it('shows the feature flags and the name of the App as they are now', async () => {
    const { id } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app_x', defaultLocale: 'en-US' });
    const pair = await signIn(api, await aMember(api, {}, id), { appId: id });
    const flags = { new_checkout: true, theme: 'spring', limit: 3 };
    await asSuperuser(`UPDATE apps SET name = 'Renamed', feature_flags = $2 WHERE id = $1`, [id, flags]);
    const context = await eventually(async () => {
      const now = await contextOf(pair.access_token, id);
      return now.app.name === 'Renamed' && now;
    });
    expect(context).toMatchObject({ app: { id, name: 'Renamed', app_type: 'uni_app_x' }, feature_flags: flags });
  });

  it('shows the later expiry after a refresh, and the same session', async () => {
    const pair = await signIn(api, await aMember(api));
    const { body } = await clientOf(api).refresh(pair.refresh_token).expect(200);
    const { session } = await contextOf(body.data.access_token);
    expect(session).toMatchObject({ id: pair.session_id, expires_at: body.data.refresh_token_expires_at });
  });

  it('does not reveal passwords, identifiers or devices', async () => {
    const deviceKey = aDeviceKey();
    const member = await aMember(api);
    const pair = await signIn(api, member, { deviceKey });
    const { text } = await clientOf(api).context(pair.access_token).expect(200);
    for (const secret of [member.email, deviceKey, 'bcrypt', pair.refresh_token, pair.access_token]) {
      expect(text).not.toContain(secret);
    }
  });

  it('answers 401 without a bearer token', async () => {
    const { body, headers } = await api.http.get('/api/v1/auth/context').set('X-AppID', api.appId).expect(401);
    expect(body).toMatchObject({ code: 'IAM.TOKEN.MISSING', status: 401, instance: '/api/v1/auth/context' });
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
  });

  describe('the locale of an error', () => {
    const refused = (accessToken: string, language: string, appId = api.appId) =>
      api.http
        .post('/api/v1/auth/step-up/verify')
        .set({ 'X-AppID': appId, Authorization: `Bearer ${accessToken}`, 'Accept-Language': language })
        .send({})
        .expect(422);

    it('is the one that the member saved, before Accept-Language', async () => {
      const { access_token } = await signIn(api, await aMember(api, { locale: 'ja-JP' }));
      const { headers, body } = await refused(access_token, 'en-US');
      expect(headers['content-language']).toBe('ja-JP');
      expect(body.detail).toMatch(/[ぁ-ん]/);
      expect(body.errors[0].message).toMatch(/[ぁ-ん]/);
      expect(headers['vary']).toMatch(/Accept-Language/);
    });

    it('is that of Accept-Language if the member saved none, or one that the App does not offer', async () => {
      const none = await signIn(api, await aMember(api));
      const answer = await refused(none.access_token, 'zh-HK');
      expect(answer.headers['content-language']).toBe('zh-TW');

      const { id } = await api.get(AppsService).create(api.tenantId, {
        name: 'Second App',
        appType: 'uni_app',
        defaultLocale: 'zh-CN',
        supportedLocales: ['zh-CN', 'en-US'],
      });
      const other = await signIn(api, await aMember(api, { locale: 'ja-JP' }, id), { appId: id });
      const there = await refused(other.access_token, 'en', id);
      expect(there.headers['content-language']).toBe('en-US');
    });

    it('is that of the request if nobody is signed in', async () => {
      const { headers } = await clientOf(api).context('x', { 'Accept-Language': 'ja' }).expect(401);
      expect(headers['content-language']).toBe('ja-JP');
    });
  });
});

describe('POST /api/v1/auth/logout', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });

  afterAll(() => api.close());

  it('answers 200 with success, and ends this session and no other', async () => {
    const member = await aMember(api);
    const [here, there] = [await signIn(api, member), await signIn(api, member)];
    const { body, headers } = await clientOf(api).logout(here.access_token).expect(200);
    expect(body).toEqual({ data: { success: true } });
    expect(headers['cache-control']).toBe('no-store');
    await clientOf(api).context(here.access_token).expect(401);
    await clientOf(api).refresh(here.refresh_token).expect(401);
    await clientOf(api).context(there.access_token).expect(200);
  });

  it('answers 401 to the same token afterwards, and without a token', async () => {
    const { access_token } = await signIn(api, await aMember(api));
    await clientOf(api).logout(access_token).expect(200);
    const again = await clientOf(api).logout(access_token).expect(401);
    expect(again.body.code).toBe('IAM.TOKEN.INVALID');
    const none = await api.http.post('/api/v1/auth/logout').set('X-AppID', api.appId).expect(401);
    expect(none.body.code).toBe('IAM.TOKEN.MISSING');
  });

  it('needs no body, and takes an empty one', async () => {
    const member = await aMember(api);
    for (const [type, body] of [
      ['application/json', '{}'],
      ['application/json', ''],
      ['text/plain', ''],
    ] as const) {
      const { access_token } = await signIn(api, member);
      await api.http
        .post('/api/v1/auth/logout')
        .set({ 'X-AppID': api.appId, Authorization: `Bearer ${access_token}`, 'Content-Type': type })
        .send(body)
        .expect(200);
    }
  });

  it('answers one of 20 at the same time with 200 at least, and none with more than 401', async () => {
    const { access_token } = await signIn(api, await aMember(api));
    const answers = await Promise.all(Array.from({ length: 20 }, () => clientOf(api).logout(access_token)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const ended = await queryAs(
      api.urls.superuserUrl,
      `SELECT 1 FROM outbox_messages WHERE type = 'session.revoked' AND data->>'session_id' = $1`,
      [JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()).sid],
    );
    expect(ended).toHaveLength(1);
  });
});
