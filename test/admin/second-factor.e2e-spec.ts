import { Secret, TOTP } from 'otpauth';
import { startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import { later } from '../mobile/support/time-travel';
import { adminClient, anAdmin, type Admin, type AdminTokens } from './support/admin';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const RECOVERY_CODE = /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

describe('The second factor', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  /** The code of the step so many steps from now. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  const wrongFor = (secret: string) => {
    const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
  };
  /** As if the last code was taken long ago. */
  const forgetSteps = (admin: Admin) =>
    queryAs(api.urls.superuserUrl, 'UPDATE user_totp SET last_step = 0 WHERE user_id = $1', [admin.userId]);

  const enrol = async (admin: Admin) => {
    const client = adminClient(api, admin.token);
    const { body } = await client.post('auth/mfa/totp').expect(200);
    const { secret } = body.data as { secret: string };
    const confirmed = await client.post('auth/mfa/totp/confirm', { code: codeOf(secret) }).expect(200);
    await forgetSteps(admin);
    return { secret, recoveryCodes: confirmed.body.data.recovery_codes as string[] };
  };
  const mfaTokenOf = async ({ email, password }: Admin) => {
    const { body } = await adminClient(api).post('auth/login', { email, password }).expect(200);
    return body.data.mfa_token as string;
  };
  const present = (mfa_token: string, code: string) => adminClient(api).post('auth/login/mfa', { mfa_token, code });

  it('is set up with a secret as text, URL and picture, and confirmed by a code', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const client = adminClient(api, admin.token);
    const { body } = await client.post('auth/mfa/totp').expect(200);
    const { secret, otpauth_url, qr_data_url } = body.data as Record<string, string>;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauth_url).toContain(`secret=${secret}`);
    const [head, picture = ''] = qr_data_url!.split(',');
    expect(head).toBe('data:image/png;base64');
    expect(Buffer.from(picture, 'base64').subarray(0, 4)).toEqual(PNG);
    const wrong = await client.post('auth/mfa/totp/confirm', { code: wrongFor(secret!) }).expect(422);
    expect(wrong.body.code).toBe('IAM.OTP.INVALID');
    const confirmed = await client.post('auth/mfa/totp/confirm', { code: codeOf(secret!) }).expect(200);
    const codes = confirmed.body.data.recovery_codes as string[];
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(RECOVERY_CODE);
    await client.post('auth/mfa/totp').expect(409);
    await client.post('auth/mfa/totp/confirm', { code: codeOf(secret!) }).expect(409);
    expect((await client.get('auth/profile').expect(200)).body.data.mfa_enabled).toBe(true);
  });

  it('counts only once it is confirmed', async () => {
    const admin = await anAdmin(api, ['auditor']);
    await adminClient(api, admin.token).post('auth/mfa/totp').expect(200);
    const { email, password } = admin;
    const { body } = await adminClient(api).post('auth/login', { email, password }).expect(200);
    expect(body.data.access_token).toBeDefined();
  });

  it('stands between password and tokens', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const { secret } = await enrol(admin);
    const { email, password } = admin;
    const { body } = await adminClient(api).post('auth/login', { email, password }).expect(200);
    expect(body.data).toEqual({
      mfa_required: true,
      mfa_token: expect.stringMatching(/^akm_[\w-]{64}$/),
      methods: ['totp', 'recovery_code'],
    });
    const mfaToken = body.data.mfa_token as string;
    await adminClient(api, mfaToken).get('auth/context').expect(401);
    const wrong = await present(mfaToken, wrongFor(secret)).expect(401);
    expect(wrong.body.code).toBe('IAM.MFA.INVALID');
    const tokens = (await present(mfaToken, codeOf(secret)).expect(200)).body.data as AdminTokens;
    await adminClient(api, tokens.access_token).get('auth/context').expect(200);
    await forgetSteps(admin);
    await present(mfaToken, codeOf(secret)).expect(401);
  });

  it('takes each code of the authenticator once, also of two that come at once', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const { secret } = await enrol(admin);
    const tokens = await Promise.all([mfaTokenOf(admin), mfaTokenOf(admin)]);
    const code = codeOf(secret);
    const answers = await Promise.all(tokens.map((token) => present(token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const another = await mfaTokenOf(admin);
    await present(another, codeOf(secret, -1)).expect(401);
    await present(another, codeOf(secret, 1)).expect(200);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const { recoveryCodes } = await enrol(admin);
    const [first = '', second = ''] = recoveryCodes;
    await present(await mfaTokenOf(admin), first).expect(200);
    const token = await mfaTokenOf(admin);
    await present(token, first).expect(401);
    await present(token, ` ${second.toLowerCase().replaceAll('-', ' ')} `).expect(200);
  });

  it('cannot be guessed: wrong codes count as failed sign-ins, and a right password does not clear them', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const { secret } = await enrol(admin);
    for (let attempt = 0; attempt < 5; attempt++) {
      await present(await mfaTokenOf(admin), wrongFor(secret)).expect(401);
    }
    const { email, password } = admin;
    const { body } = await adminClient(api).post('auth/login', { email, password }).expect(429);
    expect(body.code).toBe('IAM.LOGIN.THROTTLED');
  });

  it('waits five minutes', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const { secret } = await enrol(admin);
    const token = await mfaTokenOf(admin);
    await later(api, '5 minutes');
    await present(token, codeOf(secret)).expect(401);
    for (const invented of ['', 'akm_x', `akm_${'A'.repeat(64)}`]) await present(invented, '123456').expect(401);
  });

  it('is removed with a code of it', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const { secret, recoveryCodes } = await enrol(admin);
    const client = adminClient(api, admin.token);
    const wrong = await client.delete('auth/mfa/totp', { code: wrongFor(secret) }).expect(422);
    expect(wrong.body.code).toBe('IAM.OTP.INVALID');
    await client.delete('auth/mfa/totp', { code: recoveryCodes[9] }).expect(200, { data: { success: true } });
    const { email, password } = admin;
    const { body } = await adminClient(api).post('auth/login', { email, password }).expect(200);
    expect(body.data.access_token).toBeDefined();
  });

  it('is kept neither in plain text nor as a plain hash', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const { secret, recoveryCodes } = await enrol(admin);
    const rows = await queryAs(
      api.urls.superuserUrl,
      `SELECT t.sealed_secret, array_agg(encode(r.code_hash, 'hex')) AS hashes
         FROM user_totp t JOIN recovery_codes r USING (user_id) WHERE user_id = $1 GROUP BY 1`,
      [admin.userId],
    );
    const stored = JSON.stringify(rows);
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(plain);
    }
  });

  describe('where the tenant asks for one', () => {
    beforeAll(async () => {
      await queryAs(
        api.urls.superuserUrl,
        `INSERT INTO settings (id, scope, tenant_id, key, value, value_type, is_public, is_secret, status)
         VALUES (gen_random_uuid(), 'tenant', $1, 'security.require_admin_mfa', 'true', 'boolean', false, false, 'active')`,
        [api.tenantId],
      );
    });

    it('a session is good for nothing else until one is set up', async () => {
      const admin = await anAdmin(api, ['admin']);
      const client = adminClient(api, admin.token);
      await client.get('auth/context').expect(200);
      const { body } = await client.get('auth/profile').expect(403);
      expect(body.code).toBe('IAM.MFA.ENROLMENT_REQUIRED');
      await enrol(admin);
      await client.get('auth/profile').expect(200);
    });
  });
});
