import { AdminAccounts } from '../../../libs/iam/src/infrastructure/sign-in/admin-accounts';
import { PasswordHasher } from '../../../libs/iam/src/infrastructure/passwords/password-hasher';
import { anEmail, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { afterNext } from '../../support/interleaving';
import { suiteApi } from '../../support/suite';
import { expectProblem } from '../../http/support/problem';
import { codeAfter, passwordsOf } from '../../mobile/support/account';
import { aMember } from '../../mobile/support/journey';
import { type Admin, adminClient, type AdminClient, anAdmin, asOwner, signInAdmin } from '../support/admin';
import { changeFrom, CHANGED, openTo, passwordsInForce, RESET, resetBy, resetLink } from '../support/passwords';
import { codeOf, drawSecret, enrol, mfaTokenOf, presentCode } from '../support/second-factor';
import { linkTokenSentTo } from '../support/tenants';

const api = suiteApi();

/** What happens between verifying a password and acting on it. */
describe('An administrator’s password that was verified', () => {
  let owner: AdminClient;
  let admin: Admin;

  beforeAll(async () => {
    owner = await asOwner(api);
  });
  beforeEach(async () => {
    admin = await anAdmin(api, ['auditor']);
  });

  const hasher = () => api.get(PasswordHasher);
  const disable = async ({ userId }: Admin) => {
    const { body } = await owner.get(`users/${userId}`).expect(200);
    await owner.post(`users/${userId}/disable`, { lock_version: body.data.lock_version as number }).expect(200);
  };
  const remove = ({ userId }: Admin) => owner.delete(`users/${userId}`).expect(200);
  const change = () => changeFrom(adminClient(api, admin.token), admin.password);
  const login = ({ email, password }: Admin = admin) => adminClient(api).post('auth/login', { email, password });

  describe('for a change', () => {
    it('does not overwrite a reset that comes in between, which has ended the session', async () => {
      const link = await resetLink(api, admin.email);
      afterNext(hasher(), 'verify', () => resetBy(api, link).expect(200));
      expectProblem(await change(), 401, 'IAM.TOKEN.INVALID');
      expect(await passwordsInForce(api, admin.email, [admin.password, CHANGED, RESET])).toEqual([RESET]);
    });

    it('does not overwrite a change of another session, nor of the same one', async () => {
      const { access_token } = await signInAdmin(api, admin);
      const elsewhere = adminClient(api, access_token);
      afterNext(hasher(), 'verify', () => changeFrom(elsewhere, admin.password, RESET).expect(200));
      expectProblem(await change(), 401, 'IAM.TOKEN.INVALID');
      afterNext(hasher(), 'verify', () => changeFrom(elsewhere, RESET, admin.password).expect(200));
      expectProblem(await changeFrom(elsewhere, RESET), 422, 'IAM.PASSWORD.CURRENT_INVALID');
      expect(await passwordsInForce(api, admin.email, [admin.password, CHANGED, RESET])).toEqual([admin.password]);
    });

    it('gives no password to a user deleted in between, while the new one is hashed too', async () => {
      for (const step of ['verify', 'hash'] as const) {
        const leaving = await anAdmin(api, ['auditor']);
        afterNext(hasher(), step, () => remove(leaving));
        const answer = await changeFrom(adminClient(api, leaving.token), leaving.password);
        expectProblem(answer, 401, 'IAM.TOKEN.INVALID');
        expect(await openTo(api, leaving)).toEqual({ sessions: 0, challenges: 0, has_hash: false });
      }
    });

    it('leaves the password to a session that is ended in between', async () => {
      afterNext(hasher(), 'hash', () => adminClient(api, admin.token).post('auth/logout').expect(200));
      expectProblem(await change(), 401, 'IAM.TOKEN.INVALID');
      expect(await passwordsInForce(api, admin.email, [admin.password, CHANGED])).toEqual([admin.password]);
    });

    it('clears no failures at the second factor', async () => {
      const { secret } = await enrol(api, admin);
      const wrong = codeOf(secret) === '000000' ? '111111' : '000000';
      const client = adminClient(api, admin.token);
      for (let attempt = 0; attempt < 4; attempt++) await client.delete('auth/mfa/totp', { code: wrong }).expect(422);
      const same = await changeFrom(client, admin.password, admin.password).expect(422);
      expect(same.body.errors).toEqual([expect.objectContaining({ code: 'same_password' })]);
      await client.delete('auth/mfa/totp', { code: wrong }).expect(422);
      expectProblem(await client.delete('auth/mfa/totp', { code: codeOf(secret) }), 429, 'IAM.LOGIN.THROTTLED');
    });
  });

  it('ends, when it is changed, the links that were mailed to reset it', async () => {
    const link = await resetLink(api, admin.email);
    await change().expect(200);
    expectProblem(await resetBy(api, link), 422, 'IAM.LINK.INVALID');
    expect(await passwordsInForce(api, admin.email, [CHANGED, RESET])).toEqual([CHANGED]);
  });

  const endings: Record<string, () => PromiseLike<unknown>> = {
    'a reset by link': async () => resetBy(api, await resetLink(api, admin.email)).expect(200),
    'a change': () => change().expect(200),
    'the end of all sessions': () => owner.post(`users/${admin.userId}/revoke-sessions`).expect(200),
    'a disabling': () => disable(admin),
    'a deletion': () => remove(admin),
  };

  describe('for a sign-in', () => {
    const last = { 'a change': 1 } as Record<string, number>;

    it.each(['a reset by link', 'a change', 'a disabling', 'a deletion'])('opens nothing after %s', async (what) => {
      afterNext(hasher(), 'verify', endings[what]!);
      expectProblem(await login(), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
      expect(await openTo(api, admin)).toMatchObject({ sessions: last[what] ?? 0, challenges: 0 });
    });

    it.each(['a reset by link', 'a change', 'a disabling', 'a deletion'])(
      'does not wait for the second factor after %s',
      async (what) => {
        await enrol(api, admin);
        afterNext(hasher(), 'verify', endings[what]!);
        expectProblem(await login(), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
        expect(await openTo(api, admin)).toMatchObject({ sessions: last[what] ?? 0, challenges: 0 });
      },
    );

    it('is not enough if a second factor is set up in between', async () => {
      const secret = await drawSecret(api, admin);
      afterNext(hasher(), 'verify', () =>
        adminClient(api, admin.token)
          .post('auth/mfa/totp/confirm', { code: codeOf(secret) })
          .expect(200),
      );
      const { body } = await login().expect(200);
      expect(body.data).toMatchObject({ mfa_required: true });
    });
  });

  describe('and opened an mfa_token', () => {
    it.each(Object.keys(endings))('is invalid after %s', async (what) => {
      const { secret } = await enrol(api, admin);
      const token = await mfaTokenOf(api, admin);
      await endings[what]!();
      expectProblem(await presentCode(api, token, codeOf(secret)), 401, 'IAM.MFA.INVALID');
      expect((await openTo(api, admin)).challenges).toBe(0);
    });

    it('is invalid if the account is disabled and enabled again', async () => {
      const { secret } = await enrol(api, admin);
      const token = await mfaTokenOf(api, admin);
      await disable(admin);
      const { body } = await owner.get(`users/${admin.userId}`).expect(200);
      await owner.post(`users/${admin.userId}/enable`, { lock_version: body.data.lock_version as number }).expect(200);
      expectProblem(await presentCode(api, token, codeOf(secret)), 401, 'IAM.MFA.INVALID');
    });

    it.each(Object.keys(endings))('opens no session when the code meets %s', async (what) => {
      const { secret } = await enrol(api, admin);
      const token = await mfaTokenOf(api, admin);
      const before = (await openTo(api, admin)).sessions;
      afterNext(api.get(AdminAccounts), 'findById', endings[what]!);
      expectProblem(await presentCode(api, token, codeOf(secret)), 401, 'IAM.MFA.INVALID');
      expect((await openTo(api, admin)).sessions).toBe(what === 'a change' ? before : 0);
    });

    it('refuses a used recovery code, also for several concurrent requests', async () => {
      const { recoveryCodes } = await enrol(api, admin);
      const token = await mfaTokenOf(api, admin);
      const answers = await Promise.all(recoveryCodes.slice(0, 4).map((code) => presentCode(api, token, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
      const used = await queryAs(
        api.urls.superuserUrl,
        'SELECT FROM recovery_codes WHERE user_id = $1 AND used_at IS NOT NULL',
        [admin.userId],
      );
      expect(used).toHaveLength(1);
    });
  });

  describe('for a second factor', () => {
    it('sets none up after a reset', async () => {
      const link = await resetLink(api, admin.email);
      afterNext(hasher(), 'verify', () => resetBy(api, link).expect(200));
      const draw = adminClient(api, admin.token).post('auth/mfa/totp', { current_password: admin.password });
      expectProblem(await draw, 401, 'IAM.TOKEN.INVALID');
      const drawn = await queryAs(api.urls.superuserUrl, 'SELECT FROM user_totp WHERE user_id = $1', [admin.userId]);
      expect(drawn).toEqual([]);
    });
  });

  describe('for a link', () => {
    it('gives no password to a user deleted or disabled in between', async () => {
      for (const [end, has_hash] of [
        [remove, false],
        [disable, true],
      ] as const) {
        const leaving = await anAdmin(api, ['auditor']);
        const link = await resetLink(api, leaving.email);
        afterNext(hasher(), 'hash', () => end(leaving));
        expectProblem(await resetBy(api, link), 422, 'IAM.LINK.INVALID');
        expect(await openTo(api, leaving)).toMatchObject({ sessions: 0, has_hash });
      }
    });

    it('gives none to an invited user who is deleted in between', async () => {
      const email = anEmail();
      const { body } = await owner.post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
      const token = await linkTokenSentTo(api, email);
      const userId = body.data.id as string;
      afterNext(hasher(), 'hash', () => owner.delete(`users/${userId}`).expect(200));
      const accept = await adminClient(api).post('auth/invitations/accept', { token, password: CHANGED });
      expectProblem(accept, 422, 'IAM.LINK.INVALID');
      expect((await openTo(api, { userId })).has_hash).toBe(false);
    });

    it('does not overwrite what was set in between', async () => {
      const link = await resetLink(api, admin.email);
      afterNext(hasher(), 'hash', () => change().expect(200));
      expectProblem(await resetBy(api, link), 422, 'IAM.LINK.INVALID');
      expect(await passwordsInForce(api, admin.email, [CHANGED, RESET])).toEqual([CHANGED]);
    });
  });

  describe('reset by a member with a code', () => {
    it('ends sessions, links and half a sign-in of the administrators’ surface too', async () => {
      const member = await aMember(api);
      const [row] = await queryAs<{ user_id: string }>(
        api.urls.superuserUrl,
        `INSERT INTO user_roles (tenant_id, user_id, role_code)
         SELECT tenant_id, user_id, 'auditor' FROM login_identifiers WHERE value = $1 RETURNING user_id`,
        [member.email],
      );
      const userId = row?.user_id ?? '';
      const first = await signInAdmin(api, member);
      const { secret } = await enrol(api, { ...member, userId, token: first.access_token });
      const link = await resetLink(api, member.email);
      const token = await mfaTokenOf(api, member);
      const otp = await codeAfter(api, member.email, () => passwordsOf(api).forgot(member.email).expect(202));
      await passwordsOf(api).reset({ email: member.email, otp, new_password: RESET }).expect(200);
      await adminClient(api, first.access_token).get('auth/context').expect(401);
      await adminClient(api).post('auth/refresh', { refresh_token: first.refresh_token }).expect(401);
      expectProblem(await presentCode(api, token, codeOf(secret)), 401, 'IAM.MFA.INVALID');
      expectProblem(await resetBy(api, link, CHANGED), 422, 'IAM.LINK.INVALID');
    });
  });
});

describe('A hash at an older cost', () => {
  let now: TestApi;
  beforeAll(async () => {
    now = await startTestApi({ PASSWORD_BCRYPT_COST: '5' }, api.urls);
  });
  afterAll(() => now.close());

  const hashOf = async ({ userId }: Admin) => {
    const [row] = await queryAs<{ password_hash: string | null }>(
      now.urls.superuserUrl,
      'SELECT password_hash FROM users WHERE id = $1',
      [userId],
    );
    return row?.password_hash ?? null;
  };

  it('is replaced when its administrator signs in, without ending anything', async () => {
    const admin = await anAdmin(api, ['auditor']);
    expect(await hashOf(admin)).toContain('$2b$04$');
    await signInAdmin(now, admin);
    expect(await hashOf(admin)).toContain('$2b$05$');
    await adminClient(now, admin.token).get('auth/context').expect(200);
    await signInAdmin(now, admin);
  });

  it('is replaced neither for a user deleted in between, nor over a newer password', async () => {
    const owner = await asOwner(now);
    const leaving = await anAdmin(api, ['auditor']);
    afterNext(now.get(PasswordHasher), 'hash', () => owner.delete(`users/${leaving.userId}`).expect(200));
    const login = ({ email, password }: Admin) => adminClient(now).post('auth/login', { email, password });
    await login(leaving).expect(401);
    expect(await hashOf(leaving)).toBeNull();
    const admin = await anAdmin(api, ['auditor']);
    const link = await resetLink(now, admin.email);
    afterNext(now.get(PasswordHasher), 'hash', () => resetBy(now, link).expect(200));
    await login(admin).expect(401);
    expect(await passwordsInForce(now, admin.email, [admin.password, RESET])).toEqual([RESET]);
  });
});
