import { randomUUID } from 'node:crypto';
import { AppsService } from '@libs/apps';
import { PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { passwordsOf, userIdOf } from '../support/account';
import { aMember, clientOf } from '../support/journey';

const WRONG = 'not the password';

describe('POST /api/v1/auth/login/password with a mobile number', () => {
  const api = suiteApi();
  let next = 13_800_000_000;

  beforeEach(() => queryAs(api.urls.superuserUrl, 'DELETE FROM login_throttles'));

  /** The number without its country, China. */
  const aMemberWithMobile = async (): Promise<string> => {
    const { email } = await aMember(api);
    const mobile = String((next += 1));
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
       VALUES ($1, $2, $3, 'mobile', $4, now(), false)`,
      [api.tenantId, randomUUID(), await userIdOf(api, email), `+86${mobile}`],
    );
    return mobile;
  };
  const login = (body: object, appId?: string) => clientOf(api, appId).login({ password: PASSWORD, ...body });

  it('accepts it in E.164 and as it is written in the country of the App', async () => {
    const mobile = await aMemberWithMobile();
    for (const typed of [`+86${mobile}`, mobile, `+86 ${mobile.slice(0, 3)}-${mobile.slice(3)}`, `0086${mobile}`]) {
      await login({ mobile: typed }).expect(200);
    }
  });

  it('reads national numbers with the country of the App that is asked', async () => {
    const app = {
      name: 'Elsewhere',
      appType: 'uni_app',
      defaultLocale: 'ja-JP',
      registration: { defaultCountry: 'JP' },
    } as const;
    const { id } = await api.get(AppsService).create(api.tenantId, app);
    const mobile = await aMemberWithMobile();
    const { body } = await login({ mobile }, id).expect(401);
    expect(body.code).toBe('IAM.LOGIN.INVALID_CREDENTIALS');
  });

  it('answers alike to unknown numbers and wrong passwords, and counts failures by number, however it is written', async () => {
    const known = await aMemberWithMobile();
    const unknown = String((next += 1));
    const told = new Set<string>();
    for (const mobile of [known, unknown]) {
      const forms = [mobile, `+86${mobile}`, `0086${mobile}`, `+86 ${mobile}`, mobile, `+86${mobile}`];
      const answers = [];
      for (const form of forms) {
        const { status, body, headers } = await login({ mobile: form, password: WRONG });
        const { request_id: _id, ...rest } = body as Record<string, unknown>;
        answers.push([status, rest, headers['retry-after'] === undefined]);
      }
      expect(answers.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429]);
      told.add(JSON.stringify(answers));
    }
    expect(told.size).toBe(1);
  });

  it('accepts exactly one of email and mobile', async () => {
    const both = await login({ email: 'member@example.com', mobile: '13800138000' }).expect(422);
    expect(both.body.errors).toEqual([
      { field: 'email', code: 'not_both', message: expect.stringContaining('mobile') },
      { field: 'mobile', code: 'not_both', message: expect.stringContaining('email') },
    ]);
    const neither = await login({}).expect(422);
    expect(neither.body.errors).toEqual([
      { field: 'email', code: 'required', message: expect.any(String) },
      { field: 'mobile', code: 'required', message: expect.any(String) },
    ]);
  });

  it.each([
    ['', 'required'],
    ['nobody', 'not_mobile'],
    ['123', 'not_mobile'],
    ['+8613800138000 ext. 5', 'not_mobile'],
    ['1'.repeat(41), 'too_long'],
    ['13800138000\u0000', 'invalid_text'],
    [13800138000, 'not_string'],
    [null, 'required'],
    [['13800138000'], 'not_string'],
  ])('answers 422 to %j', async (mobile, code) => {
    const { body } = await login({ mobile }).expect(422);
    expect(body.errors).toContainEqual({ field: 'mobile', code, message: expect.any(String) });
  });

  it('cannot be used to reset a password by a code by email', async () => {
    const mobile = await aMemberWithMobile();
    const body = { mobile, otp: '123456', new_password: 'another long password' };
    expect((await passwordsOf(api).reset(body).expect(422)).body.code).toBe('IAM.OTP.INVALID');
  });
});
