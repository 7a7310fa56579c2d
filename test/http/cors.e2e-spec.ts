import { startTestApi, type TestApi } from '../support/api';
import { expectProblem } from './support/problem';

const CONFIG = '/api/v1/public/config';
const LISTED = 'https://console.example.com';
const CORS_HEADER = /^access-control-/;

const corsHeaders = (headers: object) => Object.keys(headers).filter((name) => CORS_HEADER.test(name));

describe('Without CORS_ORIGINS', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });

  afterAll(() => api.close());

  it('no answer has a CORS header, nor does it vary by Origin', async () => {
    const { headers } = await api.http.get(CONFIG).set({ 'X-AppID': api.appId, Origin: LISTED }).expect(200);
    expect(corsHeaders(headers)).toEqual([]);
    expect(headers['vary']).toBe('Accept-Language, X-AppID');
  });

  it('OPTIONS is 404, like any other method that a route does not have', async () => {
    const preflight = { Origin: LISTED, 'Access-Control-Request-Method': 'GET' };
    const answer = await api.http.options(CONFIG).set(preflight);
    expectProblem(answer, 404, 'ROUTE.NOT_FOUND');
    expect(corsHeaders(answer.headers)).toEqual([]);
  });
});

describe('With CORS_ORIGINS', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ CORS_ORIGINS: `${LISTED}, http://localhost:8080` });
  });

  afterAll(() => api.close());

  const read = (origin?: string) => {
    const request = api.http.get(CONFIG).set('X-AppID', api.appId);
    return origin === undefined ? request : request.set('Origin', origin);
  };

  it('answers to a listed origin name it and the headers that scripts may read', async () => {
    for (const origin of [LISTED, 'http://localhost:8080']) {
      const { headers } = await read(origin).expect(200);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-expose-headers']).toMatch(/X-Request-ID.*Retry-After.*ETag/);
    }
  });

  it('and those that tell of files, ranges, limits and where an article is now', async () => {
    const exposed = (await read(LISTED)).headers['access-control-expose-headers']?.split(', ');
    const told = [
      ...['Content-Disposition', 'Content-Range', 'Accept-Ranges', 'Content-Language', 'ETag', 'Retry-After'],
      ...['RateLimit', 'RateLimit-Policy', 'X-Request-ID', 'Idempotent-Replayed', 'Content-Location'],
    ];
    expect(exposed).toEqual(expect.arrayContaining(told));
  });

  it('credentials of the browser are never allowed', async () => {
    expect((await read(LISTED)).headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each([
    'https://console.example.com.evil.example',
    'https://evil.example',
    'http://console.example.com',
    'https://console.example.com:8443',
    'https://CONSOLE.example.com',
    'https://console.example.com/',
    'null',
    '*',
    '',
  ])('answers to another origin carry no CORS header: %s', async (origin) => {
    const { headers } = await read(origin).expect(200);
    expect(corsHeaders(headers)).toEqual([]);
  });

  it('every answer varies by Origin, so that a cache does not give it to another one', async () => {
    for (const origin of [undefined, LISTED, 'https://evil.example']) {
      const fresh = await read(origin).expect(200);
      expect(fresh.headers['vary']).toBe('Origin, Accept-Language, X-AppID');
      const unchanged = await read(origin).set('If-None-Match', '*').expect(304);
      expect(unchanged.headers['vary']).toBe('Origin, Accept-Language, X-AppID');
    }
    const { headers } = await api.http.get('/api/v1/nowhere').expect(404);
    expect(headers['vary']).toBe('Origin, Accept-Language, X-AppID');
  });

  it('errors too can be read by a listed origin', async () => {
    const answer = await api.http.post('/api/v1/auth/register').set('Origin', LISTED).send('{').type('json');
    expectProblem(answer, 400, 'REQUEST.MALFORMED');
    expect(answer.headers['access-control-allow-origin']).toBe(LISTED);
  });

  describe('a preflight', () => {
    const preflight = (origin: string, method = 'POST') =>
      api.http.options('/api/v1/auth/register').set({ Origin: origin, 'Access-Control-Request-Method': method });

    it('of a listed origin is 204 with the methods and headers of the interface', async () => {
      const { headers, text } = await preflight(LISTED).expect(204);
      expect(text).toBe('');
      expect(headers).toMatchObject({
        'access-control-allow-origin': LISTED,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-max-age': '600',
        'x-request-id': expect.any(String),
        'x-content-type-options': 'nosniff',
      });
      const allowed = headers['access-control-allow-headers']?.toLowerCase().split(', ');
      const used = [
        'authorization',
        'content-type',
        'accept-language',
        'x-appid',
        'x-ak-device-key',
        'x-request-id',
        'idempotency-key',
        'x-step-up-token',
        'if-none-match',
        'range',
      ];
      expect(allowed).toEqual(expect.arrayContaining(used));
    });

    it('of another origin is 404, without CORS headers', async () => {
      const answer = await preflight('https://evil.example');
      expectProblem(answer, 404, 'ROUTE.NOT_FOUND');
      expect(corsHeaders(answer.headers)).toEqual([]);
    });

    it('requires Access-Control-Request-Method: 404 without it', async () => {
      const answer = await api.http.options(CONFIG).set('Origin', LISTED);
      expectProblem(answer, 404, 'ROUTE.NOT_FOUND');
    });
  });
});
