import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { additionToken, forgetStepUpClocks, type OwnIdentifier, securityEventsOf, signedIn } from '../support/account';
import { aMobile } from '../support/captcha';
import { aMember, otherThan, outboxSettled } from '../support/journey';
import { fieldErrors } from '../support/me';
import { aMemberWithMobile, aProof, codesTo, forgetBudgets, signInBySms, smsClient, wrong } from '../support/sms';
import { later } from '../../support/time-travel';

describe('Adding a mobile number', () => {
  const api = suiteApi();
  beforeEach(() => forgetBudgets(api));

  const aMemberAtWork = async () => {
    const deviceKey = aDeviceKey();
    const member = await signedIn(api, await aMember(api), deviceKey);
    const client = smsClient(api, { deviceKey, accessToken: member.pair.access_token });
    /** Asks for a code to a number that is to be added, as a step-up permits. */
    const askToAdd = async (mobile: string) => {
      const headers = { 'X-Step-Up-Token': await additionToken(api, member) };
      await forgetStepUpClocks(api);
      return client.ask('identifier_verify', { mobile }, { headers });
    };
    const codeToAdd = async (mobile: string) => {
      expect((await askToAdd(mobile)).status).toBe(202);
      await outboxSettled(api);
      return (await codesTo(api, mobile)).at(-1) ?? '';
    };
    return { ...member, deviceKey, client, add: addWith(client), askToAdd, codeToAdd };
  };
  const addWith = (client: ReturnType<typeof smsClient>) => (value: string, otp: string) =>
    client.post('me/login-identifiers/mobile/verify', { value, otp });

  it('is done with a code, and the member signs in with it from then on', async () => {
    const { add, userId, askToAdd } = await aMemberAtWork();
    const mobile = aMobile();
    const asked = await askToAdd(mobile);
    expect([asked.status, asked.body]).toEqual([
      202,
      { data: { accepted: true, resend_after_seconds: 60, expires_in_seconds: 300 } },
    ]);
    await outboxSettled(api);
    const [otp = ''] = await codesTo(api, mobile);
    expect((await api.mailsTo(mobile))[0]?.text).toContain('用于添加手机号');
    const { body } = await add(`${mobile.slice(3, 6)} ${mobile.slice(6)}`, otp).expect(200);
    const items = body.data.items as OwnIdentifier[];
    expect(items.map(({ type, is_primary }) => [type, is_primary])).toEqual([
      ['email', true],
      ['mobile', false],
    ]);
    expect(items[1]?.value).toBe(`+86 ${mobile.slice(3, 6)}****${mobile.slice(-4)}`);
    expect(items[1]?.verified_at).toMatch(/Z$/);
    expect(await securityEventsOf(api, userId)).toContainEqual({
      type: 'identifier_added',
      details: { identifier_id: items[1]?.id, identifier_type: 'mobile' },
    });
    await signInBySms(api, mobile);
  });

  it('is answered the same whoever has the number; 409 only after the proof', async () => {
    const owner = await aMemberWithMobile(api);
    const { add, askToAdd } = await aMemberAtWork();
    const [taken, free] = [await askToAdd(owner.mobile), await askToAdd(aMobile())];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    await outboxSettled(api);
    const [otp = ''] = await codesTo(api, owner.mobile);
    expect((await add(owner.mobile, otherThan(otp)).expect(422)).body.code).toBe('IAM.OTP.INVALID');
    expect((await add(owner.mobile, otp).expect(409)).body.code).toBe('IAM.IDENTIFIER.TAKEN');
    expect((await add(owner.mobile, otp).expect(422)).body.code).toBe('IAM.OTP.INVALID');
  });

  it('takes no code that another member asked for, and none that was sent to sign in', async () => {
    const [one, other] = [await aMemberAtWork(), await aMemberAtWork()];
    const mobile = aMobile();
    const otp = await one.codeToAdd(mobile);
    expect((await other.add(mobile, otp).expect(422)).body.code).toBe('IAM.OTP.INVALID');
    await one.add(mobile, otp).expect(200);
    const login = await smsClient(api).code('login', mobile);
    expect((await one.add(mobile, login).expect(422)).body.code).toBe('IAM.OTP.INVALID');
  });

  it('needs a step-up: 403 without a token, which no refusal before or after spends', async () => {
    const member = await aMemberAtWork();
    const { client } = member;
    const refused = await client.ask('identifier_verify', { mobile: aMobile() });
    expect([refused.status, refused.body.code]).toEqual([403, 'IAM.STEP_UP.REQUIRED']);
    const headers = { 'X-Step-Up-Token': await additionToken(api, member) };
    const sent = async (fields: object, captcha?: unknown) => {
      const { status, body } = await client.send('identifier_verify', fields, captcha, { headers });
      return [status, body.code];
    };
    const mobile = aMobile();
    const scope = { scene: 'identifier_verify', mobile };
    const from = { deviceKey: member.deviceKey, accessToken: member.pair.access_token };
    expect(await sent({ mobile: 'nobody' })).toEqual([422, 'REQUEST.VALIDATION_FAILED']);
    expect(await sent({ mobile })).toEqual([428, 'IAM.CAPTCHA.REQUIRED']);
    expect(await sent({ mobile }, wrong(await aProof(api, scope, from)))).toEqual([422, 'IAM.CAPTCHA.INVALID']);
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO sms_days (tenant_id, app_id, country, started_at, sent, expires_at)
       VALUES ($1, $2, '', now(), 1000000, now() + interval '1 day')`,
      [api.tenantId, api.appId],
    );
    expect(await sent({ mobile }, await aProof(api, scope, from))).toEqual([429, 'REQUEST.RATE_LIMITED']);
    await forgetBudgets(api);
    expect(await sent({ mobile }, await aProof(api, scope, from))).toEqual([202, undefined]);
    const again = await client.ask('identifier_verify', { mobile: aMobile() }, { headers });
    expect([again.status, again.body.code]).toEqual([403, 'IAM.STEP_UP.REQUIRED']);
  });

  it('looks at the step-up before it spends the CAPTCHA, which is good for the right one', async () => {
    const member = await aMemberAtWork();
    const { client } = member;
    const from = { deviceKey: member.deviceKey, accessToken: member.pair.access_token };
    const mobile = aMobile();
    const proof = await aProof(api, { scene: 'identifier_verify', mobile }, from);
    const token = await additionToken(api, member);
    const ofAnother = await additionToken(api, await aMemberAtWork());
    const sent = async (headers: Readonly<Record<string, string>>, captcha: unknown = proof) => {
      const { status, body } = await client.send('identifier_verify', { mobile }, captcha, { headers });
      return [status, body.code];
    };
    const refused = [403, 'IAM.STEP_UP.REQUIRED'];
    expect(await sent({})).toEqual(refused);
    expect(await sent({}, undefined)).toEqual(refused);
    expect(await sent({ 'X-Step-Up-Token': ofAnother })).toEqual(refused);
    expect(await sent({ 'X-Step-Up-Token': `${token}x` })).toEqual(refused);
    expect(await sent({ 'X-Step-Up-Token': token })).toEqual([202, undefined]);
    expect(await sent({ 'X-Step-Up-Token': token })).toEqual([422, 'IAM.CAPTCHA.INVALID']);
  });

  it('looks at five of 200 parallel wrong codes at most', async () => {
    const { add, codeToAdd } = await aMemberAtWork();
    const mobile = aMobile();
    const otp = await codeToAdd(mobile);
    const answers = await Promise.all(Array.from({ length: 200 }, () => add(mobile, otherThan(otp))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    expect((await add(mobile, otp)).status).toBe(422);
  });

  it('sends nothing within the cooldown', async () => {
    const { client, askToAdd } = await aMemberAtWork();
    const mobile = aMobile();
    await askToAdd(mobile);
    await later(api, '15 seconds');
    const { status, body } = await client.ask('identifier_verify', { mobile });
    expect([status, body.data.resend_after_seconds <= 45]).toEqual([202, true]);
    await outboxSettled(api);
    expect(await codesTo(api, mobile)).toHaveLength(1);
  });

  it.each<[string, object, string[]]>([
    ['mobile', {}, ['mobile required']],
    ['mobile', { mobile: 'nobody' }, ['mobile not_mobile_number']],
    ['mobile', { mobile: '010 8888 8888' }, ['mobile not_mobile_number']],
    ['mobile', { mobile: '+14155550123' }, ['mobile country_not_allowed']],
    ['mobile', { email: 'a@example.com' }, ['mobile required', 'email unknown_field']],
    ['mobile', { mobile: '+8613800138000', captcha: 7 }, ['captcha not_object']],
    ['email', {}, ['email required']],
    ['email', { email: 'a@example.com', mobile: '+8613800138000' }, ['mobile unknown_field']],
    ['email', { email: 'a@example.com', captcha: null }, ['captcha unknown_field']],
  ])('answers 422 to a challenge of %s by %j', async (type, body, expected) => {
    const { client } = await aMemberAtWork();
    const answer = await client.post(`me/login-identifiers/${type}/challenge`, body).expect(422);
    expect(fieldErrors(answer.body)).toEqual(expected);
  });

  it('answers 422 to an invalid number, at its proof', async () => {
    const { add } = await aMemberAtWork();
    expect(fieldErrors((await add('nobody', '123456').expect(422)).body)).toEqual(['value not_mobile']);
  });

  it('answers 422 without the key of the installation', async () => {
    const { pair } = await aMemberAtWork();
    const client = smsClient(api, { accessToken: pair.access_token });
    const answer = await client.send('identifier_verify', { mobile: aMobile() }, undefined).expect(422);
    expect(fieldErrors(answer.body)).toEqual(['X-AK-Device-Key required']);
  });
});
