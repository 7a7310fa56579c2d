import { type App, AppsService } from '@libs/apps';
import { aDeviceKey, anEmail, eventually, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aRegisteredMember, aPendingMember, clientOf, codeSentTo, outboxSettled, signIn } from '../support/journey';
import { later } from '../../support/time-travel';

describe('POST /api/v1/auth/register', () => {
  const api = suiteApi();

  const client = (appId = api.appId) => clientOf(api, appId);
  const anApp = (): Promise<App> =>
    api.get(AppsService).create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
  const asSuperuser = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const setRegistration = async (appId: string, settings: object) => {
    await asSuperuser('UPDATE apps SET registration = registration || $2 WHERE id = $1', [appId, settings]);
    const [key, value] = Object.entries(settings)[0] as [string, unknown];
    if (key !== 'emailEnabled') return;
    await eventually(async () => {
      const { body } = await api.http.get('/api/v1/public/config').set('X-AppID', appId);
      return body.data.registration.email_enabled === value;
    });
  };

  it('answers 202 with accepted, the cooldown of the App and the ten minutes of a code', async () => {
    const { body, headers } = await client().register({ email: anEmail(), password: PASSWORD }).expect(202);
    expect(body).toEqual({ data: { accepted: true, resend_after_seconds: 60, expires_in_seconds: 600 } });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('names the email_resend_cooldown_seconds of the App', async () => {
    const { id } = await anApp();
    await asSuperuser(
      `UPDATE apps SET registration = registration || '{"emailResendCooldownSeconds": 95}' WHERE id = $1`,
      [id],
    );
    const { body } = await eventually(async () => {
      const answer = await client(id).register({ email: anEmail(), password: PASSWORD }).expect(202);
      return answer.body.data.resend_after_seconds !== 60 && answer;
    });
    expect(body).toEqual({ data: { accepted: true, resend_after_seconds: 95, expires_in_seconds: 600 } });
  });

  it('takes the optional fields', async () => {
    const optional = { display_name: 'Lin', locale: 'ja-JP', legal_consents: [] };
    await client()
      .register({ email: anEmail(), password: PASSWORD, ...optional })
      .expect(202);
  });

  it('answers the same bytes and headers for unknown, pending, active, suspended, disabled and foreign accounts', async () => {
    const other = await anApp();
    const emails = {
      unknown: anEmail(),
      pending: (await aPendingMember(api)).email,
      active: (await aRegisteredMember(api)).email,
      suspended: (await aRegisteredMember(api)).email,
      disabled: (await aRegisteredMember(api)).email,
      ofAnotherApp: (await aRegisteredMember(api, {}, other.id)).email,
      administrator: 'admin@example.com',
    };
    await outboxSettled(api);
    await asSuperuser(
      `UPDATE app_memberships m SET status = 'suspended' FROM login_identifiers i WHERE i.user_id = m.user_id AND i.value = $1`,
      [emails.suspended],
    );
    await asSuperuser(
      `UPDATE users u SET status = 'disabled' FROM login_identifiers i WHERE i.user_id = u.id AND i.value = $1`,
      [emails.disabled],
    );
    await later(api, '1 hour');
    const answers = new Set<string>();
    for (const request of ['first', 'within the cooldown']) {
      for (const email of Object.values(emails)) {
        const { status, text, headers } = await client().register({ email, password: PASSWORD });
        const { date: _date, 'x-request-id': _id, ...told } = headers as Record<string, string>;
        // The seconds that are left of the cooldown are those since the first request, for everybody.
        answers.add(JSON.stringify([request, status, text.replace(/:(5\d|60),/, ':<cooldown>,'), told]));
      }
    }
    expect([...answers]).toHaveLength(2);
    expect([...answers][0]).toContain('202');
  });

  it('keeps the membership pending, and the login with it, until the code has come back', async () => {
    const member = await aPendingMember(api);
    await codeSentTo(api, member.email);
    await client()
      .login(member)
      .expect(401)
      .expect(({ body }) => expect(body.code).toBe('IAM.LOGIN.VERIFICATION_REQUIRED'));
    await client()
      .verifyEmail(member.email, await codeSentTo(api, member.email))
      .expect(200);
    await client().login(member).expect(200);
  });

  it('takes the address in whatever form it is typed', async () => {
    const email = anEmail();
    await client()
      .register({ email: ` ${email.toUpperCase()} `, password: PASSWORD })
      .expect(202);
    await client()
      .verifyEmail(email, await codeSentTo(api, email))
      .expect(200);
    await client().login({ email: email.toUpperCase(), password: PASSWORD }).expect(200);
  });

  it('saves display_name and locale with the verification', async () => {
    const member = await aRegisteredMember(api, { display_name: '林 😀', locale: 'en-US' });
    const { body } = await client()
      .context((await signIn(api, member)).access_token)
      .expect(200);
    expect(body.data.user).toMatchObject({ display_name: '林 😀', locale: 'en-US' });
  });

  describe('403 IAM.REGISTRATION.CLOSED', () => {
    it('is the answer where the App does not allow registration by email, for every address', async () => {
      const { id } = await anApp();
      const known = await aRegisteredMember(api, {}, id);
      await setRegistration(id, { emailEnabled: false });
      for (const email of [known.email, anEmail()]) {
        const { body } = await client(id).register({ email, password: PASSWORD }).expect(403);
        expect(body).toMatchObject({ code: 'IAM.REGISTRATION.CLOSED', status: 403 });
      }
    });
  });

  describe('an existing user of the tenant', () => {
    it('joins a second App with the existing password, the one given there being ignored', async () => {
      const member = await aRegisteredMember(api, { display_name: 'Lin' });
      const { id } = await anApp();
      const given = { email: member.email, password: 'another long password' };
      await client(id).login(given).expect(401);
      await client(id)
        .register({ ...given, display_name: 'Somebody else' })
        .expect(202);
      await client(id)
        .verifyEmail(member.email, await codeSentTo(api, member.email, 2))
        .expect(200);
      await client(id)
        .login(given)
        .expect(401)
        .expect(({ body }) => expect(body.code).toBe('IAM.LOGIN.INVALID_CREDENTIALS'));
      const { access_token } = await signIn(api, member, { appId: id });
      const { body } = await client(id).context(access_token).expect(200);
      expect(body.data).toMatchObject({ app: { id }, user: { display_name: 'Lin' }, membership: { status: 'active' } });
      await signIn(api, member);
    });

    it('proves ownership anew at each App: the code of one does not work at the other', async () => {
      const member = await aRegisteredMember(api);
      const { id } = await anApp();
      await client(id).register(member).expect(202);
      const code = await codeSentTo(api, member.email, 2);
      await client().verifyEmail(member.email, code).expect(422);
      await client(id).verifyEmail(member.email, code).expect(200);
    });
  });

  describe('registered twice before a verification', () => {
    it('takes the newest password of the installation, the older code being dead', async () => {
      const email = anEmail();
      const own = { 'X-AK-Device-Key': aDeviceKey() };
      const first = { email, password: 'the first password' };
      const second = { email, password: 'the second password' };
      await client().register(first, own).expect(202);
      const older = await codeSentTo(api, email, 1);
      await later(api, '61 seconds');
      await client().register(second, own).expect(202);
      const newer = await codeSentTo(api, email, 2);
      await client().verifyEmail(email, older, own).expect(422);
      await client().verifyEmail(email, newer, own).expect(200);
      await client().login(first).expect(401);
      await client().login(second).expect(200);
    });

    it('takes it from a request within the cooldown, too', async () => {
      const email = anEmail();
      const own = { 'X-AK-Device-Key': aDeviceKey() };
      const first = { email, password: 'the first password' };
      const second = { email, password: 'the second password' };
      await client().register(first, own).expect(202);
      await client().register(second, own).expect(202);
      await client()
        .verifyEmail(email, await codeSentTo(api, email), own)
        .expect(200);
      await client().login(first).expect(401);
      await client().login(second).expect(200);
    });

    it('takes the password with a code that was sent again', async () => {
      const member = await aPendingMember(api);
      await codeSentTo(api, member.email);
      await later(api, '61 seconds');
      await client().resendCode(member.email).expect(202);
      await client()
        .verifyEmail(member.email, await codeSentTo(api, member.email, 2))
        .expect(200);
      await client().login(member).expect(200);
    });
  });
});
