import { AppsService } from '@libs/apps';
import { anEmail, PASSWORD } from '../../support/api';
import { aRegisteredMember, aPendingMember, clientOf, codeSentTo, outboxSettled } from '../support/journey';
import { later } from '../../support/time-travel';
import { leftInEach } from '../../support/seconds-left';
import { suiteApi } from '../../support/suite';

describe('the resend cooldown', () => {
  const api = suiteApi();

  const secondsAfter = async (request: Promise<{ body: { data: Record<string, unknown> }; status: number }>) => {
    const { body, status } = await request;
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ accepted: true, expires_in_seconds: 600 });
    return body.data['resend_after_seconds'] as number;
  };
  const register = (email: string, appId = api.appId) =>
    secondsAfter(Promise.resolve(clientOf(api, appId).register({ email, password: PASSWORD })));
  const resend = (email: string, appId = api.appId) =>
    secondsAfter(Promise.resolve(clientOf(api, appId).resendCode(email)));
  const expectAbout = leftInEach();
  const mailsTo = async (email: string) => {
    await outboxSettled(api);
    return (await api.mailsTo(email)).length;
  };

  describe('POST /api/v1/auth/registration/resend-code', () => {
    it('answers the same 202 with the seconds that are left, and sends nothing, while the cooldown runs', async () => {
      const { email } = await aPendingMember(api);
      await later(api, '20 seconds');
      expectAbout(await resend(email), 40);
      expectAbout(await register(email), 40);
      await later(api, '30 seconds');
      expectAbout(await resend(email), 10);
      expect(await mailsTo(email)).toBe(1);
    });

    it('sends a code once the cooldown is over, and starts it anew', async () => {
      const { email } = await aPendingMember(api);
      const first = await codeSentTo(api, email);
      await later(api, '60 seconds');
      expect(await resend(email)).toBe(60);
      const second = await codeSentTo(api, email, 2);
      await clientOf(api).verifyEmail(email, first).expect(422);
      await clientOf(api).verifyEmail(email, second).expect(200);
    });

    it('runs the same clock for addresses without an account, and for those that are verified', async () => {
      const verified = (await aRegisteredMember(api)).email;
      await later(api, '1 hour');
      for (const email of [anEmail(), verified]) {
        expect(await resend(email)).toBe(60);
        await later(api, '25 seconds');
        expectAbout(await resend(email), 35);
        await later(api, '35 seconds');
        expect(await resend(email)).toBe(60);
      }
    });

    it('is of the App, the identifier and the purpose', async () => {
      const { email } = await aPendingMember(api);
      await later(api, '10 seconds');
      const other = await api
        .get(AppsService)
        .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
      expect(await resend(anEmail())).toBe(60);
      expect(await register(email, other.id)).toBe(60);
      expectAbout(await resend(email), 50);
    });

    it('sends one code to each of ten at once', async () => {
      const { email } = await aPendingMember(api);
      await codeSentTo(api, email);
      await later(api, '61 seconds');
      const seconds = await Promise.all(Array.from({ length: 10 }, () => resend(email)));
      for (const remaining of seconds) expectAbout(remaining, 60);
      expect(await mailsTo(email)).toBe(2);
    });

    it.each([
      [{}, 'email', 'required'],
      [{ email: 'nobody' }, 'email', 'not_email'],
      [{ email: 1 }, 'email', 'not_string'],
      [{ email: 'member@example.com', otp: '123456' }, 'otp', 'unknown_field'],
    ])('answers 422 to %j', async (body, field, code) => {
      const answer = await api.http
        .post('/api/v1/auth/registration/resend-code')
        .set('X-AppID', api.appId)
        .send(body)
        .expect(422);
      expect(answer.body.errors).toEqual([{ field, code, message: expect.any(String) }]);
    });
  });

  describe('the sends', () => {
    const sendsOf = async (email: string, count: number, pause: string) => {
      for (let send = 0; send < count; send++) {
        expect(await resend(email)).toBe(60);
        // The next code replaces this one, which must have been sent by then.
        await outboxSettled(api);
        await later(api, pause);
      }
    };

    it('are at most five an hour, then the 202 names the seconds until the first of them is an hour ago', async () => {
      const email = anEmail();
      await sendsOf(email, 5, '2 minutes');
      expectAbout(await resend(email), 3_000);
      await later(api, '49 minutes 45 seconds');
      expectAbout(await resend(email), 15);
      await later(api, '15 seconds');
      expect(await resend(email)).toBe(60);
    });

    it('are at most five in any hour, not five in each of two hours that meet', async () => {
      const email = anEmail();
      await sendsOf(email, 1, '55 minutes');
      await sendsOf(email, 4, '61 seconds');
      // The first was an hour and four seconds ago: there is room for one, and for another only when the second is as
      // old.
      await later(api, '60 seconds');
      expect(await resend(email)).toBe(60);
      await later(api, '61 seconds');
      expect(await resend(email)).toBeGreaterThan(3_000);
    });

    it('are at most ten a day', async () => {
      const email = anEmail();
      await sendsOf(email, 10, '90 minutes');
      expectAbout(await resend(email), 9 * 3_600);
      await later(api, '9 hours 1 second');
      expect(await resend(email)).toBe(60);
      await later(api, '61 seconds');
      expect(await resend(email)).toBeGreaterThan(3_600);
    });

    it('are counted alike for a member, who gets no mail beyond them', async () => {
      const { email } = await aPendingMember(api);
      await outboxSettled(api);
      await later(api, '61 seconds');
      await sendsOf(email, 4, '61 seconds');
      expect(await resend(email)).toBeGreaterThan(3_000);
      expect(await mailsTo(email)).toBe(5);
    });
  });
});
