import { anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import {
  accountOf,
  addEmail,
  aStepUpToken,
  challengeEmail,
  codeAfter,
  forgetStepUpClocks,
  numberOfCodes,
  passwordsOf,
  settleIdentifiers,
  signedIn,
  type SignedInMember,
} from '../support/account';
import { aMember, clientOf, outboxSettled, signIn } from '../support/journey';
import { meClient } from '../support/me';
import { later } from '../../support/time-travel';

describe('A stolen access token', () => {
  const api = suiteApi();

  const aSignedInMember = async () => signedIn(api, await aMember(api));
  const sql = (statement: string, ...values: unknown[]) => queryAs(api.urls.superuserUrl, statement, values);
  const addition = ({ userId }: SignedInMember) => ({ purpose: 'identifier_add', resource: userId });
  const codeOf = async (answer: PromiseLike<{ status: number; body: { code: string } }>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  const REQUIRED = [403, 'IAM.STEP_UP.REQUIRED'];
  const TOO_NEW = [403, 'IAM.STEP_UP.IDENTIFIER_TOO_NEW'];
  const INVALID = [422, 'IAM.OTP.INVALID'];

  it('does not become the account', async () => {
    const owner = await aSignedInMember();
    // Everything the thief has, besides a mailbox.
    const thief = accountOf(api, owner.pair);
    const email = anEmail();
    const asked = await thief.challenge(email);
    await outboxSettled(api);
    const [mail] = await api.mailsTo(email);
    await thief.verify(email, mail?.code ?? '123456');
    await passwordsOf(api).forgot(email).expect(202);
    await outboxSettled(api);
    const [reset] = await api.mailsTo(email);
    await passwordsOf(api).reset({ email, otp: reset?.code ?? '123456', new_password: 'the password of a thief' });
    await clientOf(api).login({ email: owner.email, password: 'the password of a thief' }).expect(401);
    await signIn(api, owner);
    expect([asked.status, asked.body.code]).toEqual(REQUIRED);
    expect(await owner.account.identifiers()).toHaveLength(1);
  });

  describe('begins no addition', () => {
    it('without a token, or with one that is used or for another act, account or session', async () => {
      const member = await aSignedInMember();
      const [first, second, other] = [anEmail(), anEmail(), await aSignedInMember()];
      const elsewhere = { ...member, account: accountOf(api, await signIn(api, member)) };
      const token = await aStepUpToken(api, elsewhere, addition(member));
      await forgetStepUpClocks(api);
      const wrong = [
        undefined,
        '',
        'aku_x',
        token,
        await aStepUpToken(api, other, addition(other)),
        await aStepUpToken(api, member, { ...addition(member), resource: other.userId }),
        await aStepUpToken(api, member, { purpose: 'data_export', resource: member.userId }),
      ];
      for (const one of wrong) expect(await codeOf(member.account.challenge(first, one))).toEqual(REQUIRED);
      await elsewhere.account.challenge(first, token).expect(202);
      expect(await codeOf(elsewhere.account.challenge(second, token))).toEqual(REQUIRED);
      await outboxSettled(api);
      expect(await numberOfCodes(api, first)).toBe(1);
      expect(await numberOfCodes(api, second)).toBe(0);
    });

    it('of an account with a verified identifier: one without needs no token', async () => {
      const member = await aSignedInMember();
      await sql('UPDATE login_identifiers SET verified_at = NULL WHERE user_id = $1', member.userId);
      const email = anEmail();
      const code = await codeAfter(api, email, () => member.account.challenge(email).expect(202));
      // Somebody has proved to be the owner meanwhile: an unvouched addition is void now.
      await sql('UPDATE login_identifiers SET verified_at = now() WHERE user_id = $1', member.userId);
      expect(await codeOf(member.account.verify(email, code))).toEqual(INVALID);
      await sql('UPDATE login_identifiers SET verified_at = NULL WHERE user_id = $1', member.userId);
      const further = anEmail();
      const good = await codeAfter(api, further, () => member.account.challenge(further).expect(202));
      await member.account.verify(further, good).expect(200);
      expect(await codeOf(member.account.challenge(anEmail()))).toEqual(REQUIRED);
    });
  });

  describe('The token of an addition', () => {
    it('is not spent by a request that is refused, nor by one within the cooldown', async () => {
      const member = await aSignedInMember();
      const other = await aSignedInMember();
      const busy = anEmail();
      await challengeEmail(api, other, busy);
      const token = await aStepUpToken(api, member, addition(member));
      const { account } = member;
      expect((await account.challenge('nobody', token)).status).toBe(422);
      expect((await account.challenge(anEmail(), token, 'phone')).status).toBe(404);
      const waiting = await account.challenge(busy, token).expect(202);
      expect(waiting.body.data.resend_after_seconds).toBeLessThanOrEqual(60);
      await outboxSettled(api);
      expect(await numberOfCodes(api, busy)).toBe(1);
      await account.challenge(anEmail(), token).expect(202);
      expect(await codeOf(account.challenge(anEmail(), token))).toEqual(REQUIRED);
    });

    it('permits further codes to the same address in the same session, for a quarter of an hour', async () => {
      const member = await aSignedInMember();
      const email = anEmail();
      const first = await challengeEmail(api, member, email);
      await member.account.challenge(email).expect(202);
      await later(api, '61 seconds');
      const sibling = accountOf(api, await signIn(api, member));
      expect(await codeOf(sibling.challenge(email))).toEqual(REQUIRED);
      const second = await codeAfter(api, email, () => member.account.challenge(email).expect(202));
      await later(api, '13 minutes');
      // A further code does not extend it.
      await codeAfter(api, email, () => member.account.challenge(email).expect(202));
      await later(api, '61 seconds');
      expect(await codeOf(member.account.challenge(email))).toEqual(REQUIRED);
      for (const code of [first, second]) expect(await codeOf(member.account.verify(email, code))).toEqual(INVALID);
      expect(await numberOfCodes(api, email)).toBe(3);
    });

    it('permits none once the address was added', async () => {
      const member = await aSignedInMember();
      const email = anEmail();
      const { id } = await addEmail(api, member, email);
      const removal = { purpose: 'identifier_remove', resource: id };
      await member.account.remove(id, await aStepUpToken(api, member, removal)).expect(200);
      await later(api, '61 seconds');
      expect(await codeOf(member.account.challenge(email))).toEqual(REQUIRED);
    });
  });

  it('completes no addition that another session began, and cannot spend its attempts', async () => {
    const member = await aSignedInMember();
    const email = anEmail();
    const code = await challengeEmail(api, member, email);
    const sibling = accountOf(api, await signIn(api, member));
    for (let attempt = 0; attempt < 6; attempt++) expect(await codeOf(sibling.verify(email, code))).toEqual(INVALID);
    await member.account.verify(email, code).expect(200);
  });

  describe('An identifier younger than a day', () => {
    const withNewcomer = async () => {
      const member = await aSignedInMember();
      const email = anEmail();
      const { id } = await addEmail(api, member, email);
      return { member, email, id, newcomer: { ...member, email, identifierId: id } };
    };

    it('cannot be used for a step-up while an older one exists', async () => {
      const { member, id } = await withNewcomer();
      const acts = ['password_set', 'identifier_add', 'identifier_remove', 'account_delete', 'data_export'];
      for (const purpose of acts) {
        const request = { identifier_id: id, purpose, resource: member.identifierId };
        expect(await codeOf(member.account.askStepUp(request))).toEqual(TOO_NEW);
      }
      await later(api, '23 hours 59 minutes');
      const session = await signIn(api, member);
      const request = { identifier_id: id, purpose: 'data_export', resource: member.userId };
      expect(await codeOf(accountOf(api, session).askStepUp(request))).toEqual(TOO_NEW);
      await later(api, '61 seconds');
      await accountOf(api, await signIn(api, member))
        .askStepUp(request)
        .expect(202);
    });

    it('may do so where it is the oldest: of a new account, or once the older ones are gone', async () => {
      const { member, id, newcomer } = await withNewcomer();
      await aStepUpToken(api, member, { purpose: 'data_export', resource: member.userId });
      const removal = { purpose: 'identifier_remove', resource: member.identifierId };
      await member.account.remove(member.identifierId, await aStepUpToken(api, member, removal)).expect(200);
      await aStepUpToken(api, newcomer, { purpose: 'identifier_add', resource: member.userId });
      expect((await member.account.identifiers()).map((one) => one.id)).toEqual([id]);
    });

    it('is as old as its first proof: another one does not make it older, nor does the age of its row', async () => {
      const { member, email, id } = await withNewcomer();
      await sql(`UPDATE login_identifiers SET created_at = created_at - interval '1 year' WHERE id = $1`, id);
      await later(api, '61 seconds');
      await member.account.verify(email, await challengeEmail(api, member, email)).expect(200);
      const request = { identifier_id: id, purpose: 'data_export', resource: member.userId };
      expect(await codeOf(member.account.askStepUp(request))).toEqual(TOO_NEW);
    });

    it('gets no code to reset the password: the answer is that of an older one, and nothing is sent', async () => {
      const { member, email } = await withNewcomer();
      const forgot = (address: string) => passwordsOf(api).forgot(address).expect(202);
      const before = (await api.mailsTo(email)).length;
      const [young, old, nobody] = [await forgot(email), await forgot(member.email), await forgot(anEmail())];
      expect(new Set([young.text, old.text, nobody.text]).size).toBe(1);
      expect(Object.keys(young.headers).sort()).toEqual(Object.keys(old.headers).sort());
      await outboxSettled(api);
      expect(await api.mailsTo(email)).toHaveLength(before);
      await settleIdentifiers(api, member);
      await later(api, '61 seconds');
      await codeAfter(api, email, () => forgot(email));
    });

    it('resets no password by a code that it got while it could', async () => {
      const { member, email } = await withNewcomer();
      await settleIdentifiers(api, member);
      const otp = await codeAfter(api, email, () => passwordsOf(api).forgot(email));
      await sql('UPDATE login_identifiers SET verified_at = now() WHERE value = $1', email);
      const body = { email, otp, new_password: 'the password of a thief' };
      expect(await codeOf(passwordsOf(api).reset(body))).toEqual(INVALID);
      await signIn(api, { email, password: PASSWORD });
    });

    it('signs in, and gets no further by that', async () => {
      const { member, email, id } = await withNewcomer();
      const session = await signIn(api, { email, password: PASSWORD });
      const account = accountOf(api, session);
      const request = { identifier_id: id, purpose: 'account_delete', resource: member.userId };
      expect(await codeOf(account.askStepUp(request))).toEqual(TOO_NEW);
      expect(await codeOf(account.challenge(anEmail()))).toEqual(REQUIRED);
      expect(await codeOf(account.remove(member.identifierId))).toEqual(REQUIRED);
      expect(await codeOf(meClient(api, session.access_token).delete(''))).toEqual(REQUIRED);
    });
  });
});
