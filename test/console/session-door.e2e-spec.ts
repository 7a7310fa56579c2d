import { anAdmin, adminClient, BOOTSTRAP, signInAdmin } from '../admin/support/admin';
import { codeOf, enrol } from '../admin/support/second-factor';
import { expectProblem } from '../http/support/problem';
import { anEmail } from '../support/api';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { later } from '../support/time-travel';
import { cookieOf, doorOf, takesBack, tokenOf } from './support/door';

interface Tokens {
  readonly access_token: string;
  readonly session_id: string;
}

/** A JWT or a refresh token. */
const SECRET = /akr_|refresh_token"/;

describe('The console’s door', () => {
  const api = suiteApi();
  const door = doorOf(api);
  const tokensIn = ({ body }: { body: unknown }) => (body as { data: Tokens }).data;
  const isSignedIn = async (token: string) => {
    const { status } = await adminClient(api, token).get('auth/context');
    return status === 200;
  };
  const signIn = async (credentials: object = BOOTSTRAP) => {
    const answer = await door.login(credentials).expect(200);
    return { cookie: tokenOf(answer), ...tokensIn(answer) };
  };
  const aKey = (key: string) => ({ 'Idempotency-Key': key });

  describe('login', () => {
    it('answers as the other one does, with the refresh token in a cookie alone', async () => {
      const answer = await door.login(BOOTSTRAP).expect(200);
      expect(answer.body).toEqual({
        data: {
          token_type: 'Bearer',
          access_token: expect.stringMatching(/^eyJ/),
          access_token_expires_at: expect.stringMatching(/Z$/),
          refresh_token_expires_at: expect.stringMatching(/Z$/),
          session_id: expect.any(String),
          tenant: { id: api.tenantId, code: 'default', name: 'Default tenant' },
        },
      });
      expect(answer.headers['cache-control']).toBe('no-store');
      const { name, value, attributes } = cookieOf(answer)!;
      expect({ name, value }).toEqual({ name: 'ak_console', value: expect.stringMatching(/^akr_[\w-]{64}$/) });
      const [age, , ...others] = attributes.toSorted(
        (a, b) => Number(b.startsWith('max-age')) - Number(a.startsWith('max-age')),
      );
      expect(Number(age?.slice('max-age='.length))).toBeGreaterThan(8 * 3_600 - 60);
      expect(Number(age?.slice('max-age='.length))).toBeLessThanOrEqual(8 * 3_600);
      expect(others.sort()).toEqual(['httponly', 'path=/', 'samesite=strict']);
      expect(await isSignedIn(tokensIn(answer).access_token)).toBe(true);
    });

    it('leads through the second factor', async () => {
      const admin = await anAdmin(api, ['auditor']);
      const { secret } = await enrol(api, admin);
      const { email, password } = admin;
      const halfway = await door.login({ email, password }).expect(200);
      expect(halfway.body.data).toEqual({
        mfa_required: true,
        mfa_token: expect.stringMatching(/^akm_/),
        methods: ['totp', 'recovery_code'],
      });
      expect(cookieOf(halfway)).toBeNull();
      const { mfa_token } = halfway.body.data as { mfa_token: string };
      expectProblem(await door.mfa({ mfa_token, code: '12345' }), 401, 'IAM.MFA.INVALID');
      const answer = await door.mfa({ mfa_token, code: codeOf(secret) }).expect(200);
      expect(tokenOf(answer)).toMatch(/^akr_/);
      expect(JSON.stringify(answer.body)).not.toMatch(SECRET);
      expect(await isSignedIn(tokensIn(answer).access_token)).toBe(true);
    });

    it('counts failures together with the other one', async () => {
      const email = anEmail();
      const wrong = { email, password: 'wrong password here' };
      for (let attempt = 0; attempt < 5; attempt++) {
        const isHere = attempt % 2 === 0;
        const refused = await (isHere ? door.login(wrong) : adminClient(api).post('auth/login', wrong));
        expectProblem(refused, 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
        expect(cookieOf(refused)).toBeNull();
      }
      const throttled = await door.login(wrong);
      expectProblem(throttled, 429, 'IAM.LOGIN.THROTTLED');
      await adminClient(api).post('auth/login', wrong).expect(429);
    });

    it('leaves the same traces', async () => {
      const admin = await anAdmin(api, ['auditor']);
      const { email, password, userId } = admin;
      await signIn({ email, password });
      await door.login({ email, password: 'wrong password here' }).expect(401);
      const events = await queryAs<{ result: string }>(
        api.urls.superuserUrl,
        'SELECT result FROM login_events WHERE user_id = $1 ORDER BY occurred_at DESC, id DESC LIMIT 2',
        [userId],
      );
      expect(events.map(({ result }) => result)).toEqual(['failure', 'success']);
    });

    it.each([
      [{}, ['email required', 'password required']],
      [{ ...BOOTSTRAP, tenant: 7 }, ['tenant not_string']],
      [{ ...BOOTSTRAP, refresh_token: 'x' }, ['refresh_token unknown_field']],
    ])('refuses %j', async (body, fields) => {
      const { body: problem } = await door.login(body).expect(422);
      const errors = (problem as { errors: { field: string; code: string }[] }).errors;
      expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual(fields);
    });
  });

  describe('refresh', () => {
    it('exchanges the cookie for an access token and the next cookie', async () => {
      const first = await signIn();
      const answer = await door.refresh(first.cookie).expect(200);
      expect(tokensIn(answer).session_id).toBe(first.session_id);
      expect(JSON.stringify(answer.body)).not.toMatch(SECRET);
      expect(tokenOf(answer)).not.toBe(first.cookie);
      expect(await isSignedIn(tokensIn(answer).access_token)).toBe(true);
      await door.refresh(tokenOf(answer)).expect(200);
    });

    it('without a cookie is no error', async () => {
      for (const headers of [undefined, { Cookie: 'theme=dark; ak_consoles=akr_x; AK_CONSOLE=akr_x; =ak_console' }]) {
        const answer = await door.refresh(null, headers).expect(200, { data: null });
        expect(cookieOf(answer)).toBeNull();
      }
    });

    it('lets one of many win, and takes no cookie back from those who lost', async () => {
      const { cookie } = await signIn();
      const answers = await Promise.all(Array.from({ length: 16 }, () => door.refresh(cookie)));
      const winners = answers.filter(({ status }) => status === 200);
      const losers = answers.filter(({ status }) => status !== 200);
      expect([winners.length, losers.length]).toEqual([1, 15]);
      for (const loser of losers) {
        expectProblem(loser, 401, 'IAM.TOKEN.INVALID');
        expect(cookieOf(loser)).toBeNull();
      }
      expect(await isSignedIn(tokensIn(winners[0]!).access_token)).toBe(true);
      await door.refresh(tokenOf(winners[0]!)).expect(200);
    });

    it('gives the same answer again to whoever sends the same key with the same cookie', async () => {
      const { cookie } = await signIn();
      const first = await door.refresh(cookie, aKey('k-1')).expect(200);
      await later(api, '50 seconds');
      const again = await door.refresh(cookie, aKey('k-1')).expect(200);
      expect(again.body).toEqual(first.body);
      expect(tokenOf(again)).toBe(tokenOf(first));
      await door.refresh(tokenOf(again), aKey('k-2')).expect(200);
    });

    it('gives one answer to many at once with one key', async () => {
      const { cookie } = await signIn();
      const answers = await Promise.all(Array.from({ length: 8 }, () => door.refresh(cookie, aKey('same'))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(tokenOf)).size).toBe(1);
      expect(new Set(answers.map((answer) => tokensIn(answer).access_token)).size).toBe(1);
      await door.refresh(tokenOf(answers[0]!)).expect(200);
    });

    it('gives it to no other key, and to none after a minute', async () => {
      const { cookie, access_token } = await signIn();
      const first = await door.refresh(cookie, aKey('k-1')).expect(200);
      for (const other of [aKey('k-2'), {}, aKey('with blank')]) {
        const refused = await door.refresh(cookie, other);
        expectProblem(refused, 401, 'IAM.TOKEN.INVALID');
        expect(cookieOf(refused)).toBeNull();
      }
      await later(api, '61 seconds');
      const late = await door.refresh(cookie, aKey('k-1'));
      expectProblem(late, 401, 'IAM.TOKEN.INVALID');
      expect(takesBack(late)).toBe(true);
      expect(await isSignedIn(access_token)).toBe(false);
      expect(takesBack(await door.refresh(tokenOf(first)))).toBe(true);
    });

    it('does not put an answer into the place of a newer one', async () => {
      const { cookie } = await signIn();
      const first = await door.refresh(cookie, aKey('k-1')).expect(200);
      const next = await door.refresh(tokenOf(first), aKey('k-2')).expect(200);
      const stale = await door.refresh(cookie, aKey('k-1'));
      expectProblem(stale, 401, 'IAM.TOKEN.INVALID');
      expect(cookieOf(stale)).toBeNull();
      await door.refresh(tokenOf(next)).expect(200);
    });

    it('ends the session where a used cookie turns up late, and takes the cookie back', async () => {
      const { cookie, session_id } = await signIn();
      const next = await door.refresh(cookie).expect(200);
      await later(api, '11 seconds');
      const reused = await door.refresh(cookie);
      expectProblem(reused, 401, 'IAM.TOKEN.INVALID');
      expect(takesBack(reused)).toBe(true);
      expect(takesBack(await door.refresh(tokenOf(next)))).toBe(true);
      expect(await isSignedIn(tokensIn(next).access_token)).toBe(false);
      const events = await queryAs(
        api.urls.superuserUrl,
        `SELECT FROM security_events WHERE session_id = $1 AND type = 'refresh_token_reused'`,
        [session_id],
      );
      expect(events).toHaveLength(1);
    });

    it.each([
      [
        'has ended elsewhere',
        async () => {
          const { cookie, access_token, session_id } = await signIn();
          await adminClient(api, access_token).delete(`auth/sessions/${session_id}`).expect(200);
          return cookie;
        },
      ],
      [
        'was idle for too long',
        async () => {
          const { cookie } = await signIn();
          await later(api, '8 hours 1 second');
          return cookie;
        },
      ],
      [
        'belongs to a user who was disabled',
        async () => {
          const { email, password, userId } = await anAdmin(api, ['auditor']);
          const { cookie } = await signIn({ email, password });
          await queryAs(api.urls.superuserUrl, `UPDATE users SET status = 'disabled' WHERE id = $1`, [userId]);
          return cookie;
        },
      ],
    ])('takes the cookie back of a session that %s', async (_how, end) => {
      const cookie = await end();
      const refused = await door.refresh(cookie, aKey('k-1'));
      expectProblem(refused, 401, 'IAM.TOKEN.INVALID');
      expect(takesBack(refused)).toBe(true);
    });

    it.each([
      ['that is empty', 'ak_console='],
      ['that is no token', 'ak_console=hello'],
      ['of another tenant’s making', `ak_console=akr_${'A'.repeat(64)}`],
      ['in quotes', `ak_console="akr_${'A'.repeat(64)}"`],
      ['that is long', `ak_console=${'a'.repeat(8_000)}`],
      ['of bytes', 'ak_console=\u00ff\u00fe%00'],
      ['twice', `ak_console=akr_${'A'.repeat(64)}; ak_console=akr_${'A'.repeat(64)}`],
      ['between a thousand others', `${'a=b;'.repeat(1_000)} ak_console=x`],
    ])('refuses a cookie %s, and takes it back', async (_what, cookie) => {
      const refused = await door.refresh(null, { Cookie: cookie });
      expectProblem(refused, 401, 'IAM.TOKEN.INVALID');
      expect(takesBack(refused)).toBe(true);
    });

    it('takes a right one beside others, and no right one that comes twice', async () => {
      const { cookie } = await signIn();
      const twice = await door.refresh(null, { Cookie: `ak_console=${cookie}; ak_console=akr_x` });
      expectProblem(twice, 401, 'IAM.TOKEN.INVALID');
      await door.refresh(null, { Cookie: `a=b;ak_console=${cookie} ; c="d"` }).expect(200);
    });

    it('takes no body with a token, and answers no bearer', async () => {
      const { refresh_token, access_token } = await signInAdmin(api);
      const body = { refresh_token };
      const refused = await api.http.post('/console/session/refresh').set('Sec-Fetch-Site', 'same-origin').send(body);
      expectProblem(refused, 422, 'REQUEST.VALIDATION_FAILED');
      await door.refresh(null, { Authorization: `Bearer ${access_token}` }).expect(200, { data: null });
    });

    it('is the only place where the cookie is worth anything', async () => {
      const { cookie } = await signIn();
      const withCookie = { Cookie: `ak_console=${cookie}` };
      expectProblem(await adminClient(api, undefined, withCookie).get('auth/context'), 401, 'IAM.TOKEN.MISSING');
      await adminClient(api, undefined, withCookie).post('auth/logout').expect(401);
      await door.refresh(cookie).expect(200);
    });
  });

  it.each(['login', 'mfa', 'refresh', 'logout'])('%s takes no other method than POST', async (path) => {
    for (const method of ['get', 'head', 'put', 'delete', 'patch'] as const) {
      const answer = await api.http[method](`/console/session/${path}`);
      expect({ method, status: answer.status, allow: answer.headers['allow'] }).toEqual({
        ...{ method, status: 405, allow: 'POST' },
      });
    }
  });
});
