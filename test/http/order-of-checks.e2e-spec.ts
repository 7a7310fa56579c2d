import { newId } from '@libs/kernel';
import { createDocument } from '../../apps/api/src/openapi/document';
import { previewApi } from '../../apps/api/src/openapi/generated-files';
import { METHODS } from '../../apps/api/src/surfaces/routes';
import { signInAdmin } from '../admin/support/admin';
import { startTestApi } from '../support/api';
import { resolved } from '../support/openapi';
import { suiteApi } from '../support/suite';
import { aMember, type SignedIn } from './support/member';
import { expectProblem, reasons } from './support/problem';
import { exchange, request } from './support/wire';

const LOGIN = '/api/v1/auth/login/password';
/** For members, with a body. */
const CHANGE = '/api/v1/auth/password/change';

/** As in the document; routes that end a session come last. */
interface Parameter {
  readonly in: string;
  readonly name: string;
}

async function everyRoute() {
  const document = createDocument(await previewApi());
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const { parameters = [] } = operations[method] ?? {};
      if (!operations[method]) return [];
      const headers = parameters
        .map((one) => resolved<Parameter>(document, one))
        .filter(({ in: place }) => place === 'header')
        .map(({ name }) => name);
      return { name: `${method} ${path}`, method: method.toUpperCase(), path, headers };
    }),
  );
  return routes.sort((a, b) => Number(a.path.endsWith('/logout')) - Number(b.path.endsWith('/logout')));
}

describe('The order of checks', () => {
  const api = suiteApi();
  let member: SignedIn;

  beforeAll(async () => {
    member = await aMember(api);
  });

  const send = (path: string, headers: Record<string, string>, body: string) =>
    exchange(api.url, request('POST', path, { 'Content-Type': 'application/json', ...headers }, body));

  it.each([
    [400, 'REQUEST.MALFORMED', {}, '{'],
    [413, 'REQUEST.TOO_LARGE', {}, ' '.repeat(16 * 1024 + 1)],
    [415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE', { 'Content-Type': 'text/plain' }, 'hello'],
  ])('the form of the body comes first: %i %s before the App and the bearer', async (status, code, headers, body) => {
    for (const path of [LOGIN, CHANGE]) {
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
    expectProblem(await send(CHANGE, {}, '{}'), 400, 'APP.HEADER.REQUIRED');
    expectProblem(await send(CHANGE, { Authorization: 'Bearer x' }, '{}'), 400, 'APP.HEADER.REQUIRED');
    expectProblem(await send(CHANGE, { 'X-AppID': 'shop' }, '{}'), 400, 'APP.HEADER.INVALID');
  });

  it('the bearer comes before what is inside the body', async () => {
    const app = { 'X-AppID': api.appId };
    const hostile = `{"__proto__":{"admin":true}}`;
    expectProblem(await send(CHANGE, app, hostile), 401, 'IAM.TOKEN.MISSING');
    expectProblem(await send(CHANGE, { ...app, Authorization: 'Bearer x' }, hostile), 401, 'IAM.TOKEN.INVALID');
    expectProblem(await send(CHANGE, member.headers, hostile), 422, 'REQUEST.VALIDATION_FAILED');
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
      ['POST', '/api/v1/auth/register'],
      ['POST', '/api/v1/auth/token/refresh'],
      ['POST', LOGIN],
      ['GET', '/api/v1/public/app-version?platform=android&package_type=wgt'],
    ])('is 422 on %s %s, which documents it', async (method, path) => {
      const answer = await exchange(api.url, request(method, path, { ...member.headers, ...key }));
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['X-AK-Device-Key not_uuid']);
    });

    it.each([
      ['GET', '/api/v1/public/config', 200],
      ['GET', '/api/v1/regions', 200],
      ['GET', '/api/v1/auth/context', 200],
      ['GET', '/internal/v1/health/live', 200],
      ['GET', '/internal/v1/health/ready', 200],
      ['GET', '/.well-known/jwks.json', 200],
      ['GET', '/docs/openapi.json', 200],
    ])('is ignored on %s %s, which does not', async (method, path, status) => {
      const answer = await exchange(api.url, request(method, path, { ...member.headers, ...key }));
      expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
    });

    it('is 422 on every route that documents it, and on no other one', async () => {
      // Some of these requests are carried out, the logout among them: what they change is not what the others use.
      const own = await startTestApi();
      const { headers: ofMember } = await aMember(own);
      const { access_token } = await signInAdmin(own);
      const ofAdmin = { 'X-AppID': own.appId, Authorization: `Bearer ${access_token}` };
      const told: string[] = [];
      const documented: string[] = [];
      for (const { name, method, path, headers } of await everyRoute()) {
        if (headers.includes('X-AK-Device-Key')) documented.push(name);
        const caller = path.startsWith('/admin-api/') ? ofAdmin : ofMember;
        const target = path
          .replace('{app_id}', own.appId)
          .replace('{type}', 'email')
          .replaceAll(/\{\w+\}/g, newId());
        const answer = await exchange(own.url, request(method, target, { ...caller, ...key }));
        if (answer.status === 422 && reasons(answer.body).includes('X-AK-Device-Key not_uuid')) {
          told.push(name);
        }
      }
      await own.close();
      expect(documented.length).toBeGreaterThan(8);
      expect(told.sort()).toEqual(documented.sort());
    });

    it('is checked after the App and the bearer', async () => {
      const challenge = '/api/v1/me/login-identifiers/email/challenge';
      expectProblem(await send(LOGIN, key, '{}'), 400, 'APP.HEADER.REQUIRED');
      expectProblem(await send(challenge, { ...key, 'X-AppID': api.appId }, '{}'), 401, 'IAM.TOKEN.MISSING');
    });

    it('is 422 when it is given twice', async () => {
      const twice = 'X-AK-Device-Key: 3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44\r\n'.repeat(2);
      const path = '/api/v1/public/app-version?platform=android&package_type=wgt';
      const bytes = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-AppID: ${api.appId}\r\n${twice}\r\n`;
      expectProblem(await exchange(api.url, bytes), 422, 'REQUEST.VALIDATION_FAILED');
    });

    it('does not turn an unknown path into a route', async () => {
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
