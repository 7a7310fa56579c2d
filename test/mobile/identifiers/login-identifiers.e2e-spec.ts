import { randomUUID } from 'node:crypto';
import { anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import {
  addEmail,
  additionToken,
  aStepUpToken,
  challengeEmail,
  codeAfter,
  forgetStepUpClocks,
  numberOfCodes,
  passwordsOf,
  securityEventsOf,
  settleIdentifiers,
  signedIn,
  type OwnIdentifier,
  type SignedInMember,
} from '../support/account';
import { aMember, clientOf, codeSentTo, otherThan, outboxSettled, signIn } from '../support/journey';
import { later } from '../../support/time-travel';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('/api/v1/me/login-identifiers', () => {
  const api = suiteApi();

  const aSignedInMember = async () => signedIn(api, await aMember(api));
  const asSuperuser = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  const challengeCode = (member: SignedInMember, email: string) => challengeEmail(api, member, email);
  /** Changes of identifiers, without the step-ups for them. */
  const changesOf = async ({ userId }: SignedInMember) =>
    (await securityEventsOf(api, userId)).filter(({ type }) => type !== 'step_up_verified');
  const removal = (member: SignedInMember, id: string) =>
    aStepUpToken(api, member, { purpose: 'identifier_remove', resource: id });
  const codeOf = async (answer: PromiseLike<{ status: number; body: { code: string } }>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };

  describe('GET', () => {
    it('lists them masked, the primary one first', async () => {
      const member = await aSignedInMember();
      const further = await addEmail(api, member, anEmail());
      await asSuperuser(
        `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, is_primary, created_at)
         VALUES ($1, $2, $3, 'mobile', '+8613800130000', false, now() - interval '1 day')`,
        [api.tenantId, randomUUID(), member.userId],
      );
      expect(await member.account.identifiers()).toEqual([
        {
          id: member.identifierId,
          type: 'email',
          value: 'm***@example.com',
          verified_at: expect.stringMatching(INSTANT),
          is_primary: true,
          created_at: expect.stringMatching(INSTANT),
        },
        expect.objectContaining({
          type: 'mobile',
          value: '+86 138****0000',
          verified_at: null,
          is_primary: false,
        }),
        further,
      ]);
    });

    it('answers 401 without a bearer', async () => {
      const { body } = await api.http.get('/api/v1/me/login-identifiers').set('X-AppID', api.appId).expect(401);
      expect(body.code).toBe('IAM.TOKEN.MISSING');
    });
  });

  describe('POST {type}/challenge', () => {
    it('answers 202, and mails a code to the address', async () => {
      const member = await aSignedInMember();
      const email = anEmail();
      const { body } = await member.account
        .challenge(` ${email.toUpperCase()}`, await additionToken(api, member))
        .expect(202);
      expect(body).toEqual({ data: { accepted: true, resend_after_seconds: 60, expires_in_seconds: 600 } });
      expect(await codeSentTo(api, email)).toMatch(/^\d{6}$/);
    });

    it('answers alike whoever has the address, and mails the code there', async () => {
      const member = await aSignedInMember();
      const taken = await aMember(api);
      const told = new Set<string>();
      for (const email of [anEmail(), member.email, taken.email]) {
        const { status, text } = await member.account.challenge(email, await additionToken(api, member));
        told.add(`${status} ${text}`);
        await outboxSettled(api);
        await forgetStepUpClocks(api);
      }
      expect(told.size).toBe(1);
      expect(await numberOfCodes(api, taken.email)).toBe(1);
    });

    it('runs one cooldown for an address, whoever asks', async () => {
      const [one, other] = [await aSignedInMember(), await aSignedInMember()];
      const email = anEmail();
      const code = await challengeCode(one, email);
      const { body } = await other.account.challenge(email, await additionToken(api, other)).expect(202);
      expect(body.data.resend_after_seconds).toBeLessThanOrEqual(60);
      await outboxSettled(api);
      expect(await numberOfCodes(api, email)).toBe(1);
      // The first requester's code stays alive, and nobody else can use it.
      for (let attempt = 0; attempt < 6; attempt++) {
        expect(await codeOf(other.account.verify(email, code))).toEqual([422, 'IAM.OTP.INVALID']);
      }
      await one.account.verify(email, code).expect(200);
    });

    it.each(['Mobile', 'Email', 'phone', '%00', 'constructor'])(
      'answers 404 to the type %s, before the fields',
      async (type) => {
        const { account } = await aSignedInMember();
        expect(await codeOf(account.challenge('nobody', undefined, type))).toEqual([404, 'RESOURCE.NOT_FOUND']);
        expect(await codeOf(account.verify('', '', type))).toEqual([404, 'RESOURCE.NOT_FOUND']);
      },
    );

    it.each([
      [{}, 'email', 'required'],
      [{ email: 'nobody' }, 'email', 'not_email'],
      [{ email: anEmail(), mobile: '+8613800138000' }, 'mobile', 'unknown_field'],
    ])('answers 422 to %j', async (body, field, code) => {
      const { pair } = await aSignedInMember();
      const answer = await api.http
        .post('/api/v1/me/login-identifiers/email/challenge')
        .set({ 'X-AppID': api.appId, Authorization: `Bearer ${pair.access_token}` })
        .send(body)
        .expect(422);
      expect(answer.body.errors).toEqual([{ field, code, message: expect.any(String) }]);
    });
  });

  describe('POST {type}/verify', () => {
    it('adds the address: 200 with the list, and one can sign in with it', async () => {
      const member = await aSignedInMember();
      const email = anEmail();
      const code = await challengeCode(member, email);
      const { body } = await member.account.verify(` ${email.toUpperCase()}`, code).expect(200);
      const items = body.data.items as OwnIdentifier[];
      expect(items.map(({ is_primary }) => is_primary)).toEqual([true, false]);
      expect(items[1]?.verified_at).toMatch(INSTANT);
      await signIn(api, { email, password: PASSWORD });
      await signIn(api, member);
      expect(await changesOf(member)).toEqual([
        { type: 'identifier_added', details: { identifier_id: items[1]?.id, identifier_type: 'email' } },
      ]);
    });

    it('does no harm when the address is the member’s own already', async () => {
      const member = await aSignedInMember();
      const { body } = await member.account.verify(member.email, await challengeCode(member, member.email)).expect(200);
      expect(body.data.items).toHaveLength(1);
      expect(await changesOf(member)).toEqual([]);
    });

    it('verifies one that was not: it counts as added from then on', async () => {
      const member = await aSignedInMember();
      await asSuperuser('UPDATE login_identifiers SET verified_at = NULL WHERE id = $1', [member.identifierId]);
      const code = await codeAfter(api, member.email, () => member.account.challenge(member.email).expect(202));
      await member.account.verify(member.email, code).expect(200);
      expect((await member.account.identifiers())[0]?.verified_at).toMatch(INSTANT);
      expect(await changesOf(member)).toEqual([
        { type: 'identifier_added', details: { identifier_id: member.identifierId, identifier_type: 'email' } },
      ]);
    });

    it('answers 409 where another user has it, but only to the right code', async () => {
      const member = await aSignedInMember();
      const owner = await aMember(api);
      const code = await challengeCode(member, owner.email);
      expect(await codeOf(member.account.verify(owner.email, otherThan(code)))).toEqual([422, 'IAM.OTP.INVALID']);
      expect(await codeOf(member.account.verify(owner.email, code))).toEqual([409, 'IAM.IDENTIFIER.TAKEN']);
      expect(await codeOf(member.account.verify(owner.email, code))).toEqual([422, 'IAM.OTP.INVALID']);
      expect(await member.account.identifiers()).toHaveLength(1);
      await signIn(api, owner);
    });

    it('answers 422 to a code that was sent to another address, for another purpose, or that expired', async () => {
      const member = await aSignedInMember();
      const [email, other] = [anEmail(), anEmail()];
      const code = await challengeCode(member, email);
      expect(await codeOf(member.account.verify(other, code))).toEqual([422, 'IAM.OTP.INVALID']);
      const reset = await codeAfter(api, member.email, () => passwordsOf(api).forgot(member.email));
      expect(await codeOf(member.account.verify(member.email, reset))).toEqual([422, 'IAM.OTP.INVALID']);
      await later(api, '10 minutes');
      expect(await codeOf(member.account.verify(email, code))).toEqual([422, 'IAM.OTP.INVALID']);
    });

    it.each([
      [{ value: 'nobody' }, 'value', 'not_email'],
      [{ value: undefined }, 'value', 'required'],
      [{ value: 'a\u0000@example.com' }, 'value', 'invalid_text'],
      [{ otp: 'abcdef' }, 'otp', 'not_six_digits'],
      [{ email: 'a@example.com' }, 'email', 'unknown_field'],
    ])('answers 422 to %j', async (change, field, code) => {
      const { pair } = await aSignedInMember();
      const answer = await api.http
        .post('/api/v1/me/login-identifiers/email/verify')
        .set({ 'X-AppID': api.appId, Authorization: `Bearer ${pair.access_token}` })
        .send({ value: anEmail(), otp: '123456', ...change })
        .expect(422);
      expect(answer.body.errors).toEqual([{ field, code, message: expect.any(String) }]);
    });
  });

  describe('DELETE {id}', () => {
    it('removes the address: it cannot be used to sign in any more, and sessions continue', async () => {
      const member = await aSignedInMember();
      const email = anEmail();
      const { id } = await addEmail(api, member, email);
      const { access_token } = await signIn(api, { email, password: PASSWORD });
      const { body } = await member.account.remove(id.toUpperCase(), await removal(member, id)).expect(200);
      expect(body).toEqual({ data: { success: true } });
      await clientOf(api).login({ email, password: PASSWORD }).expect(401);
      await clientOf(api).context(access_token).expect(200);
      await clientOf(api).context(member.pair.access_token).expect(200);
      const types = (await securityEventsOf(api, member.userId)).map(({ type }) => type);
      expect(types).toEqual(['step_up_verified', 'identifier_added', 'step_up_verified', 'identifier_removed']);
      await clientOf(api).register({ email, password: 'another long password' }).expect(202);
    });

    it('answers 403 IAM.STEP_UP.REQUIRED where the token is missing, used, or for another identifier', async () => {
      const member = await aSignedInMember();
      const [one, other] = [await addEmail(api, member, anEmail()), await addEmail(api, member, anEmail())];
      const token = await removal(member, one.id);
      for (const wrong of [undefined, '', 'aku_x']) {
        expect(await codeOf(member.account.remove(one.id, wrong))).toEqual([403, 'IAM.STEP_UP.REQUIRED']);
      }
      expect(await codeOf(member.account.remove(other.id, token))).toEqual([403, 'IAM.STEP_UP.REQUIRED']);
      await member.account.remove(one.id, token).expect(200);
      expect(await codeOf(member.account.remove(one.id, token))).toEqual([404, 'RESOURCE.NOT_FOUND']);
      expect(await codeOf(member.account.remove(other.id, token))).toEqual([403, 'IAM.STEP_UP.REQUIRED']);
    });

    it('answers 404 to an id that is unknown, another user’s or malformed, with any token', async () => {
      const member = await aSignedInMember();
      const { identifierId } = await aSignedInMember();
      const token = await removal(member, identifierId);
      for (const id of [randomUUID(), identifierId, 'x', '%00', `${member.identifierId}0`]) {
        for (const given of [undefined, token]) {
          expect(await codeOf(member.account.remove(id, given))).toEqual([404, 'RESOURCE.NOT_FOUND']);
        }
      }
    });

    it('leaves at least one: 409 IAM.IDENTIFIER.LAST, and the token can be used again', async () => {
      const member = await aSignedInMember();
      const token = await removal(member, member.identifierId);
      const remove = () => codeOf(member.account.remove(member.identifierId, token));
      expect(await remove()).toEqual([409, 'IAM.IDENTIFIER.LAST']);
      const { id } = await addEmail(api, member, anEmail());
      await asSuperuser('UPDATE login_identifiers SET verified_at = NULL WHERE id = $1', [id]);
      expect(await remove()).toEqual([409, 'IAM.IDENTIFIER.LAST']);
      await asSuperuser('UPDATE login_identifiers SET verified_at = now() WHERE id = $1', [id]);
      expect((await remove())[0]).toBe(200);
    });

    it('hands the place of the primary one to the oldest that stays', async () => {
      const member = await aSignedInMember();
      const second = await addEmail(api, member, anEmail());
      const third = await addEmail(api, member, anEmail());
      await member.account.remove(member.identifierId, await removal(member, member.identifierId)).expect(200);
      const left = await member.account.identifiers();
      expect(left.map(({ id, is_primary }) => [id, is_primary])).toEqual([
        [second.id, true],
        [third.id, false],
      ]);
    });

    it('kills the codes that were sent to it', async () => {
      const member = await aSignedInMember();
      const email = anEmail();
      const { id } = await addEmail(api, member, email);
      await settleIdentifiers(api, member);
      const token = await removal(member, id);
      const reset = await codeAfter(api, email, () => passwordsOf(api).forgot(email).expect(202));
      let challengeId = '';
      const stepUp = await codeAfter(api, email, async () => {
        const act = { purpose: 'data_export', resource: member.userId };
        const { body } = await member.account.askStepUp({ identifier_id: id, ...act }).expect(202);
        challengeId = body.data.challenge_id as string;
      });
      await member.account.remove(id, token).expect(200);
      expect(await codeOf(member.account.verifyStepUp(challengeId, stepUp))).toEqual([422, 'IAM.OTP.INVALID']);
      const body = { email, otp: reset, new_password: 'another long password' };
      expect(await codeOf(passwordsOf(api).reset(body))).toEqual([422, 'IAM.OTP.INVALID']);
      await signIn(api, member);
    });
  });
});
