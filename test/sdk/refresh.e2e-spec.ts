import {
  type ApiError,
  createSmsCaptcha,
  fetchTransport,
  getContext,
  getProfile,
  loginByPassword,
  logout,
  memoryStorage,
  type Storage,
  type Transport,
  TransportFailure,
} from '../../packages/sdk/src/index';
import { aMobile } from '../mobile/support/captcha';
import { aMember, clientOf } from '../mobile/support/journey';
import { sessionsOf } from '../mobile/support/sessions';
import { aSigner, asJwks, decodePart, endingIn, signToken } from '../mobile/support/tokens';
import { drawNothing } from '../support/captcha';
import { suiteApi } from '../support/suite';
import { secondsLater } from '../support/time-travel';
import { recording, sdkClient } from './support/sdk';

const OURS = aSigner('ours');
const REFRESH = '/api/v1/auth/token/refresh';

describe('The SDK refreshes its tokens', () => {
  const api = suiteApi({ JWT_PRIVATE_KEYS: asJwks(OURS) });

  const aSession = async (transport?: Transport, storage: Storage = memoryStorage()) => {
    const ended: ApiError[] = [];
    const client = sdkClient(api, { transport, storage, onSignedOut: (error) => ended.push(error) });
    const tokens = await loginByPassword(client, { body: await aMember(api) });
    return { client, storage, tokens, ended };
  };
  const countOf = (paths: readonly string[]) => paths.filter((path) => path === REFRESH).length;

  it('once, when one expires in the middle of twenty parallel requests', async () => {
    const gate = Promise.withResolvers<void>();
    let sent = 0;
    const { transport, pathsOf } = recording(async (request) => {
      if (request.method === 'GET') {
        sent += 1;
        if (sent > 10 && sent <= 20) await gate.promise;
      }
      return fetchTransport()(request);
    });
    const { client, tokens } = await aSession(transport);
    const access_token = endingIn(tokens.access_token, 300, OURS);
    await client.session.open({ ...tokens, access_token });
    const answers = Array.from({ length: 20 }, () => getProfile(client));
    await Promise.all(answers.slice(0, 10));
    await secondsLater(301, async () => {
      expect((await clientOf(api).context(access_token)).status).toBe(401);
      gate.resolve();
      const profiles = await Promise.all(answers);
      expect(new Set(profiles.map(({ id }) => id)).size).toBe(1);
    });
    expect(countOf(pathsOf('POST'))).toBe(1);
    expect(pathsOf('GET')).toHaveLength(30);
    expect(await sessionsOf(api).securityEventsOf({ ...tokens, token_type: 'Bearer' })).toEqual([]);
  });

  it('before it asks, where its own claims say that it is too old', async () => {
    const { transport, pathsOf } = recording();
    const { client, tokens } = await aSession(transport);
    const claims = decodePart(tokens.access_token, 1);
    const iat = claims['iat'] as number;
    const access_token = signToken({ alg: 'ES256', typ: 'at+jwt', kid: OURS.kid }, { ...claims, exp: iat + 5 }, OURS);
    await client.session.open({ ...tokens, access_token });
    await Promise.all([getProfile(client), getContext(client)]);
    expect(pathsOf('POST').slice(1)).toEqual([REFRESH]);
    expect(pathsOf('GET')).toHaveLength(2);
  });

  it('with the same key after an answer that was lost, and stays signed in', async () => {
    const lost: string[] = [];
    const { transport, requests } = recording(async (request) => {
      const answer = await fetchTransport()(request);
      if (!request.url.endsWith(REFRESH) || lost.length > 0) return answer;
      lost.push(await answer.text());
      throw new TransportFailure('unreachable');
    });
    const { client, tokens } = await aSession(transport);
    await client.session.open({ ...tokens, access_token: endingIn(tokens.access_token, -1, OURS) });
    await getProfile(client);
    const keys = requests.filter(({ url }) => url.endsWith(REFRESH)).map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(lost[0]).toContain((await client.session.current())!);
  });

  it('with the key of a process that ended before the answer came', async () => {
    let isDown = true;
    const { transport, requests } = recording(async (request) => {
      const answer = await fetchTransport()(request);
      if (request.url.endsWith(REFRESH) && isDown) throw new TransportFailure('unreachable');
      return answer;
    });
    const { client, storage, tokens, ended } = await aSession(transport);
    await client.session.open({ ...tokens, access_token: endingIn(tokens.access_token, -1, OURS) });
    await expect(getProfile(client)).rejects.toMatchObject({ status: 0, code: 'CLIENT.UNREACHABLE' });
    isDown = false;
    await getProfile(sdkClient(api, { storage, transport }));
    const keys = requests.filter(({ url }) => url.endsWith(REFRESH)).map(({ headers }) => headers['Idempotency-Key']);
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys).size).toBe(1);
    expect(ended).toEqual([]);
  });

  it('as another process has done it, and not again', async () => {
    const { client, storage, tokens } = await aSession();
    const stale = { ...tokens, access_token: endingIn(tokens.access_token, -1, OURS) };
    await client.session.open(stale);
    const { transport, pathsOf } = recording();
    const other = sdkClient(api, { storage, transport });
    await getProfile(client);
    expect(await other.session.replace(stale.access_token)).toBe(await client.session.current());
    expect(pathsOf('POST')).toEqual([]);
  });

  it('and is signed out, and says so, where the session has ended', async () => {
    const { client, tokens, ended } = await aSession();
    await clientOf(api).logout(tokens.access_token).expect(200);
    const all = await Promise.allSettled([getProfile(client), getProfile(client)]);
    for (const one of all) expect(one).toMatchObject({ reason: { status: 401, code: 'IAM.TOKEN.INVALID' } });
    expect(ended).toEqual([expect.objectContaining({ code: 'IAM.TOKEN.INVALID' })]);
    expect(await client.session.isOpen()).toBe(false);
  });

  it('and asks for a CAPTCHA as anybody does, where the session has ended', async () => {
    drawNothing(api);
    const { client, tokens, ended } = await aSession();
    const claims = decodePart(tokens.access_token, 1);
    const exp = (claims['iat'] as number) + 5;
    const access_token = signToken({ alg: 'ES256', typ: 'at+jwt', kid: OURS.kid }, { ...claims, exp }, OURS);
    await clientOf(api).logout(tokens.access_token).expect(200);
    await client.session.open({ ...tokens, access_token });
    const challenge = await createSmsCaptcha(client, { body: { scene: 'login', mobile: aMobile() } });
    expect(challenge.captcha_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(ended).toHaveLength(1);
  });

  it('but whoever signs out meanwhile stays signed out', async () => {
    const arrived = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { client, tokens } = await aSession(async (request) => {
      const answer = await fetchTransport()(request);
      if (request.url.endsWith(REFRESH)) {
        arrived.resolve();
        await gate.promise;
      }
      return answer;
    });
    const access_token = endingIn(tokens.access_token, -1, OURS);
    await client.session.open({ ...tokens, access_token });
    const replaced = client.session.replace(access_token);
    await arrived.promise;
    await client.session.close();
    gate.resolve();
    expect(await replaced).toBeNull();
    expect(await client.session.isOpen()).toBe(false);
    await logout(client);
  });
});
