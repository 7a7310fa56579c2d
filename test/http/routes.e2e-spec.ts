import { suiteApi } from '../support/suite';
import { expectProblem } from './support/problem';
import { exchange, request } from './support/wire';

const LIVE = '/internal/v1/health/live';

describe('Routes', () => {
  const api = suiteApi();

  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    exchange(api.url, request(method, path, { 'X-AppID': api.appId, ...headers }));

  describe('that do not exist are 404 ROUTE.NOT_FOUND', () => {
    it.each([
      '/',
      '/api',
      '/api/v1',
      '/api/v1/nowhere',
      '/api/v2/public/config',
      '/internal/v1/health',
      '/internal/v1/dev/outbox',
      '/admin-api/v1/nowhere',
      '/.env',
      '/docs/../package.json',
      '/__proto__',
      '/constructor',
      '/INTERNAL/v1/health/live',
      '/internal/v1/health/LIVE',
      '//internal/v1/health/live',
      '/internal//v1/health/live',
      '/internal/v1/./health/live',
      '/internal/v1/nowhere/../health/live',
      '/internal%2Fv1/health/live',
      '/internal/v1/health/live%00',
      '/internal/v1/health/live%20',
      '/internal/v1/health/live;x=1',
      '/internal/v1/health/live.json',
      '/internal/v1/health/%6cive',
      '/internal\\v1\\health\\live',
      '/%ff',
      '/%',
      '/api/v1/public/legal/privacy-policy/1',
      '/api/v1/public/pages/',
      '*',
    ])('%s', async (path) => {
      const answer = await ask('GET', path);
      expect(expectProblem(answer, 404, 'ROUTE.NOT_FOUND').instance).toBe(path);
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'LOCK', 'PURGE'])(
      'the method %s on a route of GET',
      async (method) => expectProblem(await ask(method, LIVE), 404, 'ROUTE.NOT_FOUND'),
    );

    it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('the method %s on a route of POST', async (method) => {
      const answer = await ask(method, '/api/v1/auth/register');
      expect(answer.status).toBe(404);
      if (method !== 'HEAD') expectProblem(answer, 404, 'ROUTE.NOT_FOUND');
    });

    it('without checking X-AppID, bearer or the form of the rest', async () => {
      const answer = await ask('DELETE', '/api/v1/nowhere?a=%ff&a=1', { 'X-AppID': 'shop', Authorization: 'x' });
      expectProblem(answer, 404, 'ROUTE.NOT_FOUND');
    });
  });

  describe('with a part of the path that is invalid', () => {
    it.each(['%', '%f', '%zz', '%ff', '%C0%80', '%ED%A0%80', 'a%ffb'])(
      'are 400 REQUEST.MALFORMED where it cannot be decoded: %s',
      async (part) => expectProblem(await ask('GET', `/api/v1/public/pages/${part}`), 400, 'REQUEST.MALFORMED'),
    );

    it.each(['%00', 'a%00b', '..%2f..', '%2e%2e', '%0d%0aSet-Cookie:x', "'--", '%F0%9F%98%80', 'x'.repeat(200)])(
      'are 404 RESOURCE.NOT_FOUND where nothing has such a name: %s',
      async (part) => expectProblem(await ask('GET', `/api/v1/public/pages/${part}`), 404, 'RESOURCE.NOT_FOUND'),
    );
  });

  it('have a URL of at most 8 KiB, its query included: 400 REQUEST.MALFORMED', async () => {
    const fill = (length: number) => `${LIVE}?${'q'.repeat(length - LIVE.length - 1)}`;
    expect((await ask('GET', fill(8 * 1024))).status).toBe(200);
    expectProblem(await ask('GET', fill(8 * 1024 + 1)), 400, 'REQUEST.MALFORMED');
    expectProblem(await ask('GET', `/${'a'.repeat(8 * 1024)}`), 400, 'REQUEST.MALFORMED');
    expectProblem(await ask('POST', `/api/v1/auth/register?${'a'.repeat(8 * 1024)}`), 400, 'REQUEST.MALFORMED');
  });

  it('may be named by an absolute URL, as to a proxy', async () => {
    expect((await ask('GET', `http://localhost${LIVE}`)).status).toBe(200);
    expectProblem(await ask('GET', 'http://localhost/api/v1/auth/context'), 401, 'IAM.TOKEN.MISSING');
  });

  it.each(['?a=1&a=2', '?a[]=1', '?%ff', '?__proto__=1', '?a=%00', '?', '?&&==&'])(
    'without parameters ignore a query: %s',
    async (query) => {
      expect((await ask('GET', `${LIVE}${query}`)).status).toBe(200);
      expect((await ask('GET', `/api/v1/public/config${query}`)).status).toBe(200);
    },
  );

  it.each([LIVE, '/internal/v1/health/ready', '/.well-known/jwks.json', '/api/v1/public/config', '/docs/openapi.json'])(
    'of GET answer HEAD with the same headers and no body: %s',
    async (path) => {
      const get = await ask('GET', path);
      const head = await ask('HEAD', path);
      expect(head.status).toBe(200);
      expect(head.text).toBe('');
      const { date: _d, 'x-request-id': _i, 'content-length': _l, ...headers } = get.headers;
      expect(head.headers).toMatchObject(headers);
    },
  );

  it('answer HEAD with the status and headers of the error, and no body', async () => {
    const answer = await ask('HEAD', '/api/v1/public/pages/nothing');
    expect(answer).toMatchObject({ status: 404, text: '' });
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect((await ask('HEAD', '/api/v1/auth/context')).status).toBe(401);
  });
});
