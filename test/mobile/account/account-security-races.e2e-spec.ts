import { anEmail, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, feedsHaveHeard, queryAs, type TestDatabaseUrls } from '../../support/database';
import { rounds } from '../../support/rounds';
import {
  accountOf,
  addEmail,
  additionToken,
  aStepUpToken,
  challengeEmail,
  codeAfter,
  numberOfCodes,
  passwordsOf,
  securityEventsOf,
  signedIn,
} from '../support/account';
import { aMember, aRegisteredMember, clientOf, otherThan, outboxSettled, signIn } from '../support/journey';
import { later } from '../../support/time-travel';

const NEW_PASSWORD = 'another long password';
/** More than guesses are looked at. */
const GUESSES = rounds(200);

/** Two api processes against one database: no rule may depend on the memory of either. */
describe('what secures an account, raced for at two api processes', () => {
  let urls: TestDatabaseUrls;
  let apis: readonly [TestApi, TestApi];
  let api: TestApi;

  beforeAll(async () => {
    urls = await copyTemplate();
    apis = [await startTestApi({}, urls), await startTestApi({}, urls)];
    api = apis[0];
  });

  afterAll(async () => {
    for (const each of apis) await each.close();
    await urls.drop();
  });

  beforeEach(() => queryAs(urls.superuserUrl, 'DELETE FROM login_throttles'));

  /** Sends requests to both in turn, all at once. */
  const race = <T>(count: number, ask: (at: TestApi, index: number) => PromiseLike<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(apis[index % 2] ?? api, index)));
  const tally = (answers: { status: number; body: { code?: string } }[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, ({ status, body }) => body.code ?? String(status))].map(([key, all]) => [
        key,
        all.length,
      ]),
    );
  const aSignedInMember = async () => signedIn(api, await aMember(api));
  const resetCode = (email: string) => codeAfter(api, email, () => passwordsOf(api).forgot(email).expect(202));
  const reset = (at: TestApi, email: string, otp: string, new_password = NEW_PASSWORD) =>
    passwordsOf(at).reset({ email, otp, new_password });

  describe('a code to reset a password', () => {
    it(`is compared at most five times of ${GUESSES}, and is then dead`, async () => {
      const { email } = await aMember(api);
      const code = await resetCode(email);
      const answers = await race(GUESSES, (at) => reset(at, email, otherThan(code)));
      expect(tally(answers)).toEqual({ 'IAM.OTP.INVALID': GUESSES });
      const [counted] = await queryAs(
        urls.superuserUrl,
        `SELECT c.attempts, cardinality(l.failed_at) AS failures FROM otp_challenges c
           JOIN otp_limits l USING (tenant_id, app_id, purpose, identifier_key)
          WHERE c.recipient = $1 AND c.purpose = 'password_reset'`,
        [email],
      );
      expect(counted).toEqual({ attempts: 5, failures: 5 });
      await reset(api, email, code).expect(422);
      await signIn(api, { email, password: PASSWORD });
    });

    it('is taken once of 20 times', async () => {
      for (let round = 0; round < rounds(5); round++) {
        const { email } = await aMember(api);
        const code = await resetCode(email);
        const answers = await race(20, (at, index) => reset(at, email, code, `${NEW_PASSWORD} ${index}`));
        expect(tally(answers)).toEqual({ '200': 1, 'IAM.OTP.INVALID': 19 });
        const winner = answers.findIndex(({ status }) => status === 200);
        await signIn(api, { email, password: `${NEW_PASSWORD} ${winner}` });
      }
    });

    it('stays valid while right ones are refused for the password, however many come at once', async () => {
      const { email } = await aMember(api);
      const code = await resetCode(email);
      for (let round = 0; round < 4; round++) {
        const answers = await race(4, (at) => reset(at, email, code, PASSWORD));
        expect(tally(answers)).toEqual({ 'REQUEST.VALIDATION_FAILED': 4 });
      }
      await reset(api, email, code).expect(200);
    });

    it('is sent once for 20 requests, known address or not', async () => {
      const { email } = await aRegisteredMember(api);
      for (const address of [email, anEmail()]) {
        const answers = await race(20, (at) => passwordsOf(at).forgot(address));
        expect(tally(answers)).toEqual({ '202': 20 });
      }
      await outboxSettled(api);
      expect(await numberOfCodes(api, email)).toBe(2);
    });

    it('leaves no session that was opened with the password of before', async () => {
      for (let round = 0; round < rounds(10); round++) {
        const member = await aMember(api);
        const code = await resetCode(member.email);
        const [answer, ...logins] = await Promise.all([
          reset(apis[0], member.email, code),
          ...Array.from({ length: 4 }, (_, index) => clientOf(apis[index % 2] ?? api).login(member)),
        ]);
        expect(answer.status).toBe(200);
        for (const { status, body } of logins) {
          if (status === 200)
            await clientOf(api)
              .context(body.data.access_token as string)
              .expect(401);
        }
      }
    });
  });

  describe('a change of password', () => {
    it(`looks at five of ${GUESSES} wrong current passwords at most`, async () => {
      const { pair, email, userId } = await aSignedInMember();
      const body = { current_password: 'not the password', new_password: NEW_PASSWORD };
      const answers = await race(GUESSES, (at) => accountOf(at, pair).changePassword(body));
      expect(tally(answers)).toEqual({ 'IAM.PASSWORD.CURRENT_INVALID': 5, 'IAM.LOGIN.THROTTLED': GUESSES - 5 });
      const failures = await queryAs(
        urls.superuserUrl,
        `SELECT failures FROM login_throttles WHERE blocked_until IS NOT NULL`,
      );
      // The installation's own counter and the identifier's.
      expect(failures).toEqual([{ failures: 5 }, { failures: 5 }]);
      await clientOf(api).login({ email, password: PASSWORD }).expect(429);
      expect(await securityEventsOf(api, userId)).toEqual([]);
    });

    it('succeeds once of 20 with the same current password', async () => {
      const { pair, email } = await aSignedInMember();
      const answers = await race(20, (at, index) =>
        accountOf(at, pair).changePassword({
          current_password: PASSWORD,
          new_password: `${NEW_PASSWORD} ${index}`,
        }),
      );
      const { '200': changed, ...refused } = tally(answers);
      expect(changed).toBe(1);
      expect(Object.keys(refused).every((code) => /CURRENT_INVALID|THROTTLED/.test(code))).toBe(true);
      const winner = answers.findIndex(({ status }) => status === 200);
      await later(api, '16 minutes');
      await signIn(api, { email, password: `${NEW_PASSWORD} ${winner}` });
    });

    it('from two sessions at once leaves one of them, whose password is in force', async () => {
      for (let round = 0; round < rounds(10); round++) {
        const member = await aMember(api);
        const sessions = [await signedIn(api, member), await signedIn(api, member)];
        const answers = await race(2, (at, index) =>
          accountOf(at, sessions[index]!.pair).changePassword({
            current_password: PASSWORD,
            new_password: `${NEW_PASSWORD} ${index}`,
          }),
        );
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const winner = answers.findIndex(({ status }) => status === 200);
        await feedsHaveHeard();
        const alive = await Promise.all(sessions.map(({ pair }) => clientOf(api).context(pair.access_token)));
        expect(alive.map(({ status }) => status)).toEqual(winner === 0 ? [200, 401] : [401, 200]);
        await signIn(api, { email: member.email, password: `${NEW_PASSWORD} ${winner}` });
      }
    });
  });

  describe('a step-up', () => {
    it('gives one token for 20 times the right code', async () => {
      const member = await aSignedInMember();
      let challengeId = '';
      const code = await codeAfter(api, member.email, async () => {
        const act = { purpose: 'data_export', resource: member.userId };
        const { body } = await member.account.askStepUp({ identifier_id: member.identifierId, ...act }).expect(202);
        challengeId = body.data.challenge_id as string;
      });
      const answers = await race(20, (at) => accountOf(at, member.pair).verifyStepUp(challengeId, code));
      expect(tally(answers)).toEqual({ '200': 1, 'IAM.OTP.INVALID': 19 });
    });

    it('sends one code for 20 requests, and all of them learn of one challenge', async () => {
      const member = await signedIn(api, await aRegisteredMember(api));
      const request = { identifier_id: member.identifierId, purpose: 'data_export', resource: member.userId };
      const answers = await race(20, (at) => accountOf(at, member.pair).askStepUp(request));
      expect(tally(answers)).toEqual({ '202': 20 });
      expect(new Set(answers.map(({ body }) => body.data.challenge_id as string)).size).toBe(1);
      await outboxSettled(api);
      expect(await numberOfCodes(api, member.email)).toBe(2);
    });

    it('is spent by one of 20 acts at once', async () => {
      const member = await aSignedInMember();
      await queryAs(urls.superuserUrl, 'UPDATE users SET password_hash = NULL WHERE id = $1', [member.userId]);
      const token = await aStepUpToken(api, member, { purpose: 'password_set', resource: member.userId });
      const answers = await race(20, (at, index) =>
        accountOf(at, member.pair).changePassword(
          { new_password: `${NEW_PASSWORD} ${index}` },
          { 'X-Step-Up-Token': token },
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.every(({ status }) => [200, 403, 422].includes(status))).toBe(true);
    });
  });

  describe('login identifiers', () => {
    it('are never all removed: of two removals at once one is refused', async () => {
      for (let round = 0; round < rounds(10); round++) {
        const member = await aSignedInMember();
        const { id: further } = await addEmail(api, member, anEmail());
        const ids = [member.identifierId, further];
        const tokens: string[] = [];
        for (const resource of ids) {
          tokens.push(await aStepUpToken(api, member, { purpose: 'identifier_remove', resource }));
          await later(api, '61 seconds');
        }
        const answers = await race(2, (at, index) => accountOf(at, member.pair).remove(ids[index]!, tokens[index]));
        expect(tally(answers)).toEqual({ '200': 1, 'IAM.IDENTIFIER.LAST': 1 });
        const left = await member.account.identifiers();
        expect(left.map(({ is_primary }) => is_primary)).toEqual([true]);
      }
    });

    it('are removed once of 20 times', async () => {
      const member = await aSignedInMember();
      const { id } = await addEmail(api, member, anEmail());
      const token = await aStepUpToken(api, member, { purpose: 'identifier_remove', resource: id });
      const answers = await race(20, (at) => accountOf(at, member.pair).remove(id, token));
      expect(tally(answers)).toEqual({ '200': 1, 'RESOURCE.NOT_FOUND': 19 });
    });

    it('are added once of 20 times', async () => {
      const member = await aSignedInMember();
      const email = anEmail();
      const code = await challengeEmail(api, member, email);
      const answers = await race(20, (at) => accountOf(at, member.pair).verify(email, code));
      expect(tally(answers)).toEqual({ '200': 1, 'IAM.OTP.INVALID': 19 });
      expect(await member.account.identifiers()).toHaveLength(2);
    });

    it('belong to one user, whoever proves to own the address at the same moment', async () => {
      for (let round = 0; round < rounds(10); round++) {
        const email = anEmail();
        const [one, other] = [await aSignedInMember(), await aSignedInMember()];
        const code = await challengeEmail(api, one, email);
        const token = await additionToken(api, other);
        const registration = { email, password: NEW_PASSWORD };
        const [verified, registered] = await Promise.all([
          accountOf(apis[0], one.pair).verify(email, code),
          clientOf(apis[1]).register(registration),
          other.account.challenge(email, token),
        ]);
        expect([200, 409]).toContain(verified.status);
        expect(registered.status).toBe(202);
        await outboxSettled(api);
        const owners = await queryAs<{ user_id: string }>(
          urls.superuserUrl,
          'SELECT user_id FROM login_identifiers WHERE value = $1',
          [email],
        );
        expect(owners).toHaveLength(1);
        expect(owners[0]?.user_id === one.userId).toBe(verified.status === 200);
      }
    });
  });
});
