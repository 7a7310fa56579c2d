import { aDeviceKey, anEmail, PASSWORD } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { securityEventsOf } from '../support/account';
import { aMobile } from '../support/captcha';
import { clientOf, codeSentTo, otherThan, outboxSettled } from '../support/journey';
import { fieldErrors } from '../support/me';
import {
  aMemberWithMobile,
  aMobileMember,
  aProof,
  codesTo,
  forgetBudgets,
  signInBySms,
  smsClient,
} from '../support/sms';

const NEW_PASSWORD = 'another long password';

describe('A forgotten password, by mobile,', () => {
  const api = suiteApi();
  const client = smsClient(api);

  beforeEach(() => forgetBudgets(api));

  const reset = (body: object) => client.post('auth/password/reset', { new_password: NEW_PASSWORD, ...body });

  it('is replaced with a code, which ends the sessions', async () => {
    const { mobile, password, userId } = await aMemberWithMobile(api);
    const session = await signInBySms(api, mobile);
    const otp = await client.code('password_reset', mobile);
    expect((await api.mailsTo(mobile))[0]?.text).toContain('用于重置密码');
    expect((await reset({ mobile, otp }).expect(200)).body).toEqual({ data: { success: true } });
    await client.context(session.access_token).expect(401);
    await clientOf(api).login({ mobile, password }).expect(401);
    await clientOf(api).login({ mobile, password: NEW_PASSWORD }).expect(200);
    expect(await securityEventsOf(api, userId)).toContainEqual({
      type: 'password_reset',
      details: { identifier_type: 'mobile' },
    });
  });

  it('may be the first one that the member has', async () => {
    const mobile = await aMobileMember(api);
    await reset({ mobile, otp: await client.code('password_reset', mobile) }).expect(200);
    await clientOf(api).login({ mobile, password: NEW_PASSWORD }).expect(200);
  });

  it('is answered the same for a number that nobody has, and nothing is sent', async () => {
    const { mobile: known } = await aMemberWithMobile(api);
    const unknown = aMobile();
    const [one, other] = [
      await client.ask('password_reset', { mobile: known }),
      await client.ask('password_reset', { mobile: unknown }),
    ];
    expect([one.status, one.text]).toEqual([
      202,
      '{"data":{"accepted":true,"resend_after_seconds":60,"expires_in_seconds":300}}',
    ]);
    expect([other.status, other.text]).toEqual([one.status, one.text]);
    await outboxSettled(api);
    expect([(await codesTo(api, known)).length, await codesTo(api, unknown)]).toEqual([1, []]);
  });

  it('keeps its code when the new password is refused, and not when the code is wrong five times', async () => {
    const { mobile } = await aMemberWithMobile(api);
    const otp = await client.code('password_reset', mobile);
    const refused = await reset({ mobile, otp, new_password: PASSWORD }).expect(422);
    expect(fieldErrors(refused.body)).toEqual(['new_password same_password']);
    const wrong = Array.from({ length: 200 }, () => reset({ mobile, otp: otherThan(otp) }));
    for (const { status, body } of await Promise.all(wrong))
      expect([status, body.code]).toEqual([422, 'IAM.OTP.INVALID']);
    expect((await reset({ mobile, otp })).body.code).toBe('IAM.OTP.INVALID');
  });

  it('takes no code to sign in with', async () => {
    const { mobile } = await aMemberWithMobile(api);
    const otp = await client.code('login', mobile);
    expect((await reset({ mobile, otp })).body.code).toBe('IAM.OTP.INVALID');
  });

  it('is asked for by exactly one of email and mobile, of which email takes neither proof nor installation', async () => {
    const [deviceKey, mobile] = [aDeviceKey(), aMobile()];
    const post = (body: object, key: string | null = deviceKey) =>
      client.post('auth/password/forgot', body, key === null ? {} : { deviceKey: key });
    const errorsOf = async (body: object, key?: string | null) => fieldErrors((await post(body, key).expect(422)).body);
    expect(await errorsOf({})).toEqual(['email required', 'mobile required']);
    const email = anEmail();
    expect(await errorsOf({ email, mobile })).toEqual(['email not_both', 'mobile not_both']);
    const captcha = await aProof(api, { scene: 'password_reset', mobile }, { deviceKey });
    expect(await errorsOf({ email, captcha })).toEqual(['captcha unknown_field']);
    expect(await errorsOf({ mobile, captcha }, null)).toEqual(['X-AK-Device-Key required']);
    await post({ email }, null).expect(202);
    await post({ mobile, captcha }).expect(202);
  });

  it('is still replaced by email', async () => {
    const { email } = await aMemberWithMobile(api);
    await client.post('auth/password/forgot', { email }).expect(202);
    const otp = await codeSentTo(api, email);
    await reset({ email, otp }).expect(200);
  });
});
