import { randomUUID } from 'node:crypto';
import { startTestApi, type TestApi } from '../support/api';
import { anApp } from './support/apps';
import { aMember } from './support/member';
import { expectProblem } from './support/problem';

const REGISTER = '/api/v1/auth/register';
const RESEND = '/api/v1/auth/registration/resend-code';

/** Each test asks from an address of its own, so that none uses up another's allowance. */
let lastAddress = 0;
const anAddress = () => `198.51.100.${++lastAddress}`;

describe('With RATE_LIMIT_ENABLED, behind a trusted proxy', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' });
  });

  afterAll(() => api.close());

  /** A request that is counted and then refused for its content. */
  const ask = (path: string, address: string, appId = api.appId) =>
    api.http.post(path).set({ 'X-AppID': appId, 'X-Forwarded-For': address }).send({});

  const spend = async (times: number, path: string, address: string, appId?: string) => {
    const answers = await Promise.all(Array.from({ length: times }, () => ask(path, address, appId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
  };

  it('every answer reports the policy and what is left of it', async () => {
    const address = anAddress();
    const first = await ask(RESEND, address);
    expect(first.headers['ratelimit-policy']).toBe('"auth";q=300;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"auth";r=299;t=(60|59)$/);
    expect((await ask(RESEND, address)).headers['ratelimit']).toMatch(/^"auth";r=298;t=\d+$/);
  });

  it('30 registrations a minute are admitted, besides what holds for all: the next is 429 with Retry-After', async () => {
    const address = anAddress();
    const first = await ask(REGISTER, address);
    expect(first.headers['ratelimit-policy']).toBe(
      '"auth";q=300;w=60, "registration_minute";q=30;w=60, "registration_day";q=600;w=86400',
    );
    await spend(29, REGISTER, address);
    const refused = await ask(REGISTER, address);
    expectProblem(refused, 429, 'REQUEST.RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.headers['ratelimit']).toMatch(/"registration_minute";r=0;t=\d+$/);
    expect((await ask(RESEND, address)).status).toBe(422);
  });

  it('300 requests a minute before a session are admitted: the next is 429, whatever it asks', async () => {
    const address = anAddress();
    await spend(300, RESEND, address);
    expectProblem(await ask(RESEND, address), 429, 'REQUEST.RATE_LIMITED');
    expectProblem(await ask('/api/v1/auth/token/refresh', address), 429, 'REQUEST.RATE_LIMITED');
    expect((await ask(RESEND, address)).headers['ratelimit']).toMatch(/^"auth";r=0;t=\d+$/);
  });

  it('300 bodies a minute are refused by themselves, whatever for: the next is 429, whatever is wrong with it', async () => {
    // As many of each that none makes up for another that is not counted, or counted twice.
    const kinds: [number, number, string, string, Record<string, string>][] = [
      [40, 415, RESEND, '{}', { 'Content-Encoding': 'br' }],
      [44, 415, RESEND, 'text', { 'Content-Type': 'text/plain' }],
      [48, 400, RESEND, '{', {}],
      [52, 413, RESEND, `"${'x'.repeat(16 * 1024)}"`, {}],
      [56, 400, RESEND, '['.repeat(1_000), { 'X-AppID': '' }],
      [60, 404, '/api/v1/nowhere', '{}', {}],
    ];
    const address = anAddress();
    const send = (path: string, body: string, headers: Record<string, string>) =>
      api.http
        .post(path)
        .set({ 'X-AppID': api.appId, 'X-Forwarded-For': address, 'Content-Type': 'application/json', ...headers })
        .serialize((text: unknown) => text as string)
        .send(body);
    await Promise.all(
      kinds.map(async ([times, status, ...kind]) => {
        const answers = await Promise.all(Array.from({ length: times }, () => send(...kind)));
        expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
      }),
    );
    for (const [, , ...kind] of kinds) {
      const refused = await send(...kind);
      expectProblem(refused, 429, 'REQUEST.RATE_LIMITED');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['ratelimit-policy']).toBe('"refused_bodies";q=300;w=60');
    }
    expect((await ask(RESEND, address)).status).toBe(422);
  });

  it('one App does not spend what another has, nor one address what another has', async () => {
    const address = anAddress();
    await spend(30, REGISTER, address);
    expect((await ask(REGISTER, address)).status).toBe(429);
    expect((await ask(REGISTER, address, (await anApp(api)).id)).status).toBe(422);
    expect((await ask(REGISTER, anAddress())).status).toBe(422);
  });

  it('an unknown App is refused before it is counted', async () => {
    const address = anAddress();
    const answers = await Promise.all(Array.from({ length: 31 }, () => ask(REGISTER, address, randomUUID())));
    for (const { headers, status } of answers) expect([status, headers['ratelimit']]).toEqual([400, undefined]);
    expect((await ask(REGISTER, address)).status).toBe(422);
  });

  it('the addresses of one /64 are one', async () => {
    await spend(15, REGISTER, '2001:db8:1:2::1');
    await spend(15, REGISTER, '2001:DB8:1:2:ffff:ffff:ffff:ffff');
    expect((await ask(REGISTER, '2001:db8:1:2:3:4:5:6')).status).toBe(429);
    expect((await ask(REGISTER, '2001:db8:1:3::1')).status).toBe(422);
  });

  it('an IPv4 address is the same however it is written', async () => {
    const address = anAddress();
    await spend(15, REGISTER, address);
    await spend(15, REGISTER, `::ffff:${address}`);
    expect((await ask(REGISTER, `${address}:50123`)).status).toBe(429);
  });

  it('an invalid address counts for the proxy, and is never a server error', async () => {
    for (const nonsense of ['unknown', '1.2.3', "';--", '_x', '<script>', 'x'.repeat(5_000)]) {
      expect((await ask(RESEND, nonsense)).status).toBe(422);
    }
    const member = { email: 'a@example.com', password: 'a wrong password' };
    const headers = { 'X-AppID': api.appId, 'X-AK-Device-Key': randomUUID(), 'X-Forwarded-For': 'nonsense' };
    const login = await api.http.post('/api/v1/auth/login/password').set(headers).send(member);
    expectProblem(login, 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
  });

  it('a session has 1,200 requests a minute of its own', async () => {
    const { headers } = await aMember(api);
    const answer = await api.http.get('/api/v1/auth/context').set(headers).expect(200);
    expect(answer.headers['ratelimit-policy']).toBe('"session";q=1200;w=60');
    expect(answer.headers['ratelimit']).toMatch(/^"session";r=1199;t=\d+$/);
  });

  it('public reads and health are not counted', async () => {
    for (const path of ['/api/v1/public/config', '/internal/v1/health/live', '/.well-known/jwks.json']) {
      const { headers } = await api.http.get(path).set('X-AppID', api.appId).expect(200);
      expect(headers['ratelimit']).toBeUndefined();
    }
  });
});

describe('With RATE_LIMIT_ENABLED=false', () => {
  it('nothing is counted or reported', async () => {
    const api = await startTestApi({ RATE_LIMIT_ENABLED: 'false' });
    try {
      const ask = () => api.http.post(REGISTER).set('X-AppID', api.appId).send({});
      const answers = await Promise.all(Array.from({ length: 40 }, ask));
      for (const { headers, status } of answers) expect([status, headers['ratelimit']]).toEqual([422, undefined]);
    } finally {
      await api.close();
    }
  });
});
