import { AppsService } from '@libs/apps';
import { anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import {
  accountOf,
  addEmail,
  challengeEmail,
  codeAfter,
  passwordsOf,
  securityEventsOf,
  signedIn,
  userIdOf,
} from '../support/account';
import {
  aRegisteredMember,
  aPendingMember,
  clientOf,
  codeSentTo,
  type Member,
  otherThan,
  signIn,
} from '../support/journey';
import { later } from '../../support/time-travel';

const NEW_PASSWORD = 'another long password';

describe('POST /api/v1/auth/password/reset', () => {
  const api = suiteApi();

  const asSuperuser = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  const resetCode = ({ email }: Pick<Member, 'email'>, appId?: string) =>
    codeAfter(api, email, () => passwordsOf(api, appId).forgot(email).expect(202));
  const reset = (email: string, otp: string, new_password = NEW_PASSWORD, appId?: string) =>
    passwordsOf(api, appId).reset({ email, otp, new_password });
  const expectInvalid = async (answer: PromiseLike<{ status: number; body: { code: string } }>) => {
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([422, 'IAM.OTP.INVALID']);
  };

  it('answers 200, and from then on the new password counts and the old one does not', async () => {
    const member = await aRegisteredMember(api);
    const { body, headers } = await reset(` ${member.email.toUpperCase()}`, await resetCode(member)).expect(200);
    expect(body).toEqual({ data: { success: true } });
    expect(headers['cache-control']).toBe('no-store');
    await clientOf(api).login(member).expect(401);
    await signIn(api, { ...member, password: NEW_PASSWORD });
  });

  it('ends all sessions of the member at once, of every App, and nobody else’s', async () => {
    const member = await aRegisteredMember(api);
    const stranger = await signIn(api, await aRegisteredMember(api));
    const { id: other } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
    await clientOf(api, other).register(member).expect(202);
    await clientOf(api, other)
      .verifyEmail(member.email, await codeSentTo(api, member.email, 2))
      .expect(200);
    const here = [await signIn(api, member), await signIn(api, member)];
    const there = await signIn(api, member, { appId: other });
    await reset(member.email, await resetCode(member)).expect(200);
    for (const { access_token, refresh_token } of here) {
      await clientOf(api).context(access_token).expect(401);
      await clientOf(api).refresh(refresh_token).expect(401);
    }
    await clientOf(api, other).context(there.access_token).expect(401);
    await clientOf(api, other).refresh(there.refresh_token).expect(401);
    await clientOf(api).context(stranger.access_token).expect(200);
    const reasons = await asSuperuser('SELECT DISTINCT revoke_reason AS reason FROM sessions WHERE id = ANY ($1)', [
      [...here, there].map(({ session_id }) => session_id),
    ]);
    expect(reasons).toEqual([{ reason: 'password_reset' }]);
  });

  it('is recorded as a security event, without the code', async () => {
    const member = await aRegisteredMember(api);
    const code = await resetCode(member);
    await reset(member.email, code).expect(200);
    const events = await securityEventsOf(api, await userIdOf(api, member.email));
    expect(events).toEqual([{ type: 'password_reset', details: { identifier_type: 'email' } }]);
  });

  it('gives a first password to a member who has none', async () => {
    const member = await aRegisteredMember(api);
    await asSuperuser('UPDATE users SET password_hash = NULL, password_changed_at = NULL WHERE id = $1', [
      await userIdOf(api, member.email),
    ]);
    await reset(member.email, await resetCode(member)).expect(200);
    await signIn(api, { ...member, password: NEW_PASSWORD });
  });

  it('kills the member’s other codes', async () => {
    const member = await aRegisteredMember(api);
    const further = anEmail();
    const other = await challengeEmail(api, await signedIn(api, member), further);
    await reset(member.email, await resetCode(member)).expect(200);
    const again = accountOf(api, await signIn(api, { ...member, password: NEW_PASSWORD }));
    await expectInvalid(again.verify(further, other));
  });

  it('answers one and the same 422 to wrong, expired, used, dead, superseded, foreign and unknown codes', async () => {
    const names = ['wrong', 'expired', 'dead', 'superseded', 'used', 'suspended', 'elsewhere'] as const;
    const members = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await aRegisteredMember(api)] as const)),
    ) as Record<(typeof names)[number], Member>;
    const codes = {} as Record<(typeof names)[number], string>;
    for (const name of names) codes[name] = await resetCode(members[name]);
    const { id: other } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
    await asSuperuser(`UPDATE otp_challenges SET expires_at = now() - interval '1 ms' WHERE recipient = $1`, [
      members.expired.email,
    ]);
    for (let attempt = 0; attempt < 5; attempt++) await reset(members.dead.email, otherThan(codes.dead)).expect(422);
    await reset(members.used.email, codes.used).expect(200);
    await asSuperuser(
      `UPDATE app_memberships m SET status = 'suspended' FROM login_identifiers i WHERE i.user_id = m.user_id AND i.value = $1`,
      [members.suspended.email],
    );
    await later(api, '61 seconds');
    await resetCode(members.superseded);
    const pending = await aPendingMember(api);
    const registrationCode = await codeSentTo(api, pending.email);

    const answers = await Promise.all([
      reset(members.wrong.email, otherThan(codes.wrong)),
      reset(members.expired.email, codes.expired),
      reset(members.dead.email, codes.dead),
      reset(members.superseded.email, codes.superseded),
      reset(members.used.email, codes.used),
      reset(members.suspended.email, codes.suspended),
      reset(members.elsewhere.email, codes.elsewhere, NEW_PASSWORD, other),
      reset(members.wrong.email, codes.elsewhere),
      reset(pending.email, registrationCode),
      reset(anEmail(), '123456'),
      passwordsOf(api).reset({ mobile: '+8613800138000', otp: '123456', new_password: NEW_PASSWORD }),
    ]);
    const told = answers.map(({ status, body, headers }) => {
      const { request_id: _id, ...rest } = body as Record<string, unknown>;
      return JSON.stringify([status, rest, headers['retry-after']]);
    });
    expect(new Set(told).size).toBe(1);
    expect(told[0]).toContain('"IAM.OTP.INVALID"');
    for (const name of ['wrong', 'expired', 'dead', 'superseded'] as const) await signIn(api, members[name]);
  });

  describe('with a password that is refused', () => {
    let member: Member;
    let code: string;

    beforeEach(async () => {
      member = await aRegisteredMember(api);
      code = await resetCode(member);
    });

    it.each([
      ['too short', () => 'elevenchars', 'too_short'],
      ['too long', () => 'x'.repeat(257), 'too_long'],
      ['with NUL', () => 'another long\u0000password', 'invalid_text'],
      ['with a lone surrogate', () => 'another long\ud800password', 'invalid_text'],
      ['among the most common', () => 'password1234', 'common_password'],
      ['containing the local part', () => `xx ${member.email.split('@')[0]} xx`, 'contains_identifier'],
      ['equal to the present one', () => PASSWORD, 'same_password'],
    ])('answers 422, however often: %s', async (_, password, problem) => {
      for (let attempt = 0; attempt < 7; attempt++) {
        const { body } = await reset(member.email, code, password()).expect(422);
        expect(body.code).toBe('REQUEST.VALIDATION_FAILED');
        expect(body.errors).toEqual([{ field: 'new_password', code: problem, message: expect.any(String) }]);
      }
    });

    it('does not use the code up', async () => {
      for (let attempt = 0; attempt < 7; attempt++) await reset(member.email, code, PASSWORD).expect(422);
      const [limits] = await asSuperuser<{ attempts: number; failures: number }>(
        `SELECT c.attempts, cardinality(l.failed_at) AS failures FROM otp_challenges c
           JOIN otp_limits l USING (tenant_id, app_id, purpose, identifier_key)
          WHERE c.recipient = $1 AND c.purpose = 'password_reset'`,
        [member.email],
      );
      expect(limits).toEqual({ attempts: 0, failures: 0 });
      await reset(member.email, code).expect(200);
    });

    it('reveals nothing about the current one without a right code', async () => {
      const other = await aRegisteredMember(api);
      const right = await resetCode(other);
      await expectInvalid(reset(other.email, otherThan(right), PASSWORD));
      await expectInvalid(reset(anEmail(), '123456', PASSWORD));
    });
  });

  it('looks for every address of the member in the password', async () => {
    const member = await aRegisteredMember(api);
    const further = anEmail();
    await addEmail(api, await signedIn(api, member), further);
    const { body } = await reset(member.email, await resetCode(member), `xx ${further.split('@')[0]} xx`).expect(422);
    expect(body.errors[0].code).toBe('contains_identifier');
  });

  it.each([
    [{ email: undefined }, 'email', 'required'],
    [{ email: 'nobody' }, 'email', 'not_email'],
    [{ mobile: '+8613800138000' }, 'email', 'not_both'],
    [{ email: undefined, mobile: 'nobody' }, 'mobile', 'not_mobile'],
    [{ email: undefined, mobile: 13800138000 }, 'mobile', 'not_string'],
    [{ email: undefined, mobile: '1'.repeat(41) }, 'mobile', 'too_long'],
    [{ otp: undefined }, 'otp', 'required'],
    [{ otp: '12345' }, 'otp', 'too_short'],
    [{ otp: 123456 }, 'otp', 'not_string'],
    [{ new_password: undefined }, 'new_password', 'required'],
    [{ new_password: ['x'] }, 'new_password', 'not_string'],
    [{ password: 'x' }, 'password', 'unknown_field'],
  ])('answers 422 to %j', async (change, field, code) => {
    const good = { email: anEmail(), otp: '123456', new_password: NEW_PASSWORD };
    const { body } = await passwordsOf(api)
      .reset({ ...good, ...change })
      .expect(422);
    expect(body.code).toBe('REQUEST.VALIDATION_FAILED');
    expect(body.errors).toContainEqual({ field, code, message: expect.any(String) });
  });
});
