import { createHash, randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { AppsService } from '@libs/apps';
import { expectProblem } from '../../http/support/problem';
import { anEmail } from '../../support/api';
import { queryAs } from '../../support/database';
import {
  accountOf,
  addEmail,
  aStepUpToken,
  challengeEmail,
  codeAfter,
  numberOfCodes,
  nthCodeSentTo,
  securityEventsOf,
  settleIdentifiers,
  signedIn,
  type SignedInMember,
} from '../support/account';
import { aMember, clientOf, otherThan, outboxSettled, signIn } from '../support/journey';
import { later } from '../../support/time-travel';
import { leftInEach } from '../../support/seconds-left';
import { suiteApi } from '../../support/suite';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('a step-up', () => {
  const api = suiteApi();

  const aSignedInMember = async () => signedIn(api, await aMember(api));
  const requestOf = ({ identifierId, userId }: SignedInMember, change: object = {}) => ({
    identifier_id: identifierId,
    purpose: 'account_delete',
    resource: userId,
    ...change,
  });
  const ask = (member: SignedInMember, change: object = {}) => member.account.askStepUp(requestOf(member, change));
  const challengeOf = async (member: SignedInMember, change: object = {}) => {
    let challengeId = '';
    const code = await codeAfter(api, member.email, async () => {
      challengeId = (await ask(member, change).expect(202)).body.data.challenge_id as string;
    });
    return { challengeId, code };
  };
  const expectInvalid = async (answer: PromiseLike<{ status: number; body: { code: string } }>) => {
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([422, 'IAM.OTP.INVALID']);
  };

  describe('POST /api/v1/auth/step-up/verification-code', () => {
    const expectLeft = leftInEach();

    it('answers 202 with the challenge, and mails the code to the member', async () => {
      const member = await aSignedInMember();
      const { body, headers } = await ask(member).expect(202);
      expect(body).toEqual({
        data: {
          accepted: true,
          resend_after_seconds: 60,
          expires_in_seconds: 600,
          challenge_id: expect.stringMatching(UUID),
        },
      });
      expect(headers['cache-control']).toBe('no-store');
      expect(await nthCodeSentTo(api, member.email, 1)).toMatch(/^\d{6}$/);
    });

    it('sends it to the identifier that is named', async () => {
      const member = await aSignedInMember();
      const further = anEmail();
      const { id } = await addEmail(api, member, further);
      await settleIdentifiers(api, member);
      const before = await numberOfCodes(api, member.email);
      await codeAfter(api, further, () => ask(member, { identifier_id: id.toUpperCase() }).expect(202));
      expect(await numberOfCodes(api, member.email)).toBe(before);
    });

    it('within the cooldown sends nothing, and names the challenge that is alive', async () => {
      const member = await aSignedInMember();
      const { challengeId, code } = await challengeOf(member);
      const { body } = await ask(member).expect(202);
      expect(body.data.challenge_id).toBe(challengeId);
      expectLeft(body.data.resend_after_seconds, 60);
      await outboxSettled(api);
      expect(await numberOfCodes(api, member.email)).toBe(1);
      await member.account.verifyStepUp(challengeId, code).expect(200);
    });

    const aRemoval = () => ({ purpose: 'identifier_remove', resource: randomUUID() });
    const expectCooldown = (told: Response) => {
      expectProblem(told, 429, 'IAM.OTP.COOLDOWN');
      expectLeft(told.headers['retry-after'], 60);
    };

    it('within the cooldown answers 429 to another resource, until it is over, and leaves the code as it was', async () => {
      const member = await aSignedInMember();
      const { challengeId, code } = await challengeOf(member, { purpose: 'identifier_remove' });
      const other = aRemoval();
      expectCooldown(await ask(member, other));
      await member.account.verifyStepUp(challengeId, code).expect(200);
      await later(api, '61 seconds');
      await ask(member, other).expect(202);
    });

    it('within the cooldown answers 429 to another session, whose code it would not be', async () => {
      const member = await aSignedInMember();
      await ask(member).expect(202);
      const sibling = accountOf(api, await signIn(api, member));
      expectCooldown(await sibling.askStepUp(requestOf(member)));
    });

    it('within the cooldown answers 429 where the code of the same act is used or dead', async () => {
      const [used, dead] = [await aSignedInMember(), await aSignedInMember()];
      const spent = await challengeOf(used);
      await used.account.verifyStepUp(spent.challengeId, spent.code).expect(200);
      expectCooldown(await ask(used));
      const { challengeId, code } = await challengeOf(dead);
      for (let attempt = 0; attempt < 5; attempt++) {
        await expectInvalid(dead.account.verifyStepUp(challengeId, otherThan(code)));
      }
      expectCooldown(await ask(dead));
    });

    it('answers 429 until the hour has room where its sends are used up for other resources', async () => {
      const member = await aSignedInMember();
      for (let send = 1; send <= 5; send++) {
        await ask(member, aRemoval()).expect(202);
        await later(api, '61 seconds');
      }
      const { headers } = await ask(member, aRemoval()).expect(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
    });

    it('of two acts at once sends a code for one, and answers 429 to the other', async () => {
      const member = await aSignedInMember();
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(member, aRemoval())));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(7).fill(429)]);
    });

    it('has a clock for each purpose, and five sends an hour', async () => {
      const member = await aSignedInMember();
      const seconds = async (purpose: string) =>
        (await ask(member, { purpose }).expect(202)).body.data.resend_after_seconds as number;
      for (let send = 1; send <= 5; send++) {
        expect(await seconds('data_export')).toBe(60);
        if (send === 1) expect(await seconds('account_delete')).toBe(60);
        // The next code replaces this one, which must have been sent by then.
        await outboxSettled(api).then(() => later(api, '61 seconds'));
      }
      expect(await seconds('data_export')).toBeGreaterThan(3_000);
      await outboxSettled(api);
      expect(await numberOfCodes(api, member.email)).toBe(6);
    });

    it('answers 404 to an identifier that is unknown, another’s or unverified', async () => {
      const member = await aSignedInMember();
      const other = await aSignedInMember();
      const { id: unverified } = await addEmail(api, member, anEmail());
      await queryAs(api.urls.superuserUrl, 'UPDATE login_identifiers SET verified_at = NULL WHERE id = $1', [
        unverified,
      ]);
      for (const identifier_id of [randomUUID(), other.identifierId, unverified]) {
        const { body } = await ask(member, { identifier_id }).expect(404);
        expect(body.code).toBe('RESOURCE.NOT_FOUND');
      }
    });

    it.each([
      [{ identifier_id: undefined }, 'identifier_id', 'required'],
      [{ identifier_id: 'x' }, 'identifier_id', 'not_uuid'],
      [{ purpose: undefined }, 'purpose', 'required'],
      [{ purpose: 'login' }, 'purpose', 'not_allowed'],
      [{ resource: undefined }, 'resource', 'required'],
      [{ resource: 'account' }, 'resource', 'not_uuid'],
      [{ resource: '\u0000' }, 'resource', 'not_uuid'],
      [{ mobile: '+8613800138000' }, 'mobile', 'unknown_field'],
    ])('answers 422 to %j', async (change, field, code) => {
      const { body } = await ask(await aSignedInMember(), change).expect(422);
      expect(body.errors).toEqual([{ field, code, message: expect.any(String) }]);
    });

    it('answers 401 without a bearer', async () => {
      const post = (path: string) => api.http.post(`/api/v1/auth/step-up/${path}`).set('X-AppID', api.appId).send({});
      expect((await post('verification-code').expect(401)).body.code).toBe('IAM.TOKEN.MISSING');
      expect((await post('verify').expect(401)).body.code).toBe('IAM.TOKEN.MISSING');
    });
  });

  describe('POST /api/v1/auth/step-up/verify', () => {
    it('answers 200 with a token for five minutes, of which only the hash is kept', async () => {
      const member = await aSignedInMember();
      const { challengeId, code } = await challengeOf(member);
      const { body, headers } = await member.account.verifyStepUp(challengeId.toUpperCase(), code).expect(200);
      expect(body).toEqual({
        data: { step_up_token: expect.stringMatching(/^aku_[\w-]{43}$/), expires_at: expect.any(String) },
      });
      const seconds = (Date.parse(body.data.expires_at as string) - Date.now()) / 1_000;
      expect(seconds).toBeGreaterThan(280);
      expect(seconds).toBeLessThanOrEqual(301);
      expect(headers['cache-control']).toBe('no-store');
      const rows = await queryAs<{ hash: string; row: string }>(
        api.urls.superuserUrl,
        `SELECT encode(token_hash, 'hex') AS hash, t::text AS row FROM step_up_tokens t WHERE user_id = $1`,
        [member.userId],
      );
      const token = body.data.step_up_token as string;
      expect(rows.map(({ hash }) => hash)).toEqual([createHash('sha256').update(token).digest('hex')]);
      expect(rows[0]?.row).not.toContain(token);
      expect(await securityEventsOf(api, member.userId)).toEqual([
        { type: 'step_up_verified', details: { purpose: 'account_delete' } },
      ]);
    });

    it('answers one and the same 422 to wrong, expired, used, dead and unknown codes', async () => {
      const [wrong, expired, used, dead] = [
        await aSignedInMember(),
        await aSignedInMember(),
        await aSignedInMember(),
        await aSignedInMember(),
      ];
      const of = {
        wrong: await challengeOf(wrong),
        expired: await challengeOf(expired),
        used: await challengeOf(used),
        dead: await challengeOf(dead),
      };
      await queryAs(api.urls.superuserUrl, `UPDATE otp_challenges SET expires_at = now() WHERE id = $1`, [
        of.expired.challengeId,
      ]);
      await used.account.verifyStepUp(of.used.challengeId, of.used.code).expect(200);
      for (let attempt = 0; attempt < 5; attempt++) {
        await expectInvalid(dead.account.verifyStepUp(of.dead.challengeId, otherThan(of.dead.code)));
      }
      const answers = await Promise.all([
        wrong.account.verifyStepUp(of.wrong.challengeId, otherThan(of.wrong.code)),
        expired.account.verifyStepUp(of.expired.challengeId, of.expired.code),
        used.account.verifyStepUp(of.used.challengeId, of.used.code),
        dead.account.verifyStepUp(of.dead.challengeId, of.dead.code),
        wrong.account.verifyStepUp(randomUUID(), of.wrong.code),
      ]);
      const told = answers.map(({ status, body }) => {
        const { request_id: _id, ...rest } = body as Record<string, unknown>;
        return JSON.stringify([status, rest]);
      });
      expect(new Set(told).size).toBe(1);
      expect(told[0]).toContain('"IAM.OTP.INVALID"');
    });

    it('takes the code in the session that asked for it, and nobody else can spend its attempts', async () => {
      const member = await aSignedInMember();
      const { challengeId, code } = await challengeOf(member);
      const sibling = accountOf(api, await signIn(api, member));
      const stranger = await aSignedInMember();
      for (let attempt = 0; attempt < 6; attempt++) {
        await expectInvalid(sibling.verifyStepUp(challengeId, code));
        await expectInvalid(stranger.account.verifyStepUp(challengeId, code));
      }
      await member.account.verifyStepUp(challengeId, code).expect(200);
    });

    it('takes no code of another purpose', async () => {
      const member = await aSignedInMember();
      const { code } = await challengeOf(member);
      const further = anEmail();
      const codeToFurther = await challengeEmail(api, member, further);
      const { challengeId } = await challengeOf(member, { purpose: 'data_export' });
      for (const other of [code, codeToFurther]) await expectInvalid(member.account.verifyStepUp(challengeId, other));
    });

    it.each([
      [{ challenge_id: 'x' }, 'challenge_id', 'not_uuid'],
      [{ challenge_id: undefined }, 'challenge_id', 'required'],
      [{ otp: '12345' }, 'otp', 'too_short'],
      [{ otp: undefined }, 'otp', 'required'],
      [{ token: 'x' }, 'token', 'unknown_field'],
    ])('answers 422 to %j', async (change, field, code) => {
      const { pair } = await aSignedInMember();
      const { body } = await api.http
        .post('/api/v1/auth/step-up/verify')
        .set({ 'X-AppID': api.appId, Authorization: `Bearer ${pair.access_token}` })
        .send({ challenge_id: randomUUID(), otp: '123456', ...change })
        .expect(422);
      expect(body.errors).toEqual([{ field, code, message: expect.any(String) }]);
    });
  });

  describe('the token', () => {
    const removal = (identifierId: string) => ({ purpose: 'identifier_remove', resource: identifierId });
    const withTwo = async () => {
      const member = await aSignedInMember();
      return { member, further: await addEmail(api, member, anEmail()) };
    };

    it('expires after five minutes', async () => {
      const { member, further } = await withTwo();
      const token = await aStepUpToken(api, member, removal(further.id));
      await later(api, '5 minutes');
      const { body } = await member.account.remove(further.id, token).expect(403);
      expect(body).toMatchObject({ code: 'IAM.STEP_UP.REQUIRED', status: 403 });
    });

    it('is invalid at another App', async () => {
      const { member, further } = await withTwo();
      const token = await aStepUpToken(api, member, removal(further.id));
      const { id: other } = await api
        .get(AppsService)
        .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
      const { email, password } = member;
      const code = await codeAfter(api, email, () => clientOf(api, other).register({ email, password }).expect(202));
      await clientOf(api, other).verifyEmail(email, code).expect(200);
      const there = accountOf(api, await signIn(api, member, { appId: other }), other);
      await there.remove(further.id, token).expect(403);
      await member.account.remove(further.id, token).expect(200);
    });

    it('dies with the session', async () => {
      const { member, further } = await withTwo();
      const token = await aStepUpToken(api, member, removal(further.id));
      await clientOf(api).logout(member.pair.access_token).expect(200);
      const again = accountOf(api, await signIn(api, member));
      await again.remove(further.id, token).expect(403);
    });
  });
});
