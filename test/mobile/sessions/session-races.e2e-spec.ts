import { aDeviceKey, startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, feedsHaveHeard, queryAs, type TestDatabaseUrls } from '../../support/database';
import { rounds } from '../../support/rounds';
import { aMember, clientOf, signIn, type TokenPair } from '../support/journey';
import { selfOf } from '../support/self';

const ROUNDS = rounds(200, 10);
const LANES = 10;

/** For a busy machine. Not part of what is tested. */
const PATIENCE_MS = 180_000;

/** Two api processes against one database: no rule may depend on the memory of either. */
describe('the end of a session, raced against at two api processes', () => {
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

  /** Several members at once, each with one round after the other. */
  const inLanes = async (begin: () => Promise<(round: number) => Promise<number[]>>) => {
    const lanes = await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const oneRound = await begin();
        const found: number[] = [];
        for (let round = lane; round < ROUNDS; round += LANES) found.push(...(await oneRound(round)));
        return found;
      }),
    );
    return lanes.flat();
  };
  const at = (round: number) => apis[round % 2] ?? api;
  /** Without supertest, which costs more than the request. */
  const ask = async (to: TestApi, path: string, request: RequestInit & { token?: string }) => {
    const headers = { 'X-AppID': to.appId, 'Content-Type': 'application/json' };
    const authorization = request.token === undefined ? {} : { Authorization: `Bearer ${request.token}` };
    const response = await fetch(`${to.url}/api/v1/${path}`, { ...request, headers: { ...headers, ...authorization } });
    return { status: response.status, data: ((await response.json()) as { data: unknown }).data };
  };
  const refresh = (to: TestApi, refresh_token: string) =>
    ask(to, 'auth/token/refresh', { method: 'POST', body: JSON.stringify({ refresh_token }) });
  /**
   * Ends a session while it is refreshed at both processes. Returns what still works afterwards, which must be nothing.
   */
  const survivorsOf = async (pair: TokenPair, end: () => Promise<{ status: number }>) => {
    const [ended, ...refreshes] = await Promise.all([end(), ...apis.map((to) => refresh(to, pair.refresh_token))]);
    expect(ended.status).toBe(200);
    // A process that did not end it has a second; the one that did refuses from its answer on (`revocations`).
    await feedsHaveHeard();
    const issued = refreshes.filter(({ status }) => status === 200).map(({ data }) => data as TokenPair);
    const checked = await Promise.all(
      [pair, ...issued].flatMap(({ access_token, refresh_token }) => [
        ask(apis[0], 'auth/context', { token: access_token }),
        refresh(apis[1], refresh_token),
      ]),
    );
    return checked.map(({ status }) => status).filter((status) => status !== 401);
  };
  const countOf = async (statement: string, values: unknown[]) =>
    (await queryAs<{ count: number }>(urls.superuserUrl, `SELECT count(*)::int AS count ${statement}`, values))[0]
      ?.count;

  const currentDevice = async (pair: TokenPair) => {
    const { data } = await ask(api, 'me/devices', { token: pair.access_token });
    return (data as { items: { id: string; current: boolean }[] }).items.find(({ current }) => current)!.id;
  };

  it(
    'outlives no removal of its device',
    async () => {
      const survivors = await inLanes(async () => {
        const member = await aMember(api);
        const { access_token: token } = await signIn(api, member);
        return async (round) => {
          const pair = await signIn(api, member);
          const path = `me/devices/${await currentDevice(pair)}`;
          return survivorsOf(pair, () => ask(at(round), path, { method: 'DELETE', token }));
        };
      });
      expect(survivors).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'outlives no sign-out from elsewhere, of itself or of all others',
    async () => {
      const survivors = await inLanes(async () => {
        const member = await aMember(api);
        const { access_token: token } = await signIn(api, member);
        return async (round) => {
          const pair = await signIn(api, member);
          return survivorsOf(pair, () =>
            round % 4 < 2
              ? ask(at(round), `me/sessions/${pair.session_id}`, { method: 'DELETE', token })
              : ask(at(round), 'me/sessions/revoke-others', { method: 'POST', token }),
          );
        };
      });
      expect(survivors).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'outlives no change of the password, nor does a sign-in with the old one',
    async () => {
      const survivors = await inLanes(async () => {
        const member = await aMember(api);
        const { access_token: token } = await signIn(api, member);
        let password = member.password;
        return async (round) => {
          const pair = await signIn(api, { ...member, password });
          const change = { current_password: password, new_password: `the password of round ${round}` };
          const login = () =>
            clientOf(at(round))
              .login({ email: member.email, password })
              .then((answer) => answer);
          const late = round % 4 === 0 ? login() : null;
          const survivors = await survivorsOf(pair, () =>
            ask(at(round), 'auth/password/change', { method: 'POST', token, body: JSON.stringify(change) }),
          );
          password = change.new_password;
          const answer = await late;
          if (answer?.status !== 200) return survivors;
          const { status } = await ask(api, 'auth/context', {
            token: (answer.body as { data: TokenPair }).data.access_token,
          });
          return status === 401 ? survivors : [...survivors, status];
        };
      });
      expect(survivors).toEqual([]);
    },
    PATIENCE_MS,
  );

  it('comes once of 50 times', async () => {
    const member = await aMember(api);
    for (let round = 0; round < rounds(3); round++) {
      const [owner, other] = [await signIn(api, member), await signIn(api, member)];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => selfOf(at(index), owner).delete(`sessions/${other.session_id}`)),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 404)]);
      const ofSession = 'WHERE session_id = $1';
      expect(await countOf(`FROM security_events ${ofSession} AND type = 'session_revoked'`, [other.session_id])).toBe(
        1,
      );
      expect(
        await countOf(`FROM outbox_messages WHERE type = 'session.revoked' AND data ->> 'session_id' = $1`, [
          other.session_id,
        ]),
      ).toBe(1);
    }
  });

  it('leaves one of two that end all others at once', async () => {
    const member = await aMember(api);
    for (let round = 0; round < rounds(20); round++) {
      const pairs = [await signIn(api, member), await signIn(api, member)] as const;
      const answers = await Promise.all(
        pairs.map((pair, index) => selfOf(at(index), pair).post('sessions/revoke-others')),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      await feedsHaveHeard();
      const alive = await Promise.all(pairs.map((pair) => clientOf(api).context(pair.access_token)));
      expect(alive.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
    }
  });

  it('comes to a device once, whose sign-ins meanwhile make another one', async () => {
    const member = await aMember(api);
    const owner = await signIn(api, member);
    for (let round = 0; round < rounds(10); round++) {
      const deviceKey = aDeviceKey();
      const pair = await signIn(api, member, { deviceKey });
      const id = await currentDevice(pair);
      const [removals, logins] = await Promise.all([
        Promise.all([0, 1, 2].map((index) => selfOf(at(index), owner).delete(`devices/${id}`))),
        Promise.all([0, 1].map((index) => clientOf(at(index)).login(member, deviceKey))),
      ]);
      expect(removals.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      expect(logins.map(({ status }) => status)).toEqual([200, 200]);
      // A sign-in before the removal is ended, one after it has a device of its own.
      const contexts = await Promise.all(
        logins.map(({ body: login }) => clientOf(api).context(login.data.access_token)),
      );
      const living = contexts.filter(({ status }) => status === 200).length;
      expect(await countOf('FROM devices WHERE device_key = $1 AND id <> $2', [deviceKey, id])).toBe(
        living > 0 ? 1 : 0,
      );
      expect(await countOf('FROM devices WHERE id = $1', [id])).toBe(0);
    }
  });
});
