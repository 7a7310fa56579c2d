import { asOwner } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { aDeviceKey, anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMobile } from '../support/captcha';
import { clientOf, codeSentTo, otherThan, outboxSettled } from '../support/journey';
import { fieldErrors } from '../support/me';
import { aMemberWithMobile, aMobileMember, codesTo, forgetBudgets, signInBySms, smsClient } from '../support/sms';
import { later } from '../../support/time-travel';

const DONE = { data: { accepted: true, resend_after_seconds: 0, expires_in_seconds: 0 } };

describe('Registering by mobile', () => {
  const api = suiteApi();
  const client = smsClient(api);
  let elsewhere: string;
  let closed: string;

  beforeAll(async () => {
    const admin = await asOwner(api);
    elsewhere = (await aManagedApp(admin)).id;
    closed = (await aManagedApp(admin, { registration: { mobile_enabled: false } })).id;
  });
  beforeEach(() => forgetBudgets(api));

  const sql = (statement: string, ...values: unknown[]) => queryAs(api.urls.superuserUrl, statement, values);
  const usersOf = (mobile: string) =>
    sql(
      `SELECT u.display_name, u.locale, u.password_hash IS NOT NULL AS has_password, i.verified_at IS NOT NULL AS verified,
              i.is_primary, m.status, m.app_id
         FROM login_identifiers i
         JOIN users u ON u.id = i.user_id
         LEFT JOIN app_memberships m ON m.user_id = u.id
        WHERE i.value = $1 ORDER BY m.created_at`,
      mobile,
    );
  const eventsOf = (mobile: string) =>
    sql(
      `SELECT o.type, o.app_id FROM outbox_messages o JOIN login_identifiers i ON i.user_id::text = o.data ->> 'user_id'
        WHERE i.value = $1 AND o.type LIKE 'member.%' ORDER BY o.id`,
      mobile,
    );

  describe('POST /api/v1/auth/registration/send-code', () => {
    it('answers 202 and sends a code, whoever has the number', async () => {
      const member = await aMemberWithMobile(api);
      const suspended = await aMemberWithMobile(api);
      await sql(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, suspended.userId);
      const told = new Set<string>();
      for (const mobile of [aMobile(), member.mobile, suspended.mobile]) {
        const { status, text } = await client.ask('registration', { mobile });
        told.add(`${status} ${text}`);
        await outboxSettled(api);
        expect(await codesTo(api, mobile)).toHaveLength(1);
      }
      expect([...told]).toEqual(['202 {"data":{"accepted":true,"resend_after_seconds":60,"expires_in_seconds":300}}']);
    });

    it('answers 202 within the cooldown, and sends nothing', async () => {
      const mobile = aMobile();
      await client.code('registration', mobile);
      await later(api, '10 seconds');
      const { status, body } = await client.ask('registration', { mobile });
      expect([status, body.data.resend_after_seconds <= 50]).toEqual([202, true]);
      await outboxSettled(api);
      expect(await codesTo(api, mobile)).toHaveLength(1);
    });

    it('answers 403 if the App accepts no registration by mobile, before it checks a proof', async () => {
      const mobile = aMobile();
      const { status, body } = await client.ask('registration', { mobile }, { appId: closed });
      expect([status, body.code]).toEqual([403, 'IAM.REGISTRATION.CLOSED']);
      const without = await client.send('registration', { mobile }, undefined, {
        appId: closed,
        deviceKey: aDeviceKey(),
      });
      expect(without.status).toBe(403);
      expect(await codesTo(api, mobile)).toEqual([]);
    });
  });

  describe('POST /api/v1/auth/register', () => {
    it('makes the holder of the code an active member, with the given details', async () => {
      const mobile = aMobile();
      const otp = await client.code('registration', mobile);
      const body = { mobile, otp, password: PASSWORD, display_name: 'Lin', locale: 'ja-JP' };
      const answer = await client.register(body).expect(202);
      expect(answer.body).toEqual(DONE);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(await usersOf(mobile)).toEqual([
        {
          display_name: 'Lin',
          locale: 'ja-JP',
          has_password: true,
          verified: true,
          is_primary: true,
          status: 'active',
          app_id: api.appId,
        },
      ]);
      expect(await eventsOf(mobile)).toEqual([
        { type: 'member.registered', app_id: api.appId },
        { type: 'member.verified', app_id: api.appId },
      ]);
      await clientOf(api).login({ mobile, password: PASSWORD }).expect(200);
      await signInBySms(api, mobile);
    });

    it('needs no password; then only codes sign in', async () => {
      const mobile = await aMobileMember(api);
      expect(await usersOf(mobile)).toMatchObject([{ has_password: false, status: 'active' }]);
      await clientOf(api).login({ mobile, password: PASSWORD }).expect(401);
      await signInBySms(api, mobile);
    });

    it('answers 422 IAM.OTP.INVALID to a wrong, used, expired, foreign or never sent code alike', async () => {
      const mobile = aMobile();
      const otp = await client.code('registration', mobile);
      const codes = [
        await client.register({ mobile, otp: otherThan(otp) }),
        await client.register({ mobile: aMobile(), otp }),
        await client.register({ mobile, otp }, { appId: elsewhere }),
        await client.register({ mobile: aMobile(), otp: '123456' }),
      ];
      await client.register({ mobile, otp }).expect(202);
      codes.push(await client.register({ mobile, otp }));
      await later(api, '61 seconds');
      const expired = await client.code('registration', mobile);
      await later(api, '5 minutes');
      codes.push(await client.register({ mobile, otp: expired }));
      const told = codes.map(({ status, body }) => JSON.stringify([status, { ...body, request_id: '' }]));
      expect(new Set(told).size).toBe(1);
      expect([codes[0]?.status, codes[0]?.body.code]).toEqual([422, 'IAM.OTP.INVALID']);
    });

    it('takes no code to sign in with', async () => {
      const { mobile } = await aMemberWithMobile(api);
      const otp = await client.code('login', mobile);
      expect((await client.register({ mobile, otp }, { appId: elsewhere })).status).toBe(422);
      expect((await client.register({ mobile, otp })).status).toBe(422);
    });

    it('changes nothing for an active member, and answers the same', async () => {
      const { mobile, password } = await aMemberWithMobile(api);
      const before = await usersOf(mobile);
      const otp = await client.code('registration', mobile);
      const { body } = await client
        .register({ mobile, otp, password: 'another long password', display_name: 'X' })
        .expect(202);
      expect(body).toEqual(DONE);
      expect(await usersOf(mobile)).toEqual(before);
      await clientOf(api).login({ mobile, password }).expect(200);
      await clientOf(api).login({ mobile, password: 'another long password' }).expect(401);
    });

    it('neither lifts a suspension nor a disabling, and answers the same', async () => {
      for (const statement of [
        `UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`,
        `UPDATE users SET status = 'disabled' WHERE id = $1`,
      ]) {
        const { mobile, userId } = await aMemberWithMobile(api);
        await sql(statement, userId);
        const before = await usersOf(mobile);
        const otp = await client.code('registration', mobile);
        expect((await client.register({ mobile, otp }).expect(202)).body).toEqual(DONE);
        expect(await usersOf(mobile)).toEqual(before);
      }
    });

    it('lets a user of the tenant join this App, with the password that there is', async () => {
      const { mobile, password } = await aMemberWithMobile(api);
      const there = smsClient(api, { appId: elsewhere });
      const otp = await there.code('registration', mobile);
      await there.register({ mobile, otp, password: 'another long password' }).expect(202);
      expect((await usersOf(mobile)).map(({ app_id, status }) => [app_id, status])).toEqual([
        [api.appId, 'active'],
        [elsewhere, 'active'],
      ]);
      const login = (secret: string) => clientOf(api, elsewhere).login({ mobile, password: secret });
      await login('another long password').expect(401);
      await login(password).expect(200);
    });

    it('sets no password for a user who has none: a registration code does not permit that', async () => {
      const mobile = await aMobileMember(api);
      const there = smsClient(api, { appId: elsewhere });
      const otp = await there.code('registration', mobile);
      await there.register({ mobile, otp, password: PASSWORD }).expect(202);
      expect((await usersOf(mobile)).map(({ has_password }) => has_password)).toEqual([false, false]);
    });

    it('activates a membership that waits for an address to be verified', async () => {
      const { mobile, email } = await aMemberWithMobile(api);
      await clientOf(api, elsewhere).register({ email, password: PASSWORD }).expect(202);
      await codeSentTo(api, email);
      const there = smsClient(api, { appId: elsewhere });
      const otp = await there.code('registration', mobile);
      await there.register({ mobile, otp }).expect(202);
      expect((await usersOf(mobile)).map(({ status }) => status)).toEqual(['active', 'active']);
    });

    it('makes one user of 20 parallel uses of one code', async () => {
      const mobile = aMobile();
      const otp = await client.code('registration', mobile);
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.register({ mobile, otp })));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(19).fill(422)]);
      expect(await usersOf(mobile)).toHaveLength(1);
    });

    it('makes one user with two memberships of two registrations at once at two Apps', async () => {
      const mobile = aMobile();
      const here = await client.code('registration', mobile);
      const there = await client.code('registration', mobile, { mobile }, { appId: elsewhere });
      const answers = await Promise.all([
        client.register({ mobile, otp: here }),
        client.register({ mobile, otp: there }, { appId: elsewhere }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
      const rows = await sql('SELECT user_id FROM login_identifiers WHERE value = $1', mobile);
      expect(rows).toHaveLength(1);
      expect(await usersOf(mobile)).toHaveLength(2);
    });

    it('refuses a common password and a stale consent without using the code up', async () => {
      const mobile = aMobile();
      const otp = await client.code('registration', mobile);
      const common = await client.register({ mobile, otp, password: 'qwerty123456' }).expect(422);
      expect(fieldErrors(common.body)).toEqual(['password common_password']);
      const consents = [{ document_type: 'privacy-policy', revision_hash: 'a'.repeat(64) }];
      const stale = await client.register({ mobile, otp, legal_consents: consents }).expect(422);
      expect(fieldErrors(stale.body)).toEqual(['legal_consents.0.revision_hash stale_revision']);
      await client.register({ mobile, otp }).expect(202);
    });

    it.each<[object, string[]]>([
      [{}, ['email required', 'mobile required']],
      [{ mobile: '+8613800138000' }, ['otp required']],
      [{ mobile: '+8613800138000', otp: '12345' }, ['otp too_short']],
      [{ mobile: '+8613800138000', otp: null }, ['otp required']],
      [{ mobile: 'nobody', otp: '123456' }, ['mobile not_mobile']],
      [{ mobile: 13800138000, otp: '123456' }, ['mobile not_string']],
      [{ mobile: '+8613800138000', otp: '123456', password: 'short' }, ['password too_short']],
      [{ mobile: '+8613800138000', otp: '123456', captcha: {} }, ['captcha unknown_field']],
      [
        { mobile: '+8613800138000', email: 'a@example.com', otp: '123456' },
        ['email not_both', 'mobile not_both', 'password required'],
      ],
      [{ email: 'a@example.com' }, ['password required']],
      [{ email: 'a@example.com', password: PASSWORD, otp: '123456' }, ['otp unknown_field']],
    ])('answers 422 to %j', async (body, expected) => {
      const answer = await client.register(body).expect(422);
      expect(answer.body.code).toBe('REQUEST.VALIDATION_FAILED');
      expect(fieldErrors(answer.body)).toEqual(expected);
    });

    it('answers 403 if the App accepts none by mobile, and accepts those by email', async () => {
      const there = smsClient(api, { appId: closed });
      const { status, body } = await there.register({ mobile: aMobile(), otp: '123456' });
      expect([status, body.code]).toEqual([403, 'IAM.REGISTRATION.CLOSED']);
      await there.register({ email: anEmail(), password: PASSWORD }).expect(202);
    });

    it('looks at five of 200 parallel wrong codes at most', async () => {
      const mobile = aMobile();
      const otp = await client.code('registration', mobile);
      const wrong = otherThan(otp);
      const answers = await Promise.all(Array.from({ length: 200 }, () => client.register({ mobile, otp: wrong })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
      const [row] = await sql('SELECT attempts FROM otp_challenges WHERE recipient = $1', mobile);
      expect(row?.['attempts']).toBe(5);
      await client.register({ mobile, otp }).expect(422);
    });
  });
});
