import { aDeviceKey, anEmail, PASSWORD, startTestApi, type TestApi } from '../support/api';
import { aMember, type SignedIn } from './support/member';

const EVERYWHERE = {
  'content-security-policy': `default-src 'none';frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

describe('Security headers', () => {
  let api: TestApi;
  let member: SignedIn;

  beforeAll(async () => {
    api = await startTestApi();
    member = await aMember(api);
  });

  afterAll(() => api.close());

  const app = () => ({ 'X-AppID': api.appId });

  it.each([
    [200, 'get', '/internal/v1/health/live'],
    [200, 'get', '/.well-known/jwks.json'],
    [200, 'get', '/api/v1/public/config'],
    [200, 'get', '/api/v1/auth/context'],
    [200, 'get', '/docs/openapi.json'],
    [200, 'get', '/docs/openapi.yaml'],
    [404, 'get', '/api/v1/nowhere'],
    [404, 'options', '/api/v1/public/config'],
    [422, 'post', '/api/v1/auth/register'],
  ] as const)('are on the answer %i to %s %s', async (status, method, path) => {
    const { headers } = await api.http[method](path).set(member.headers).expect(status);
    const { 'content-security-policy': policy, ...others } = EVERYWHERE;
    expect(headers).toMatchObject(others);
    if (!path.startsWith('/docs')) expect(headers['content-security-policy']).toBe(policy);
    for (const telling of ['x-powered-by', 'server', 'set-cookie', 'strict-transport-security', 'www-authenticate']) {
      expect(headers[telling]).toBeUndefined();
    }
  });

  it('are on the icon that browsers ask for, which they may keep for a day', async () => {
    for (const method of ['get', 'head'] as const) {
      const { headers, body } = await api.http[method]('/favicon.ico').expect(200);
      const { 'content-security-policy': policy, ...others } = EVERYWHERE;
      expect(headers).toMatchObject({
        ...others,
        'content-security-policy': policy,
        'content-type': 'image/vnd.microsoft.icon',
        'cache-control': 'public, max-age=86400',
      });
      expect(Number(headers['content-length'])).toBeLessThan(1_024);
      if (method === 'get') expect((body as Buffer).subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 1, 0]));
    }
    for (const page of ['/docs', '/docs/captcha']) {
      const { text } = await api.http.get(page).expect(200);
      const icon = /<link rel="icon" href="([^"]+)"/.exec(text)?.[1] ?? '';
      await api.http
        .get(new URL(icon, new URL(page, api.url)).pathname)
        .expect('Content-Type', 'image/vnd.microsoft.icon');
    }
  });

  it('let Swagger UI load from this server, and nothing else', async () => {
    const { headers } = await api.http.get('/docs').expect(200);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  });

  describe('Cache-Control: no-store', () => {
    it('is on answers with a token', async () => {
      const login = await api.http
        .post('/api/v1/auth/login/password')
        .set({ ...app(), 'X-AK-Device-Key': aDeviceKey() })
        .send({ email: member.email, password: PASSWORD })
        .expect(200);
      expect(login.headers['cache-control']).toBe('no-store');
      const refresh_token = login.body.data.refresh_token as string;
      const refresh = await api.http.post('/api/v1/auth/token/refresh').set(app()).send({ refresh_token }).expect(200);
      expect(refresh.headers['cache-control']).toBe('no-store');
    });

    it('is on answers about a code', async () => {
      const email = anEmail();
      const registered = await api.http.post('/api/v1/auth/register').set(app()).send({ email, password: PASSWORD });
      const resent = await api.http.post('/api/v1/auth/registration/resend-code').set(app()).send({ email });
      const verified = await api.http
        .post('/api/v1/auth/registration/verify-email')
        .set(app())
        .send({ email, otp: '000000' });
      expect([registered, resent, verified].map(({ status }) => status)).toEqual([202, 202, 422]);
      for (const { headers } of [registered, resent, verified]) expect(headers['cache-control']).toBe('no-store');
    });

    it('is on personal data, on health and on every error', async () => {
      const answers = [
        await api.http.get('/api/v1/auth/context').set(member.headers).expect(200),
        await api.http.get('/internal/v1/health/live').expect(200),
        await api.http.get('/internal/v1/health/ready').expect(200),
        await api.http.get('/api/v1/nowhere').expect(404),
        await api.http.get('/api/v1/public/config').expect(400),
        await api.http.get('/api/v1/public/pages/nothing').set(app()).expect(404),
      ];
      for (const { headers } of answers) {
        expect(headers['cache-control']).toBe('no-store');
        expect(headers['etag']).toBeUndefined();
      }
    });
  });
});

describe('Strict-Transport-Security', () => {
  it('asks for https where the service is reached by it', async () => {
    const api = await startTestApi({ PUBLIC_BASE_URL: 'https://api.example.com' });
    try {
      for (const path of ['/internal/v1/health/live', '/api/v1/nowhere']) {
        const { headers } = await api.http.get(path);
        expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
      }
    } finally {
      await api.close();
    }
  });
});
