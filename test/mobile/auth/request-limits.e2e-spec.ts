import { anEmail, aDeviceKey, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { aMember, clientOf, signIn } from '../support/journey';

describe('RATE_LIMIT_ENABLED', () => {
  let api: TestApi;

  // The requests of all tests come from one address: each test has a server that has counted none of them.
  beforeEach(async () => {
    api = await startTestApi({ RATE_LIMIT_ENABLED: 'true' });
  });

  afterEach(() => api.close());

  it('reports the limit for requests before a session, and what is left of it', async () => {
    const member = await aMember(api);
    const { headers } = await clientOf(api).login(member).expect(200);
    expect(headers['ratelimit-policy']).toBe('"auth";q=300;w=60');
    expect(headers['ratelimit']).toMatch(/^"auth";r=\d{1,3};t=\d{1,2}$/);
    const again = await clientOf(api).login(member).expect(200);
    const left = (told: string | undefined) => Number(/r=(\d+)/.exec(told ?? '')?.[1]);
    expect(left(again.headers['ratelimit'])).toBe(left(headers['ratelimit']) - 1);
  });

  it('reports the limit of a session', async () => {
    const { access_token } = await signIn(api, await aMember(api));
    const { headers } = await clientOf(api).context(access_token).expect(200);
    expect(headers['ratelimit-policy']).toBe('"session";q=1200;w=60');
    expect(headers['ratelimit']).toBe('"session";r=1199;t=60');
  });

  it('answers 429 REQUEST.RATE_LIMITED with Retry-After beyond 30 registrations a minute, alike for every address', async () => {
    const known = (await aMember(api)).email;
    const register = (email: string) => clientOf(api).register({ email, password: PASSWORD });
    let refused = await register(anEmail());
    for (let count = 0; count < 31 && refused.status === 202; count++) refused = await register(anEmail());
    expect(refused.status).toBe(429);
    for (const email of [known, anEmail()]) {
      const { body, headers } = await register(email).expect(429);
      expect(body).toMatchObject({ code: 'REQUEST.RATE_LIMITED', status: 429 });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    // Registrations have a limit of their own: whoever is a member goes on.
    await clientOf(api).login({ email: known, password: PASSWORD }, aDeviceKey()).expect(200);
  });
});
