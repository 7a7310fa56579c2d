import { aDeviceKey, startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, feedsHaveHeard, queryAs, type TestDatabaseUrls } from '../../support/database';
import { rounds } from '../../support/rounds';
import {
  aMember,
  aPendingMember,
  clientOf,
  codeSentTo,
  type Member,
  otherThan,
  outboxSettled,
  signIn,
  type TokenPair,
} from '../support/journey';
import { later } from '../../support/time-travel';

/** More than are looked at. */
const GUESSES = rounds(200);

/** Two api processes against one database: no rule may depend on the memory of either. */
describe('what is single-use, raced for at two api processes', () => {
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

  /** Sends requests to both in turn, all at once. */
  const race = <T extends { status: number }>(
    count: number,
    ask: (at: TestApi, index: number) => PromiseLike<T>,
  ): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, index) => ask(apis[index % 2] ?? api, index)));
  const count = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length;
  const numberOf = async (statement: string, values: unknown[]) =>
    (await queryAs<{ count: number }>(urls.superuserUrl, `SELECT count(*)::int AS count ${statement}`, values))[0]
      ?.count;

  describe('a one-time password', () => {
    it('is taken once of 20 times', async () => {
      for (let round = 0; round < rounds(10); round++) {
        const { email } = await aPendingMember(api);
        const code = await codeSentTo(api, email);
        const answers = await race(20, (at) => clientOf(at).verifyEmail(email, code));
        expect([count(answers, 200), count(answers, 422)]).toEqual([1, 19]);
      }
    });

    it(`is compared at most five times of ${GUESSES}, and is then dead`, async () => {
      const { email, password } = await aPendingMember(api);
      const code = await codeSentTo(api, email);
      const answers = await race(GUESSES, (at) => clientOf(at).verifyEmail(email, otherThan(code)));
      expect(count(answers, 422)).toBe(GUESSES);
      await clientOf(api).verifyEmail(email, code).expect(422);
      expect(await numberOf('FROM otp_challenges WHERE recipient = $1 AND attempts > 5', [email])).toBe(0);
      await clientOf(api).login({ email, password }).expect(401);
    });

    it(`is not found by ${GUESSES} guessers who would eventually guess it`, async () => {
      const { email } = await aPendingMember(api);
      const code = await codeSentTo(api, email);
      const answers = await race(GUESSES, (at, index) =>
        clientOf(at).verifyEmail(email, index < GUESSES / 2 ? otherThan(code) : code),
      );
      expect(count(answers, 200)).toBeLessThanOrEqual(1);
      expect(count(answers, 500) + count(answers, 503)).toBe(0);
    });

    it('is sent once for 20 requests, the first of which starts the clock for all', async () => {
      const { email } = await aPendingMember(api);
      await codeSentTo(api, email);
      await later(api, '61 seconds');
      const answers = await race(20, (at) => clientOf(at).resendCode(email));
      expect(count(answers, 202)).toBe(20);
      const code = await codeSentTo(api, email, 2);
      await clientOf(api).verifyEmail(email, code).expect(200);
      expect(await api.mailsTo(email)).toHaveLength(2);
    });

    it('is taken, or replaced, when it comes back while another is asked for', async () => {
      for (let round = 0; round < rounds(10); round++) {
        const { email } = await aPendingMember(api);
        const code = await codeSentTo(api, email);
        await later(api, '61 seconds');
        const [resent, verified] = await Promise.all([
          clientOf(apis[0]).resendCode(email),
          clientOf(apis[1]).verifyEmail(email, code),
        ]);
        expect(resent.status).toBe(202);
        expect([200, 422]).toContain(verified.status);
        if (verified.status === 200) await outboxSettled(api);
        else
          await clientOf(apis[0])
            .verifyEmail(email, await codeSentTo(api, email, 2))
            .expect(200);
      }
    });
  });

  describe('a registration', () => {
    it('of one address at 20 times makes one user', async () => {
      const { email, password } = await aMember(api);
      const other = 'raced-for@example.com';
      const answers = await race(20, (at) => clientOf(at).register({ email: other, password }));
      expect(count(answers, 202)).toBe(20);
      await clientOf(api)
        .verifyEmail(other, await codeSentTo(api, other))
        .expect(200);
      expect(await numberOf('FROM login_identifiers WHERE value IN ($1, $2)', [email, other])).toBe(2);
      expect(await api.mailsTo(other)).toHaveLength(1);
    });
  });

  describe('a refresh token', () => {
    let member: Member;

    beforeAll(async () => {
      member = await aMember(api);
    });

    it('gives one of 50 a pair, that works, and 401 to the others', async () => {
      for (let round = 0; round < rounds(3); round++) {
        const { refresh_token } = await signIn(api, member);
        const answers = await race(50, (at) => clientOf(at).refresh(refresh_token));
        expect([count(answers, 200), count(answers, 401)]).toEqual([1, 49]);
        const pair = answers.find(({ status }) => status === 200)?.body.data as TokenPair;
        await clientOf(apis[1]).context(pair.access_token).expect(200);
        await clientOf(apis[0]).refresh(pair.refresh_token).expect(200);
      }
    });

    it('gives retries of one Idempotency-Key one and the same pair, at either process', async () => {
      const deviceKey = aDeviceKey();
      const { refresh_token } = await signIn(api, member, { deviceKey });
      const headers = { 'X-AK-Device-Key': deviceKey, 'Idempotency-Key': 'retry-1' };
      const answers = await race(20, (at) => clientOf(at).refresh(refresh_token, headers));
      expect(count(answers, 200)).toBe(20);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('does not outlive a logout: of many races none leaves a token that works', async () => {
      const survivors: string[] = [];
      const oneRound = async (round: number) => {
        const pair = await signIn(api, member);
        const [logout, ...refreshes] = await Promise.all([
          clientOf(apis[round % 2] ?? api).logout(pair.access_token),
          clientOf(apis[0]).refresh(pair.refresh_token),
          clientOf(apis[1]).refresh(pair.refresh_token),
        ]);
        expect(logout.status).toBe(200);
        // A process that did not end it has a second.
        await feedsHaveHeard();
        const pairs = [
          pair,
          ...refreshes.flatMap(({ status, body }) => (status === 200 ? [body.data as TokenPair] : [])),
        ];
        for (const { access_token, refresh_token } of pairs) {
          const [context, refresh] = await Promise.all([
            clientOf(apis[0]).context(access_token),
            clientOf(apis[1]).refresh(refresh_token),
          ]);
          if (context.status !== 401 || refresh.status !== 401)
            survivors.push(`${round}: ${context.status} ${refresh.status}`);
        }
      };
      for (let batch = 0; batch < rounds(200); batch += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => oneRound(batch + index)));
      }
      expect(survivors).toEqual([]);
    });
  });

  describe('a sign-in', () => {
    it('guesses five passwords at both processes together', async () => {
      const { email } = await aMember(api);
      const answers = await race(GUESSES, (at) => clientOf(at).login({ email, password: 'not the password' }));
      expect([count(answers, 401), count(answers, 429)]).toEqual([5, GUESSES - 5]);
    });

    it('registers one device, however often at once', async () => {
      const deviceKey = aDeviceKey();
      const member = await aMember(api);
      const answers = await race(10, (at) => clientOf(at).login(member, deviceKey));
      expect(count(answers, 200)).toBe(10);
      expect(await numberOf('FROM devices WHERE device_key = $1', [deviceKey])).toBe(1);
    });

    it('renews an outdated hash once, whoever signs in meanwhile', async () => {
      const member = await aMember(api);
      const costlier = await startTestApi({ PASSWORD_BCRYPT_COST: '5' }, urls);
      try {
        const answers = await Promise.all(Array.from({ length: 10 }, () => clientOf(costlier).login(member)));
        expect(count(answers, 200)).toBe(10);
        const [user] = await queryAs<{ hash: string }>(
          urls.superuserUrl,
          `SELECT u.password_hash AS hash FROM users u JOIN login_identifiers i ON i.user_id = u.id WHERE i.value = $1`,
          [member.email],
        );
        expect(user?.hash).toContain('$2b$05$');
        await clientOf(api).login(member).expect(200);
      } finally {
        await costlier.close();
      }
    });
  });
});
