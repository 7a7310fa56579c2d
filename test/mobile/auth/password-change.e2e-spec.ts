import { randomUUID } from 'node:crypto';
import { AppsService } from '@libs/apps';
import { aDeviceKey, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { accountOf, aStepUpToken, securityEventsOf, signedIn, type SignedInMember } from '../support/account';
import { aMember, aRegisteredMember, clientOf, codeSentTo, type Member, signIn } from '../support/journey';
import { later } from '../../support/time-travel';
import { expectLeft } from '../../support/seconds-left';
import { suiteApi } from '../../support/suite';

const NEW_PASSWORD = 'another long password';
const WRONG = 'not the password';

describe('POST /api/v1/auth/password/change', () => {
  const api = suiteApi();

  // The failures of one test at this address must not use up the allowance of the next.
  beforeEach(() => queryAs(api.urls.superuserUrl, 'DELETE FROM login_throttles'));

  const change = ({ account }: SignedInMember, current_password: string, new_password = NEW_PASSWORD) =>
    account.changePassword({ current_password, new_password });
  const aSignedInMember = async (deviceKey?: string) => signedIn(api, await aMember(api), deviceKey);
  const codeOf = async (answer: PromiseLike<{ status: number; body: { code: string } }>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };

  it('answers 200, and from then on the new password counts and the old one does not', async () => {
    const member = await aSignedInMember();
    const { body, headers } = await change(member, PASSWORD).expect(200);
    expect(body).toEqual({ data: { success: true } });
    expect(headers['cache-control']).toBe('no-store');
    await clientOf(api).login({ email: member.email, password: PASSWORD }).expect(401);
    await signIn(api, { ...member, password: NEW_PASSWORD });
  });

  it('ends the other sessions, of every App, and keeps the present one', async () => {
    const member = await aRegisteredMember(api);
    const { id: other } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
    await clientOf(api, other).register(member).expect(202);
    await clientOf(api, other)
      .verifyEmail(member.email, await codeSentTo(api, member.email, 2))
      .expect(200);
    const others = [
      { client: clientOf(api), pair: await signIn(api, member) },
      { client: clientOf(api, other), pair: await signIn(api, member, { appId: other }) },
    ];
    const here = await signedIn(api, member);
    await change(here, PASSWORD).expect(200);
    for (const { client, pair } of others) {
      await client.context(pair.access_token).expect(401);
      await client.refresh(pair.refresh_token).expect(401);
    }
    await clientOf(api).context(here.pair.access_token).expect(200);
    await clientOf(api).refresh(here.pair.refresh_token).expect(200);
  });

  it('is recorded as security events of the account, with the number of sessions that it ended', async () => {
    const member = await aMember(api);
    await signIn(api, member);
    await signIn(api, member);
    const here = await signedIn(api, member);
    await change(here, PASSWORD).expect(200);
    await change(here, NEW_PASSWORD, PASSWORD).expect(200);
    expect(await securityEventsOf(api, here.userId)).toEqual([
      { type: 'password_changed', details: {} },
      { type: 'sessions_revoked', details: { reason: 'password_changed', count: 2 } },
      { type: 'password_changed', details: {} },
    ]);
  });

  describe('with a wrong current password', () => {
    it('answers 422 IAM.PASSWORD.CURRENT_INVALID, and nothing changes', async () => {
      const member = await aSignedInMember();
      const other = await signIn(api, member);
      expect(await codeOf(change(member, WRONG))).toEqual([422, 'IAM.PASSWORD.CURRENT_INVALID']);
      await clientOf(api).context(other.access_token).expect(200);
      await signIn(api, member);
    });

    it('counts as a failed sign-in: the fifth starts a wait, in which the right one is refused too', async () => {
      const member = await aSignedInMember();
      const since = Date.now();
      for (let failure = 0; failure < 5; failure++) await change(member, WRONG).expect(422);
      for (const password of [WRONG, PASSWORD]) {
        const { status, body, headers } = await change(member, password);
        expect([status, body.code]).toEqual([429, 'IAM.LOGIN.THROTTLED']);
        expectLeft(headers['retry-after'], 60, since);
      }
      await later(api, '61 seconds');
      await change(member, PASSWORD).expect(200);
    });

    it('counts with the failed sign-ins of this installation, and with those of strange ones', async () => {
      const deviceKey = aDeviceKey();
      const member = await aSignedInMember(deviceKey);
      for (let failure = 0; failure < 3; failure++) await change(member, WRONG).expect(422);
      const login = (password: string, key: string) => clientOf(api).login({ email: member.email, password }, key);
      await login(WRONG, deviceKey).expect(401);
      await login(WRONG, aDeviceKey()).expect(401);
      await change(member, WRONG).expect(422);
      await login(PASSWORD, deviceKey).expect(429);
      await login(PASSWORD, aDeviceKey()).expect(429);
      await change(member, PASSWORD).expect(429);
    });

    it('cannot be caused by strangers: their failed sign-ins do not lock the owner out', async () => {
      const member = await aSignedInMember();
      for (let failure = 0; failure < 5; failure++) {
        await clientOf(api).login({ email: member.email, password: WRONG }).expect(401);
      }
      await clientOf(api).login({ email: member.email, password: PASSWORD }).expect(429);
      await change(member, PASSWORD).expect(200);
    });

    it('is forgotten after a right one', async () => {
      const member = await aSignedInMember();
      for (let failure = 0; failure < 4; failure++) await change(member, WRONG).expect(422);
      await change(member, PASSWORD).expect(200);
      for (let failure = 0; failure < 4; failure++) await change(member, WRONG).expect(422);
      await change(member, NEW_PASSWORD, PASSWORD).expect(200);
    });
  });

  it.each([
    ['too short', () => 'elevenchars', 'too_short'],
    ['among the most common', () => 'password1234', 'common_password'],
    ['containing the local part', (email: string) => `xx ${email.split('@')[0]} xx`, 'contains_identifier'],
    ['the present one', () => PASSWORD, 'same_password'],
  ])('answers 422 to a new password that is %s', async (_, password, problem) => {
    const member = await aSignedInMember();
    const { body } = await change(member, PASSWORD, password(member.email)).expect(422);
    expect(body.errors).toEqual([{ field: 'new_password', code: problem, message: expect.any(String) }]);
    await signIn(api, member);
  });

  it.each([
    [{ current_password: undefined }, 'current_password', 'required'],
    [{ current_password: null }, 'current_password', 'not_string'],
    [{ current_password: 1 }, 'current_password', 'not_string'],
    [{ current_password: 'short' }, 'current_password', 'too_short'],
    [{ new_password: undefined }, 'new_password', 'required'],
    [{ new_password: {} }, 'new_password', 'not_string'],
    [{ otp: '123456' }, 'otp', 'unknown_field'],
  ])('answers 422 to %j', async (body, field, code) => {
    const { account } = await aSignedInMember();
    const answer = await account
      .changePassword({ current_password: PASSWORD, new_password: NEW_PASSWORD, ...body })
      .expect(422);
    expect(answer.body.errors).toContainEqual({ field, code, message: expect.any(String) });
  });

  it('answers 401 without a bearer, and with one that was revoked', async () => {
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    const anonymous = await api.http
      .post('/api/v1/auth/password/change')
      .set('X-AppID', api.appId)
      .send(body)
      .expect(401);
    expect(anonymous.body.code).toBe('IAM.TOKEN.MISSING');
    const member = await aSignedInMember();
    await clientOf(api).logout(member.pair.access_token).expect(200);
    expect(await codeOf(member.account.changePassword(body))).toEqual([401, 'IAM.TOKEN.INVALID']);
  });

  describe('of a member without a password', () => {
    const aPasswordless = async (): Promise<SignedInMember> => {
      const member = await aSignedInMember();
      await queryAs(
        api.urls.superuserUrl,
        'UPDATE users SET password_hash = NULL, password_changed_at = NULL WHERE id = $1',
        [member.userId],
      );
      return member;
    };
    const setFirst = ({ account }: SignedInMember, token?: string, more: object = {}) =>
      account.changePassword(
        { new_password: NEW_PASSWORD, ...more },
        token === undefined ? {} : { 'X-Step-Up-Token': token },
      );
    const tokenFor = (member: SignedInMember, purpose = 'password_set', resource = member.userId) =>
      aStepUpToken(api, member, { purpose, resource });

    it('sets the first one with a step-up token, which is used up by that', async () => {
      const member = await aPasswordless();
      const other = await signIn(api, await aMember(api));
      const token = await tokenFor(member);
      await setFirst(member, token).expect(200);
      await signIn(api, { ...member, password: NEW_PASSWORD });
      const again = await member.account
        .changePassword({ new_password: PASSWORD }, { 'X-Step-Up-Token': token })
        .expect(422);
      expect(again.body.errors).toEqual([{ field: 'current_password', code: 'required', message: expect.any(String) }]);
      await clientOf(api).context(other.access_token).expect(200);
      const types = (await securityEventsOf(api, member.userId)).map(({ type }) => type);
      expect(types).toEqual(['step_up_verified', 'password_changed']);
    });

    it('answers 403 IAM.STEP_UP.REQUIRED where the token is missing, invented, or for something else', async () => {
      const member = await aPasswordless();
      const sibling = { ...member, ...(await signedInAgain(member)) };
      const tokens = [
        undefined,
        '',
        'aku_invented',
        'x'.repeat(5_000),
        randomUUID(),
        await tokenFor(member, 'account_delete'),
        await tokenFor(member, 'password_set', randomUUID()),
      ];
      await later(api, '61 seconds');
      tokens.push(await tokenFor(sibling));
      for (const token of tokens) {
        expect(await codeOf(setFirst(member, token))).toEqual([403, 'IAM.STEP_UP.REQUIRED']);
      }
      await setFirst(sibling, tokens.at(-1)).expect(200);
    });

    /** Another session, opened while the member still had a password. */
    const signedInAgain = async (member: SignedInMember) => {
      const hash = await queryAs<{ password_hash: string }>(
        api.urls.superuserUrl,
        `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE password_hash IS NOT NULL AND id = ANY (
           SELECT user_id FROM login_identifiers WHERE value = $2)) WHERE id = $1 RETURNING password_hash`,
        [member.userId, (await aMember(api)).email],
      );
      expect(hash).toHaveLength(1);
      const pair = await signIn(api, { email: member.email, password: PASSWORD });
      await queryAs(api.urls.superuserUrl, 'UPDATE users SET password_hash = NULL WHERE id = $1', [member.userId]);
      return { pair, account: accountOf(api, pair) };
    };

    it('keeps the token where the new password is refused', async () => {
      const member = await aPasswordless();
      const token = await tokenFor(member);
      await setFirst(member, token, { new_password: 'password1234' }).expect(422);
      await setFirst(member, token).expect(200);
    });

    it('answers 422 IAM.PASSWORD.CURRENT_INVALID to any current password, with a token or without', async () => {
      const member = await aPasswordless();
      const token = await tokenFor(member);
      for (const given of [undefined, token]) {
        const answer = setFirst(member, given, { current_password: PASSWORD });
        expect(await codeOf(answer)).toEqual([422, 'IAM.PASSWORD.CURRENT_INVALID']);
      }
      await setFirst(member, token).expect(200);
    });
  });

  it('requires the current password if there is one, with any token', async () => {
    const member = await aSignedInMember();
    const token = await aStepUpToken(api, member, { purpose: 'password_set', resource: member.userId });
    const headers = { 'X-Step-Up-Token': token };
    const { body } = await member.account.changePassword({ new_password: NEW_PASSWORD }, headers).expect(422);
    expect(body.errors[0]).toMatchObject({ field: 'current_password', code: 'required' });
    await member.account
      .changePassword({ current_password: PASSWORD, new_password: NEW_PASSWORD }, headers)
      .expect(200);
    const renewed: Member = { email: member.email, password: NEW_PASSWORD };
    await signIn(api, renewed);
  });
});
