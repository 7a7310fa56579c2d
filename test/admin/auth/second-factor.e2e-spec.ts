import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { later } from '../../support/time-travel';
import { expectProblem } from '../../http/support/problem';
import { adminClient, anAdmin, signInAdmin, type Admin, type AdminTokens } from '../support/admin';
import { changeFrom, CHANGED, resetBy, resetLink } from '../support/passwords';
import {
  codeOf,
  drawSecret,
  enrol as enrolAt,
  forgetSteps as forgetStepsAt,
  mfaTokenOf as mfaTokenAt,
  presentCode,
} from '../support/second-factor';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const RECOVERY_CODE = /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

describe('The second factor', () => {
  const api = suiteApi();
  const wrongFor = (secret: string) => {
    const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
  };
  const forgetSteps = (admin: Admin) => forgetStepsAt(api, admin);
  const enrol = (admin: Admin) => enrolAt(api, admin);
  const mfaTokenOf = (admin: Admin) => mfaTokenAt(api, admin);
  const present = (mfa_token: string, code: string) => presentCode(api, mfa_token, code);

  it('is set up with a secret as text, URL and picture, and confirmed by a code', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const client = adminClient(api, admin.token);
    const { body } = await client.post('auth/mfa/totp', { current_password: admin.password }).expect(200);
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
    await client.post('auth/mfa/totp', { current_password: admin.password }).expect(409);
    await client.post('auth/mfa/totp/confirm', { code: codeOf(secret!) }).expect(409);
    expect((await client.get('auth/profile').expect(200)).body.data.mfa_enabled).toBe(true);
  });

  it('counts only once it is confirmed', async () => {
    const admin = await anAdmin(api, ['auditor']);
    await adminClient(api, admin.token).post('auth/mfa/totp', { current_password: admin.password }).expect(200);
    const { email, password } = admin;
    const { body } = await adminClient(api).post('auth/login', { email, password }).expect(200);
    expect(body.data.access_token).toBeDefined();
  });

  it('comes between password and tokens', async () => {
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

  it('accepts each code of the authenticator once, also of two concurrent requests', async () => {
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

  it('accepts each recovery code once, however it is typed', async () => {
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

  describe('is drawn', () => {
    it('with the password only, and wrong ones count as failed sign-ins', async () => {
      const admin = await anAdmin(api, ['auditor']);
      const client = adminClient(api, admin.token);
      const draw = (current_password?: string) => client.post('auth/mfa/totp', { current_password });
      const { body } = await draw().expect(422);
      expect(body.errors).toEqual([expect.objectContaining({ field: 'current_password', code: 'required' })]);
      for (let attempt = 0; attempt < 5; attempt++) {
        expectProblem(await draw('not my password'), 422, 'IAM.PASSWORD.CURRENT_INVALID');
      }
      expectProblem(await draw(admin.password), 429, 'IAM.LOGIN.THROTTLED');
      const rows = await queryAs(api.urls.superuserUrl, 'SELECT FROM user_totp WHERE user_id = $1', [admin.userId]);
      expect(rows).toEqual([]);
    });

    it('and confirmed by the same session', async () => {
      const admin = await anAdmin(api, ['auditor']);
      const secret = await drawSecret(api, admin);
      const { access_token } = await signInAdmin(api, admin);
      const confirm = (token: string) =>
        adminClient(api, token).post('auth/mfa/totp/confirm', { code: codeOf(secret) });
      expectProblem(await confirm(access_token), 409, 'RESOURCE.CONFLICT');
      await confirm(admin.token).expect(200);
    });

    it('and confirmed under the same password', async () => {
      const admin = await anAdmin(api, ['auditor']);
      const client = adminClient(api, admin.token);
      const secret = await drawSecret(api, admin);
      await changeFrom(client, admin.password).expect(200);
      const confirmed = await client.post('auth/mfa/totp/confirm', { code: codeOf(secret) });
      expectProblem(confirmed, 409, 'RESOURCE.CONFLICT');
      await enrol({ ...admin, password: CHANGED });
    });

    it('by a session that lives', async () => {
      const admin = await anAdmin(api, ['auditor']);
      const secret = await drawSecret(api, admin);
      await resetBy(api, await resetLink(api, admin.email)).expect(200);
      await adminClient(api, admin.token)
        .post('auth/mfa/totp/confirm', { code: codeOf(secret) })
        .expect(401);
    });
  });

  describe('where the tenant asks for one', () => {
    const ask = (value: boolean) =>
      queryAs(
        api.urls.superuserUrl,
        `INSERT INTO settings (id, scope, tenant_id, key, value, value_type, is_public, is_secret, status)
         VALUES (gen_random_uuid(), 'tenant', $1, 'security.require_admin_mfa', $2, 'boolean', false, false, 'active')
         ON CONFLICT (key, scope, tenant_id, app_id) DO UPDATE SET value = excluded.value`,
        [api.tenantId, String(value)],
      );
    beforeEach(() => ask(true));
    afterEach(() => ask(false));

    const refresh = (refresh_token: string) => adminClient(api).post('auth/refresh', { refresh_token });
    const expectEnded = async ({ access_token, refresh_token }: AdminTokens) => {
      expectProblem(await adminClient(api, access_token).get('auth/context'), 401, 'IAM.TOKEN.INVALID');
      expectProblem(await refresh(refresh_token), 401, 'IAM.TOKEN.INVALID');
    };

    it('a session can do nothing else until one is set up', async () => {
      const admin = await anAdmin(api, ['admin']);
      const client = adminClient(api, admin.token);
      await client.get('auth/context').expect(200);
      const { body } = await client.get('auth/profile').expect(403);
      expect(body.code).toBe('IAM.MFA.ENROLMENT_REQUIRED');
      await enrol(admin);
      await client.get('auth/profile').expect(200);
    });

    it('a limited session is refreshed, and stays limited', async () => {
      const admin = await anAdmin(api, ['admin']);
      const { refresh_token } = await signInAdmin(api, admin);
      const { access_token } = (await refresh(refresh_token).expect(200)).body.data as AdminTokens;
      expectProblem(await adminClient(api, access_token).get('auth/profile'), 403, 'IAM.MFA.ENROLMENT_REQUIRED');
    });

    it('sessions that were opened before it did stay, limited until one is set up', async () => {
      await ask(false);
      const admin = await anAdmin(api, ['admin']);
      const tokens = await signInAdmin(api, admin);
      await ask(true);
      const client = adminClient(api, tokens.access_token);
      expectProblem(await client.get('auth/profile'), 403, 'IAM.MFA.ENROLMENT_REQUIRED');
      const { access_token } = (await refresh(tokens.refresh_token).expect(200)).body.data as AdminTokens;
      await enrol({ ...admin, token: access_token });
      await client.get('auth/profile').expect(200);
      // The first session of the two lacks it, and can set up no other.
      expectProblem(await adminClient(api, admin.token).get('auth/context'), 401, 'IAM.TOKEN.INVALID');
    });

    it('sessions of an administrator who has one end if they lack it, and the others stay', async () => {
      await ask(false);
      const admin = await anAdmin(api, ['admin']);
      const without = await signInAdmin(api, admin);
      const { secret } = await enrol(admin);
      const answer = await present(await mfaTokenOf(admin), codeOf(secret)).expect(200);
      const withIt = answer.body.data as AdminTokens;
      await adminClient(api, without.access_token).get('auth/profile').expect(200);
      await ask(true);
      await expectEnded(without);
      const { body } = await adminClient(api, withIt.access_token).get('auth/sessions').expect(200);
      const listed = (body.data.items as { id: string }[]).map(({ id }) => id);
      expect(listed).toContain(withIt.session_id);
      expect(listed).not.toContain(without.session_id);
      await adminClient(api, admin.token).get('auth/profile').expect(200);
      await adminClient(api, withIt.access_token).get('auth/profile').expect(200);
      await refresh(withIt.refresh_token).expect(200);
    });

    it('another limited session ends when one is set up', async () => {
      const admin = await anAdmin(api, ['admin']);
      const other = await signInAdmin(api, admin);
      await adminClient(api, other.access_token).get('auth/context').expect(200);
      await enrol(admin);
      await expectEnded(other);
    });

    it('an administrator who removes it can do nothing else until another is set up', async () => {
      const admin = await anAdmin(api, ['admin']);
      const { secret } = await enrol(admin);
      const answer = await present(await mfaTokenOf(admin), codeOf(secret)).expect(200);
      const tokens = answer.body.data as AdminTokens;
      await forgetSteps(admin);
      const client = adminClient(api, tokens.access_token);
      await client.delete('auth/mfa/totp', { code: codeOf(secret) }).expect(200);
      expectProblem(await client.get('auth/profile'), 403, 'IAM.MFA.ENROLMENT_REQUIRED');
      const { access_token } = await signInAdmin(api, admin);
      expectProblem(await adminClient(api, access_token).get('auth/profile'), 403, 'IAM.MFA.ENROLMENT_REQUIRED');
      await enrol({ ...admin, token: tokens.access_token });
      await client.get('auth/profile').expect(200);
      expectProblem(await adminClient(api, access_token).get('auth/context'), 401, 'IAM.TOKEN.INVALID');
    });

    it('a limited session is like any other when the tenant no longer requires it', async () => {
      const admin = await anAdmin(api, ['admin']);
      await ask(false);
      await adminClient(api, admin.token).get('auth/profile').expect(200);
    });
  });
});
