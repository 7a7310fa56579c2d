import { AppsService } from '@libs/apps';
import { anEmail } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aRegisteredMember, aPendingMember, clientOf, codeSentTo, otherThan } from '../support/journey';
import { later } from '../../support/time-travel';

describe('POST /api/v1/auth/registration/verify-email', () => {
  const api = suiteApi();

  const verify = (email: string, otp: string) => clientOf(api).verifyEmail(email, otp);
  const setStatus = (table: string, email: string, status: string) =>
    queryAs(
      api.urls.superuserUrl,
      `UPDATE ${table} SET status = $2 FROM login_identifiers i
        WHERE i.value = $1 AND i.user_id = ${table === 'users' ? 'users.id' : `${table}.user_id`}`,
      [email, status],
    );

  it('answers 200 with success, and the membership is active', async () => {
    const { email } = await aPendingMember(api);
    const { body, headers } = await verify(email, await codeSentTo(api, email)).expect(200);
    expect(body).toEqual({ data: { success: true } });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('answers one and the same 422 to wrong, expired, used, dead, superseded and unknown codes', async () => {
    const wrong = await aPendingMember(api);
    const expired = await aPendingMember(api);
    const dead = await aPendingMember(api);
    const superseded = await aPendingMember(api);
    const suspended = await aPendingMember(api);
    const disabled = await aPendingMember(api);
    const used = await aRegisteredMember(api);
    const code = {
      wrong: otherThan(await codeSentTo(api, wrong.email)),
      expired: await codeSentTo(api, expired.email),
      dead: await codeSentTo(api, dead.email),
      superseded: await codeSentTo(api, superseded.email),
      suspended: await codeSentTo(api, suspended.email),
      disabled: await codeSentTo(api, disabled.email),
      used: await codeSentTo(api, used.email),
    };
    for (let attempt = 0; attempt < 5; attempt++) await verify(dead.email, otherThan(code.dead)).expect(422);
    await queryAs(
      api.urls.superuserUrl,
      `UPDATE otp_challenges SET expires_at = now() - interval '1 millisecond' WHERE recipient = $1`,
      [expired.email],
    );
    await later(api, '61 seconds');
    await clientOf(api).resendCode(superseded.email).expect(202);
    await codeSentTo(api, superseded.email, 2);
    await setStatus('app_memberships', suspended.email, 'suspended');
    await setStatus('users', disabled.email, 'disabled');

    const answers = await Promise.all([
      verify(wrong.email, code.wrong),
      verify(expired.email, code.expired),
      verify(dead.email, code.dead),
      verify(superseded.email, code.superseded),
      verify(suspended.email, code.suspended),
      verify(disabled.email, code.disabled),
      verify(used.email, code.used),
      verify(anEmail(), '123456'),
      verify('admin@example.com', '123456'),
    ]);
    const bodies = answers.map(({ status, body, headers }) => {
      const { request_id: _id, ...rest } = body as Record<string, unknown>;
      return JSON.stringify([status, rest, headers['content-type'], headers['retry-after']]);
    });
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? '')).toEqual([
      422,
      {
        type: 'urn:appkernel:error:IAM.OTP.INVALID',
        title: 'Code invalid',
        status: 422,
        detail: expect.any(String),
        instance: '/api/v1/auth/registration/verify-email',
        code: 'IAM.OTP.INVALID',
      },
      'application/problem+json',
      null,
    ]);
  });

  it.each([
    [{ otp: undefined }, 'required'],
    [{ otp: null }, 'required'],
    [{ otp: '' }, 'required'],
    [{ otp: '12345' }, 'too_short'],
    [{ otp: '1234567' }, 'too_long'],
    [{ otp: '12345a' }, 'not_six_digits'],
    [{ otp: ' 12345' }, 'not_six_digits'],
    [{ otp: '+12345' }, 'not_six_digits'],
    [{ otp: '１２３４５６' }, 'not_six_digits'],
    [{ otp: '12345\n' }, 'not_six_digits'],
    [{ otp: '12345\u0000' }, 'invalid_text'],
    [{ otp: 123456 }, 'not_string'],
    [{ otp: ['123456'] }, 'not_string'],
  ])('answers 422 REQUEST.VALIDATION_FAILED to %j, which counts as no attempt', async ({ otp }, code) => {
    const { email } = await aPendingMember(api);
    const right = await codeSentTo(api, email);
    for (let attempt = 0; attempt < 6; attempt++) {
      const { body } = await clientOf(api)
        .verifyEmail(email, otp as string)
        .expect(422);
      expect(body.code).toBe('REQUEST.VALIDATION_FAILED');
      expect(body.errors).toEqual([{ field: 'otp', code, message: expect.any(String) }]);
    }
    await verify(email, right).expect(200);
  });

  it('accepts the code at the fifth attempt, after four wrong ones', async () => {
    const { email } = await aPendingMember(api);
    const code = await codeSentTo(api, email);
    for (let attempt = 0; attempt < 4; attempt++) await verify(email, otherThan(code)).expect(422);
    await verify(email, code).expect(200);
  });

  it('accepts the code for ten minutes', async () => {
    const { email } = await aPendingMember(api);
    const code = await codeSentTo(api, email);
    await later(api, '9 minutes 55 seconds');
    await verify(email, code).expect(200);
    const late = await aPendingMember(api);
    const expired = await codeSentTo(api, late.email);
    await later(api, '10 minutes');
    await verify(late.email, expired).expect(422);
  });

  it('kills the codes of neither another App nor another address', async () => {
    const other = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
    const { email } = await aPendingMember(api);
    // One after the other: the relay promises no order between mails.
    const here = await codeSentTo(api, email, 1);
    await aPendingMember(api, { email }, other.id);
    const there = await codeSentTo(api, email, 2);
    for (let attempt = 0; attempt < 5; attempt++) await clientOf(api, other.id).verifyEmail(email, otherThan(there));
    await clientOf(api, other.id).verifyEmail(email, there).expect(422);
    await verify(email, here).expect(200);
  });

  describe('the failed attempts of 24 hours', () => {
    /** Uses up the five attempts of each of four codes. */
    const fail = async (email: string, codes: number, pause: string) => {
      for (let nth = 1; nth <= codes; nth++) {
        if (nth > 1) await clientOf(api).resendCode(email).expect(202);
        const code = await codeSentTo(api, email, nth);
        for (let attempt = 0; attempt < 5; attempt++) await verify(email, otherThan(code)).expect(422);
        await later(api, pause);
      }
    };

    it('are at most twenty over all codes: a new and right one is refused too', async () => {
      const { email } = await aPendingMember(api);
      await fail(email, 4, '61 seconds');
      await later(api, '1 hour');
      await clientOf(api).resendCode(email).expect(202);
      const fifth = await codeSentTo(api, email, 5);
      const { body } = await verify(email, fifth).expect(422);
      expect(body.code).toBe('IAM.OTP.INVALID');
      await later(api, '24 hours');
      await clientOf(api).resendCode(email).expect(202);
      await verify(email, await codeSentTo(api, email, 6)).expect(200);
    });

    it('do not count the right ones', async () => {
      const { email } = await aPendingMember(api);
      await fail(email, 3, '61 seconds');
      await clientOf(api).resendCode(email).expect(202);
      const last = await codeSentTo(api, email, 4);
      for (let attempt = 0; attempt < 4; attempt++) await verify(email, otherThan(last)).expect(422);
      await verify(email, last).expect(200);
      const counted = await queryAs(
        api.urls.superuserUrl,
        `SELECT cardinality(l.failed_at) AS failures FROM otp_limits l JOIN otp_challenges c USING (identifier_key)
          WHERE c.recipient = $1 AND c.consumed_at IS NOT NULL`,
        [email],
      );
      expect(counted).toEqual([{ failures: 19 }]);
    });

    it('cannot be used up by strangers where no code is alive', async () => {
      const email = anEmail();
      for (let attempt = 0; attempt < 25; attempt++) await verify(email, '000000').expect(422);
      await aPendingMember(api, { email });
      await verify(email, await codeSentTo(api, email)).expect(200);
    });
  });
});
