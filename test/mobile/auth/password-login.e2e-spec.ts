import { AppsService } from '@libs/apps';
import { aDeviceKey, anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aRegisteredMember, aPendingMember, clientOf, codeSentTo, type Member, signIn } from '../support/journey';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('POST /api/v1/auth/login/password', () => {
  const api = suiteApi();

  const login = (body: object, deviceKey?: string, headers?: Record<string, string>) =>
    clientOf(api).login(body, deviceKey, headers);
  const asSuperuser = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  const wrong = (member: Member) => ({ ...member, password: 'not the password' });

  it('answers 200 with a MobileTokenResponse that is not stored', async () => {
    const { body, headers } = await login(await aRegisteredMember(api)).expect(200);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data).toEqual({
      token_type: 'Bearer',
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      access_token_expires_at: expect.stringMatching(INSTANT),
      refresh_token: expect.stringMatching(/^akr_[\w-]{43}$/),
      refresh_token_expires_at: expect.stringMatching(INSTANT),
      session_id: expect.stringMatching(UUID),
      app_id: api.appId,
    });
    const lifetime = (instant: string) => (Date.parse(instant) - Date.now()) / 1_000;
    expect(lifetime(body.data.access_token_expires_at)).toBeGreaterThan(880);
    expect(lifetime(body.data.access_token_expires_at)).toBeLessThanOrEqual(901);
    expect(lifetime(body.data.refresh_token_expires_at) / 86_400).toBeCloseTo(30, 2);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('tells until when the session and its token are stored', async () => {
    const { session_id, refresh_token_expires_at } = await signIn(api, await aRegisteredMember(api));
    const ends = await asSuperuser(
      `SELECT s.expires_at AS session, t.expires_at AS token
         FROM sessions s JOIN refresh_tokens t ON t.session_id = s.id WHERE s.id = $1`,
      [session_id],
    );
    const told = new Date(refresh_token_expires_at);
    expect(ends).toEqual([{ session: told, token: told }]);
  });

  it('opens a session of its own each time', async () => {
    const member = await aRegisteredMember(api);
    const pairs = [await signIn(api, member), await signIn(api, member)];
    expect(new Set(pairs.map(({ session_id }) => session_id)).size).toBe(2);
    for (const { access_token } of pairs) await clientOf(api).context(access_token).expect(200);
  });

  it('answers the same 401 to every account that cannot sign in, and to none', async () => {
    const other = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
    const [suspended, disabled, active] = [
      await aRegisteredMember(api),
      await aRegisteredMember(api),
      await aRegisteredMember(api),
    ];
    const pending = await aPendingMember(api);
    await codeSentTo(api, pending.email);
    const elsewhere = await aRegisteredMember(api, {}, other.id);
    await asSuperuser(
      `UPDATE app_memberships m SET status = 'suspended' FROM login_identifiers i WHERE i.user_id = m.user_id AND i.value = $1`,
      [suspended.email],
    );
    await asSuperuser(
      `UPDATE users u SET status = 'disabled' FROM login_identifiers i WHERE i.user_id = u.id AND i.value = $1`,
      [disabled.email],
    );
    const administrator = { email: 'admin@example.com', password: 'bootstrap administrator' };
    const told = new Set<string>();
    for (const attempt of [
      { email: anEmail(), password: PASSWORD },
      wrong(active),
      wrong(pending),
      suspended,
      wrong(suspended),
      disabled,
      wrong(disabled),
      elsewhere,
      administrator,
    ]) {
      const { status, body, headers } = await login(attempt);
      const { request_id: _id, ...rest } = body as Record<string, unknown>;
      const {
        date: _date,
        'x-request-id': _header,
        'content-length': _length,
        ...sent
      } = headers as Record<string, string>;
      told.add(JSON.stringify([status, rest, sent]));
    }
    expect(told.size).toBe(1);
    expect([...told][0]).toContain('"IAM.LOGIN.INVALID_CREDENTIALS"');
  });

  it('answers 401 IAM.LOGIN.VERIFICATION_REQUIRED only to the right password of a pending membership', async () => {
    const pending = await aPendingMember(api);
    await codeSentTo(api, pending.email);
    const { body } = await login(pending).expect(401);
    expect(body).toMatchObject({ code: 'IAM.LOGIN.VERIFICATION_REQUIRED', status: 401 });
    const refused = await login(wrong(pending)).expect(401);
    expect(refused.body.code).toBe('IAM.LOGIN.INVALID_CREDENTIALS');
  });

  it('asks for verification, too, where the existing user of the tenant has yet to confirm a second App', async () => {
    const member = await aRegisteredMember(api);
    const { id } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
    await clientOf(api, id)
      .register({ ...member, password: 'another long password' })
      .expect(202);
    await codeSentTo(api, member.email, 2);
    const right = await clientOf(api, id).login(member).expect(401);
    expect(right.body.code).toBe('IAM.LOGIN.VERIFICATION_REQUIRED');
    const ignored = await clientOf(api, id).login({ ...member, password: 'another long password' });
    expect(ignored.body.code).toBe('IAM.LOGIN.INVALID_CREDENTIALS');
  });

  it('lets members of one App into no other', async () => {
    const member = await aRegisteredMember(api);
    const { id } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
    const { body } = await clientOf(api, id).login(member).expect(401);
    expect(body.code).toBe('IAM.LOGIN.INVALID_CREDENTIALS');
  });

  describe('the header X-AK-Device-Key', () => {
    it.each([
      ['missing', undefined, 'required'],
      ['empty', '', 'not_uuid'],
      ['no uuid', 'installation-1', 'not_uuid'],
      ['a uuid in braces', '{3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44}', 'not_uuid'],
      ['given twice', '3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44, 3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44', 'not_uuid'],
    ])('is refused with 422 when it is %s', async (_, deviceKey, code) => {
      const { body } = await api.http
        .post('/api/v1/auth/login/password')
        .set({ 'X-AppID': api.appId, ...(deviceKey === undefined ? {} : { 'X-AK-Device-Key': deviceKey }) })
        .send({ email: anEmail(), password: PASSWORD })
        .expect(422);
      expect(body.code).toBe('REQUEST.VALIDATION_FAILED');
      expect(body.errors).toEqual([{ field: 'X-AK-Device-Key', code, message: expect.any(String) }]);
    });

    it('names the device: one for each App, user and key, whatever the case of its letters', async () => {
      const member = await aRegisteredMember(api);
      const deviceKey = aDeviceKey();
      const device = { platform: 'android', model: 'Pixel 9', os_version: '16', app_version: '1.4.0' };
      await login({ ...member, device }, deviceKey).expect(200);
      await login({ ...member, device: { app_version: '1.5.0' } }, deviceKey.toUpperCase()).expect(200);
      await login(member, deviceKey).expect(200);
      const rows = await asSuperuser(
        `SELECT platform, model, os_version, app_version FROM devices WHERE device_key = $1`,
        [deviceKey],
      );
      expect(rows).toEqual([{ platform: 'android', model: 'Pixel 9', os_version: '16', app_version: '1.5.0' }]);
      await login(await aRegisteredMember(api), deviceKey).expect(200);
      expect(await asSuperuser('SELECT 1 FROM devices WHERE device_key = $1', [deviceKey])).toHaveLength(2);
    });
  });

  it.each([
    [{ email: undefined }, 'email', 'required'],
    [{ email: 'nobody' }, 'email', 'not_email'],
    [{ email: ['a@example.com'] }, 'email', 'not_string'],
    [{ password: undefined }, 'password', 'required'],
    [{ password: 'elevenchars' }, 'password', 'too_short'],
    [{ password: 'x'.repeat(257) }, 'password', 'too_long'],
    [{ password: 'correct horse\u0000battery' }, 'password', 'invalid_text'],
    [{ password: 'correct horse\ud83dbattery' }, 'password', 'invalid_text'],
    [{ password: { $ne: '' } }, 'password', 'not_string'],
    [{ device: 'android' }, 'device', 'not_object'],
    [{ device: [] }, 'device', 'not_object'],
    [{ device: { platform: 'windows_phone' } }, 'device.platform', 'not_allowed'],
    [{ device: { model: 'x'.repeat(101) } }, 'device.model', 'too_long'],
    [{ device: { os_version: 16 } }, 'device.os_version', 'not_string'],
    [{ device: { app_version: '1\u0000' } }, 'device.app_version', 'invalid_text'],
    [{ device: { imei: '1' } }, 'device.imei', 'unknown_field'],
    [{ remember_me: true }, 'remember_me', 'unknown_field'],
  ])('answers 422 to %j', async (change, field, code) => {
    const { body } = await login({ email: anEmail(), password: PASSWORD, ...change }).expect(422);
    expect(body.code).toBe('REQUEST.VALIDATION_FAILED');
    expect(body.errors.map((error: Record<string, unknown>) => [error['field'], error['code']])).toContainEqual([
      field,
      code,
    ]);
  });

  it('records every attempt, with the reason that the client is not told', async () => {
    const member = await aRegisteredMember(api);
    await login(wrong(member), aDeviceKey(), { 'User-Agent': 'Suite/1' }).expect(401);
    await login(member, aDeviceKey(), { 'User-Agent': 'Suite/1' }).expect(200);
    const events = await asSuperuser(
      `SELECT e.result, e.method, e.reason, host(e.ip) AS ip, e.user_agent, e.device_id IS NOT NULL AS device
         FROM login_events e JOIN login_identifiers i ON i.user_id = e.user_id WHERE i.value = $1 ORDER BY e.occurred_at`,
      [member.email],
    );
    const common = { method: 'password', ip: '127.0.0.1', user_agent: 'Suite/1' };
    expect(events).toEqual([
      { ...common, result: 'failure', reason: 'bad_credentials', device: false },
      { ...common, result: 'success', reason: null, device: true },
    ]);
  });

  it('copes with a user agent of any bytes and length', async () => {
    const member = await aRegisteredMember(api);
    for (const agent of ['x'.repeat(4_000), '\u00ff\u0080\u00e9', "'; DROP TABLE sessions; --"]) {
      await login(member, aDeviceKey(), { 'User-Agent': agent }).expect(200);
    }
  });
});
