import {
  changeOwnPassword,
  getContext,
  getProfile,
  isApiError,
  listLoginIdentifiers,
  loginByMobile,
  loginByPassword,
  logout,
  memoryStorage,
  register,
  requestDataExport,
  sendLoginCode,
  sendRegistrationCode,
  stepUp,
  verifyEmail,
  withCaptcha,
} from '../../packages/sdk/src/index';
import { codeSentTo, aMember } from '../mobile/support/journey';
import { aMobile } from '../mobile/support/captcha';
import { aMemberWithMobile, codesTo } from '../mobile/support/sms';
import { otherThan } from '../mobile/support/journey';
import { anEmail, eventually, PASSWORD } from '../support/api';
import { drawNothing } from '../support/captcha';
import { suiteApi } from '../support/suite';
import { recording, rightResponse, sdkClient, wrongResponse } from './support/sdk';

describe('The SDK', () => {
  const api = suiteApi();
  const aSignedIn = async (options: Parameters<typeof sdkClient>[1] = {}) => {
    const member = await aMember(api);
    const client = sdkClient(api, options);
    const tokens = await loginByPassword(client, { body: member });
    return { member, client, tokens };
  };
  const nextCode = (mobile: string) => async () => {
    const codes = await codesTo(api, mobile);
    return codes.at(-1);
  };

  beforeAll(() => drawNothing(api));

  it('registers by email, signs in with the password, and is then signed in', async () => {
    const client = sdkClient(api);
    const email = anEmail();
    await register(client, { body: { email, password: PASSWORD, display_name: 'Lin' } });
    await verifyEmail(client, { body: { email, otp: await codeSentTo(api, email) } });
    expect(await client.session.isOpen()).toBe(false);
    const { session_id } = await loginByPassword(client, { body: { email, password: PASSWORD } });
    expect(await client.session.isOpen()).toBe(true);
    expect(await client.session.id()).toBe(session_id);
    expect((await getProfile(client)).display_name).toBe('Lin');
  });

  it('stays signed in for whoever has the same storage, with the same key of the installation', async () => {
    const storage = memoryStorage();
    const { tokens, client } = await aSignedIn({ storage });
    const again = sdkClient(api, { storage });
    expect((await getContext(again)).session.id).toBe(tokens.session_id);
    expect(await again.deviceKey()).toBe(await client.deviceKey());
    expect(await sdkClient(api).deviceKey()).not.toBe(await client.deviceKey());
  });

  it('makes one key of the installation, however many ask for it at first', async () => {
    const client = sdkClient(api);
    const keys = await Promise.all(Array.from({ length: 8 }, () => client.deviceKey()));
    expect(new Set(keys).size).toBe(1);
  });

  it('signs out on the server and here', async () => {
    const { client, tokens } = await aSignedIn();
    await logout(client);
    expect(await client.session.isOpen()).toBe(false);
    await client.session.open(tokens);
    await expect(getProfile(client)).rejects.toMatchObject({ status: 401, code: 'IAM.TOKEN.INVALID' });
  });

  it('signs out here where the server has ended the session before', async () => {
    const { client, tokens } = await aSignedIn();
    const other = sdkClient(api);
    await other.session.open(tokens);
    await logout(other);
    await logout(client);
    expect(await client.session.isOpen()).toBe(false);
  });

  it('registers and signs in by SMS, with a CAPTCHA that is asked again after a wrong answer', async () => {
    const client = sdkClient(api);
    const mobile = aMobile();
    const attempts: number[] = [];
    const sent = await withCaptcha(
      client,
      { scene: 'registration', mobile },
      async (challenge, attempt) => {
        attempts.push(attempt);
        return attempt === 1 ? wrongResponse(challenge) : rightResponse(api, challenge);
      },
      (captcha) => sendRegistrationCode(client, { body: { mobile, captcha } }),
    );
    expect(sent).toEqual({ accepted: true, resend_after_seconds: 60, expires_in_seconds: 300 });
    expect(attempts).toEqual([1, 2]);
    await register(client, { body: { mobile, otp: await eventually(nextCode(mobile)) } });
    const before = (await codesTo(api, mobile)).length;
    await withCaptcha(
      client,
      { scene: 'login', mobile },
      (challenge) => rightResponse(api, challenge),
      (captcha) => sendLoginCode(client, { body: { mobile, captcha } }),
    );
    const otp = await eventually(async () => (await codesTo(api, mobile))[before]);
    await loginByMobile(client, { body: { mobile, otp } });
    expect((await getContext(client)).app.id).toBe(api.appId);
  });

  it('asks for another challenge where somebody wants one, and sends nothing before it is answered', async () => {
    drawNothing(api);
    const { transport, pathsOf } = recording();
    const client = sdkClient(api, { transport });
    const mobile = aMobile();
    const shown: string[] = [];
    await withCaptcha(
      client,
      { scene: 'login', mobile },
      (challenge, attempt) => {
        shown.push(challenge.captcha_id);
        return attempt === 1 ? Promise.resolve('renew') : rightResponse(api, challenge);
      },
      (captcha) => sendLoginCode(client, { body: { mobile, captcha } }),
    );
    expect(new Set(shown).size).toBe(2);
    const challenge = '/api/v1/auth/sms-captcha';
    expect(pathsOf('POST')).toEqual([challenge, challenge, '/api/v1/auth/mobile/send-code']);
  });

  it('sends nothing where the CAPTCHA is given up', async () => {
    const { transport, pathsOf } = recording();
    const client = sdkClient(api, { transport });
    const mobile = aMobile();
    const answer = await withCaptcha(
      client,
      { scene: 'login', mobile },
      () => Promise.resolve(null),
      (captcha) => sendLoginCode(client, { body: { mobile, captcha } }),
    );
    expect(answer).toBeNull();
    expect(pathsOf('POST')).toEqual(['/api/v1/auth/sms-captcha']);
  });

  it('steps up by mail, asking again after a wrong code, and uses the token for one act', async () => {
    const { client, member } = await aSignedIn();
    const [identifier] = (await listLoginIdentifiers(client)).items;
    const { id: resource } = await getProfile(client);
    const stepUpToken = await stepUp(client, {
      identifier: identifier!,
      purpose: 'data_export',
      resource,
      askCode: async ({ expires_in_seconds }, attempt) => {
        expect(expires_in_seconds).toBe(600);
        const code = await codeSentTo(api, member.email);
        return attempt === 1 ? otherThan(code) : code;
      },
    });
    expect(stepUpToken).toMatch(/^aku_/);
    await requestDataExport(client, { stepUpToken: stepUpToken! });
    const again = requestDataExport(client, { stepUpToken: stepUpToken! });
    await expect(again).rejects.toMatchObject({ status: 403, code: 'IAM.STEP_UP.REQUIRED' });
  });

  it('steps up by SMS, with a CAPTCHA', async () => {
    const member = await aMemberWithMobile(api);
    const client = sdkClient(api);
    await loginByPassword(client, { body: { email: member.email, password: member.password } });
    const stepUpToken = await stepUp(client, {
      identifier: { id: member.identifierId, type: 'mobile' },
      purpose: 'data_export',
      resource: member.userId,
      solveCaptcha: (challenge) => rightResponse(api, challenge),
      askCode: () => eventually(nextCode(member.mobile)),
    });
    await requestDataExport(client, { stepUpToken: stepUpToken! });
  });

  it('has no token where the step-up is given up', async () => {
    const { client } = await aSignedIn();
    const [identifier] = (await listLoginIdentifiers(client)).items;
    const { id: resource } = await getProfile(client);
    const askCode = () => Promise.resolve(null);
    expect(await stepUp(client, { identifier: identifier!, purpose: 'data_export', resource, askCode })).toBeNull();
  });

  it('speaks the language that it is told to, from one request to the next', async () => {
    let locale = 'ja-JP';
    const client = sdkClient(api, { locale: () => locale });
    const messages: string[] = [];
    for (locale of ['ja-JP', 'en-US', 'zh-TW']) {
      await loginByPassword(client, { body: { email: anEmail(), password: PASSWORD } }).catch((error: Error) =>
        messages.push(error.message),
      );
    }
    expect(messages[1]).toBe('The account, the password or the code is wrong.');
    expect(new Set(messages).size).toBe(3);
  });

  it('tells errors by their codes, with what a problem of the code has', async () => {
    const { client, member } = await aSignedIn();
    const wrong = loginByPassword(sdkClient(api), { body: { ...member, password: `${PASSWORD}!` } });
    await expect(wrong).rejects.toMatchObject({ name: 'ApiError', status: 401, code: 'IAM.LOGIN.INVALID_CREDENTIALS' });
    const invalid = await changeOwnPassword(client, {
      body: { current_password: PASSWORD, new_password: 'short' },
    }).catch((error: unknown) => error);
    if (!isApiError(invalid, 'REQUEST.VALIDATION_FAILED')) throw invalid;
    expect(invalid.problem.errors).toEqual([expect.objectContaining({ field: 'new_password', code: 'too_short' })]);
    expect(invalid.requestId).toBe(invalid.problem.request_id);
    expect(isApiError(invalid)).toBe(true);
    expect(isApiError(invalid, 'RESOURCE.NOT_FOUND')).toBe(false);
    expect(isApiError(new Error('other'))).toBe(false);
  });
});
