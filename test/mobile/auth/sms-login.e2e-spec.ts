import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { aMobile } from '../support/captcha';
import { clientOf, otherThan, outboxSettled } from '../support/journey';
import { aMemberWithMobile, codesTo, forgetBudgets, signInBySms, smsClient } from '../support/sms';
import { later } from '../../support/time-travel';
import { expectLeft } from '../../support/seconds-left';
import { suiteApi } from '../../support/suite';

describe('Signing in by SMS', () => {
  const api = suiteApi();
  const client = smsClient(api);

  beforeEach(async () => {
    await forgetBudgets(api);
    await queryAs(api.urls.superuserUrl, 'DELETE FROM login_throttles');
  });

  const lastEvent = async (userId: string) =>
    (
      await queryAs(
        api.urls.superuserUrl,
        `SELECT result, method, reason FROM login_events WHERE user_id = $1 ORDER BY occurred_at DESC, id DESC LIMIT 1`,
        [userId],
      )
    )[0];

  describe('POST /api/v1/auth/mobile/send-code', () => {
    it('answers 202 with a cooldown of 60 s and a code that lives 300 s, and sends one message', async () => {
      const { mobile } = await aMemberWithMobile(api);
      const answer = await client.ask('login', { mobile });
      expect([answer.status, answer.body]).toEqual([
        202,
        { data: { accepted: true, resend_after_seconds: 60, expires_in_seconds: 300 } },
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
      await outboxSettled(api);
      const [message, ...others] = await api.mailsTo(mobile);
      expect([message?.subject, others]).toEqual([null, []]);
      expect(message?.text).toBe(
        `【Default App】验证码 ${message?.code ?? ''}，用于登录，5 分钟内有效。请勿告诉任何人。`,
      );
    });

    it('takes the number as it is written in the country of the App, and as the challenge named it', async () => {
      const { mobile } = await aMemberWithMobile(api);
      const national = `${mobile.slice(3, 6)} ${mobile.slice(6)}`;
      const otp = await client.code('login', mobile, { mobile: national });
      await client.login(national, otp).expect(200);
    });

    it.each<[string, (userId: string) => Promise<unknown>]>([
      ['suspended member', (id) => sql(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, id)],
      [
        'pending member',
        (id) => sql(`UPDATE app_memberships SET status = 'pending_verification' WHERE user_id = $1`, id),
      ],
      ['member of another App', (id) => sql('DELETE FROM app_memberships WHERE user_id = $1', id)],
      ['disabled user', (id) => sql(`UPDATE users SET status = 'disabled' WHERE id = $1`, id)],
      [
        'user who never proved it',
        (id) => sql('UPDATE login_identifiers SET verified_at = NULL WHERE user_id = $1', id),
      ],
    ])('answers alike, and sends nothing, for the number of a %s', async (_, change) => {
      const { mobile, userId } = await aMemberWithMobile(api);
      await change(userId);
      const [one, other] = [await client.ask('login', { mobile }), await client.ask('login', { mobile: aMobile() })];
      expect([one.status, one.body]).toEqual([202, other.body]);
      await outboxSettled(api);
      expect(await codesTo(api, mobile)).toEqual([]);
    });

    const sql = (statement: string, userId: string) => queryAs(api.urls.superuserUrl, statement, [userId]);

    it('sends nothing within the cooldown, and reports the rest of it, with and without an account', async () => {
      const { mobile } = await aMemberWithMobile(api);
      for (const number of [mobile, aMobile()]) {
        const since = Date.now();
        await client.ask('login', { mobile: number });
        await later(api, '20 seconds');
        const { status, body } = await client.ask('login', { mobile: number });
        expect([status, body.data.expires_in_seconds]).toEqual([202, 300]);
        expectLeft(body.data.resend_after_seconds, 40, since);
      }
      await outboxSettled(api);
      expect(await codesTo(api, mobile)).toHaveLength(1);
    });

    it('has a cooldown for each purpose of its own', async () => {
      const { mobile } = await aMemberWithMobile(api);
      for (const scene of ['login', 'password_reset', 'registration'] as const) {
        const { status, body } = await client.ask(scene, { mobile });
        expect([status, body.data.resend_after_seconds]).toEqual([202, 60]);
      }
      await outboxSettled(api);
      expect(await codesTo(api, mobile)).toHaveLength(3);
    });

    it('speaks the saved language of the member, or else that of the request', async () => {
      const { mobile, userId } = await aMemberWithMobile(api);
      const headers = { 'Accept-Language': 'en' };
      const textAfter = async (spoken: string) => {
        await client.code('login', mobile, { mobile }, { headers });
        expect((await api.mailsTo(mobile))[0]?.text).toContain(spoken);
        await later(api, '61 seconds');
      };
      await textAfter('is your code to sign in. Valid for 5 minutes.');
      await queryAs(api.urls.superuserUrl, `UPDATE users SET locale = 'ja-JP' WHERE id = $1`, [userId]);
      await textAfter('サインイン用コード');
    });
  });

  describe('POST /api/v1/auth/login/mobile', () => {
    it('answers 200 with a session of the method sms_code', async () => {
      const { mobile, userId } = await aMemberWithMobile(api);
      const deviceKey = aDeviceKey();
      const otp = await client.code('login', mobile);
      const device = { platform: 'ios', model: 'Phone', os_version: '20', app_version: '1.2.3' };
      const { body, headers } = await client
        .post('auth/login/mobile', { mobile, otp, device }, { deviceKey })
        .expect(200);
      expect(body.data).toEqual({
        token_type: 'Bearer',
        access_token: expect.any(String),
        access_token_expires_at: expect.any(String),
        refresh_token: expect.stringMatching(/^akr_/),
        refresh_token_expires_at: expect.any(String),
        session_id: expect.any(String),
        app_id: api.appId,
      });
      expect(headers['cache-control']).toBe('no-store');
      expect((await client.context(body.data.access_token as string).expect(200)).body.data.user.id).toBe(userId);
      expect(await lastEvent(userId)).toEqual({ result: 'success', method: 'sms_code', reason: null });
      const rows = await queryAs(
        api.urls.superuserUrl,
        `SELECT s.login_method, d.platform, d.app_version FROM sessions s JOIN devices d ON d.id = s.device_id WHERE s.id = $1`,
        [body.data.session_id],
      );
      expect(rows).toEqual([{ login_method: 'sms_code', platform: 'ios', app_version: '1.2.3' }]);
    });

    it('answers 401 alike to a wrong code, no code, an unknown number and a member without access', async () => {
      const [wrong, lost, none] = [
        await aMemberWithMobile(api),
        await aMemberWithMobile(api),
        await aMemberWithMobile(api),
      ];
      const otp = await client.code('login', wrong.mobile);
      const lostOtp = await client.code('login', lost.mobile);
      await queryAs(api.urls.superuserUrl, `UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [
        lost.userId,
      ]);
      const answers = [
        await client.login(wrong.mobile, otherThan(otp)),
        await client.login(lost.mobile, lostOtp),
        await client.login(none.mobile, '123456'),
        await client.login(aMobile(), '123456'),
      ];
      const told = answers.map(({ status, body }) => JSON.stringify([status, { ...body, request_id: '' }]));
      expect(new Set(told).size).toBe(1);
      expect([answers[0]?.status, answers[0]?.body.code]).toEqual([401, 'IAM.LOGIN.INVALID_CREDENTIALS']);
      const reasons = [await lastEvent(wrong.userId), await lastEvent(lost.userId), await lastEvent(none.userId)];
      expect(reasons.map((event) => event?.['reason'])).toEqual(['bad_credentials', 'access_lost', 'bad_credentials']);
      expect(reasons.every((event) => event?.['method'] === 'sms_code' && event['result'] === 'failure')).toBe(true);
    });

    it('accepts a code once', async () => {
      const { mobile } = await aMemberWithMobile(api);
      const otp = await client.code('login', mobile);
      await client.login(mobile, otp).expect(200);
      await client.login(mobile, otp).expect(401);
    });

    it('takes no code of another purpose, App or number, and none that expired or was replaced', async () => {
      const { mobile } = await aMemberWithMobile(api);
      const reset = await client.code('password_reset', mobile);
      await client.login(mobile, reset).expect(401);
      const first = await client.code('login', mobile);
      await client.login(aMobile(), first).expect(401);
      await later(api, '61 seconds');
      const second = await client.code('login', mobile);
      await client.login(mobile, first).expect(401);
      await later(api, '300 seconds');
      await client.login(mobile, second).expect(401);
    });

    it('dies after five wrong attempts', async () => {
      const { mobile } = await aMemberWithMobile(api);
      const otp = await client.code('login', mobile);
      for (let attempt = 0; attempt < 5; attempt++) await client.login(mobile, otherThan(otp)).expect(401);
      await queryAs(api.urls.superuserUrl, 'DELETE FROM login_throttles');
      await client.login(mobile, otp).expect(401);
    });

    it('answers 429 after five failures, to known and unknown numbers alike, and does not look at the code then', async () => {
      const { mobile } = await aMemberWithMobile(api);
      const otp = await client.code('login', mobile);
      for (const number of [mobile, aMobile()]) {
        const statuses = [];
        const since = Date.now();
        for (let attempt = 0; attempt < 5; attempt++) {
          statuses.push((await client.login(number, otherThan(otp))).status);
        }
        expect(statuses).toEqual([401, 401, 401, 401, 401]);
        const { status, body, headers } = await client.login(number, otp);
        expect([status, body.code]).toEqual([429, 'IAM.LOGIN.THROTTLED']);
        expectLeft(headers['retry-after'], 60, since);
      }
    });

    it('shares its throttle with the password of the same number, and leaves known devices theirs', async () => {
      const { mobile, password } = await aMemberWithMobile(api);
      const deviceKey = aDeviceKey();
      await signInBySms(api, mobile, { deviceKey });
      for (let attempt = 0; attempt < 3; attempt++) await client.login(mobile, '000000').expect(401);
      const byPassword = (key?: string) => clientOf(api).login({ mobile, password: 'not the password' }, key);
      for (let attempt = 0; attempt < 2; attempt++) await byPassword().expect(401);
      await client.login(mobile, '000000').expect(429);
      await byPassword().expect(429);
      await clientOf(api).login({ mobile, password }, deviceKey).expect(200);
    });

    it('looks at five of 200 parallel wrong codes at most', async () => {
      const { mobile, userId } = await aMemberWithMobile(api);
      const otp = await client.code('login', mobile);
      const answers = await Promise.all(Array.from({ length: 200 }, () => client.login(mobile, otherThan(otp))));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(195).fill(429)]);
      const [row] = await queryAs<{ attempts: number }>(
        api.urls.superuserUrl,
        `SELECT attempts FROM otp_challenges WHERE user_id = $1 AND purpose = 'login'`,
        [userId],
      );
      expect(row?.attempts).toBe(5);
    });

    it('opens one session of 20 parallel uses of one code', async () => {
      const { mobile, userId } = await aMemberWithMobile(api);
      const otp = await client.code('login', mobile);
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.login(mobile, otp)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
      const sessions = await queryAs(api.urls.superuserUrl, 'SELECT FROM sessions WHERE user_id = $1', [userId]);
      expect(sessions).toHaveLength(1);
    });

    it.each<[object, string, string]>([
      [{ mobile: undefined }, 'mobile', 'required'],
      [{ mobile: 'nobody' }, 'mobile', 'not_mobile'],
      [{ mobile: 7 }, 'mobile', 'not_string'],
      [{ mobile: '\u0000' }, 'mobile', 'invalid_text'],
      [{ otp: undefined }, 'otp', 'required'],
      [{ otp: '12345' }, 'otp', 'too_short'],
      [{ otp: '12345x' }, 'otp', 'not_six_digits'],
      [{ otp: 123456 }, 'otp', 'not_string'],
      [{ email: 'a@example.com' }, 'email', 'unknown_field'],
      [{ device: 'phone' }, 'device', 'not_object'],
    ])('answers 422 to %j', async (change, field, code) => {
      const body = { mobile: '+8613800138000', otp: '123456', ...change };
      const answer = await client.post('auth/login/mobile', body, { deviceKey: aDeviceKey() }).expect(422);
      expect(answer.body.errors).toEqual([{ field, code, message: expect.any(String) }]);
    });

    it('answers 422 without the key of the installation', async () => {
      const answer = await client.post('auth/login/mobile', { mobile: '+8613800138000', otp: '123456' }).expect(422);
      expect(answer.body.errors).toEqual([{ field: 'X-AK-Device-Key', code: 'required', message: expect.any(String) }]);
    });
  });
});
