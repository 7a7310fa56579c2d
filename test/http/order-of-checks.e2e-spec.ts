import { startTestApi, type TestApi } from '../support/api';
import { aMember, type SignedIn } from './support/member';
import { expectProblem, reasons } from './support/problem';
import { exchange, request } from './support/wire';

const LOGIN = '/api/v1/auth/login/password';
const LOGOUT = '/api/v1/auth/logout';

describe('The order of checks', () => {
  let api: TestApi;
  let member: SignedIn;

  beforeAll(async () => {
    api = await startTestApi();
    member = await aMember(api);
  });

  afterAll(() => api.close());

  const send = (path: string, headers: Record<string, string>, body: string) =>
    exchange(api.url, request('POST', path, { 'Content-Type': 'application/json', ...headers }, body));

  it.each([
    [400, 'REQUEST.MALFORMED', {}, '{'],
    [413, 'REQUEST.TOO_LARGE', {}, ' '.repeat(16 * 1024 + 1)],
    [415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE', { 'Content-Type': 'text/plain' }, 'hello'],
  ])('the form of the body comes first: %i %s before the App and the bearer', async (status, code, headers, body) => {
    for (const path of [LOGIN, LOGOUT]) {
      expectProblem(await send(path, headers, body), status, code);
      expectProblem(await send(path, { ...headers, 'X-AppID': 'shop', Authorization: 'x' }, body), status, code);
    }
  });

  it('the media type comes before the size, the size before the syntax', async () => {
    const long = '{'.repeat(16 * 1024 + 1);
    expectProblem(await send(LOGIN, {}, long), 413, 'REQUEST.TOO_LARGE');
    expectProblem(await send(LOGIN, { 'Content-Type': 'text/plain' }, long), 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
  });

  it('the App comes before the bearer', async () => {
    expectProblem(await send(LOGOUT, {}, '{}'), 400, 'APP.HEADER.REQUIRED');
    expectProblem(await send(LOGOUT, { Authorization: 'Bearer x' }, '{}'), 400, 'APP.HEADER.REQUIRED');
    expectProblem(await send(LOGOUT, { 'X-AppID': 'shop' }, '{}'), 400, 'APP.HEADER.INVALID');
  });

  it('the bearer comes before what is inside the body', async () => {
    const app = { 'X-AppID': api.appId };
    const hostile = `{"__proto__":{"admin":true}}`;
    expectProblem(await send(LOGOUT, app, hostile), 401, 'IAM.TOKEN.MISSING');
    expectProblem(await send(LOGOUT, { ...app, Authorization: 'Bearer x' }, hostile), 401, 'IAM.TOKEN.INVALID');
    expectProblem(await send(LOGOUT, member.headers, hostile), 422, 'REQUEST.VALIDATION_FAILED');
  });

  it('the App comes before what is inside the body', async () => {
    for (const body of ['{}', '[]', '{"__proto__":1}', '['.repeat(100) + ']'.repeat(100)]) {
      expectProblem(await send(LOGIN, {}, body), 400, 'APP.HEADER.REQUIRED');
      expectProblem(await send(LOGIN, { 'X-AppID': api.appId }, body), 422, 'REQUEST.VALIDATION_FAILED');
    }
  });

  describe('X-AK-Device-Key, malformed', () => {
    const key = { 'X-AK-Device-Key': 'my-phone' };

    it.each([
      ['GET', '/api/v1/public/config'],
      ['GET', '/api/v1/public/pages/about-us'],
      ['POST', '/api/v1/auth/register'],
      ['POST', '/api/v1/auth/token/refresh'],
      ['POST', LOGIN],
      ['GET', '/api/v1/auth/context'],
      ['POST', LOGOUT],
    ])('is 422 on %s %s, whether or not the route uses it', async (method, path) => {
      const answer = await exchange(api.url, request(method, path, { ...member.headers, ...key }));
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['X-AK-Device-Key not_uuid']);
    });

    it('is told after the App and the bearer', async () => {
      expectProblem(await send(LOGIN, key, '{}'), 400, 'APP.HEADER.REQUIRED');
      expectProblem(await send(LOGOUT, { ...key, 'X-AppID': api.appId }, '{}'), 401, 'IAM.TOKEN.MISSING');
    });

    it('is 422 when it is given twice', async () => {
      const twice = 'X-AK-Device-Key: 3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44\r\n'.repeat(2);
      const bytes = `GET /api/v1/public/config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-AppID: ${api.appId}\r\n${twice}\r\n`;
      expectProblem(await exchange(api.url, bytes), 422, 'REQUEST.VALIDATION_FAILED');
    });

    it('does not make a route of what is none', async () => {
      expectProblem(await exchange(api.url, request('GET', '/api/v1/nowhere', key)), 404, 'ROUTE.NOT_FOUND');
    });
  });

  it('X-AK-Device-Key may be in upper case', async () => {
    const headers = { 'X-AppID': api.appId, 'X-AK-Device-Key': member.deviceKey.toUpperCase() };
    expectProblem(
      await send(LOGIN, headers, '{"email":"a@example.com","password":"a wrong password"}'),
      401,
      'IAM.LOGIN.INVALID_CREDENTIALS',
    );
  });

  it('X-AK-Device-Key missing where it is required is 422 required', async () => {
    const credentials = JSON.stringify({ email: member.email, password: 'a wrong password' });
    const login = await send(LOGIN, { 'X-AppID': api.appId }, credentials);
    expectProblem(login, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(login.body)).toEqual(['X-AK-Device-Key required']);
    const retry = { 'X-AppID': api.appId, 'Idempotency-Key': 'once' };
    const refresh = await send('/api/v1/auth/token/refresh', retry, '{"refresh_token":"akr_x"}');
    expect(reasons(refresh.body)).toEqual(['X-AK-Device-Key required']);
  });
});
