import { request as httpRequest, type IncomingMessage } from 'node:http';
import { newId } from '@libs/kernel';
import { ANNOUNCED_WITHIN_MS, eventually } from '../support/api';
import { suiteApi } from '../support/suite';
import { anApp, change } from './support/apps';
import { aMember } from './support/member';
import { expectProblem } from './support/problem';

const DISABLE_APP = `UPDATE apps SET status = 'disabled' WHERE id = $1`;
const DELETE_APP = `UPDATE apps SET status = 'disabled', deleted_at = now() WHERE id = $1`;
const DISABLE_TENANT = `UPDATE tenants SET status = 'disabled' WHERE id = (SELECT tenant_id FROM apps WHERE id = $1)`;

describe('X-AppID', () => {
  const api = suiteApi();

  const routes = [
    ['a public route', 'get', '/api/v1/public/config'],
    ['an anonymous mobile route', 'post', '/api/v1/auth/registration/resend-code'],
    ['a route of a signed-in member', 'get', '/api/v1/auth/context'],
  ] as const;

  describe.each(routes)('on %s', (_, method, path) => {
    const ask = (appId?: string) => {
      const request = api.http[method](path);
      return appId === undefined ? request : request.set('X-AppID', appId);
    };

    it('is required: 400 APP.HEADER.REQUIRED when it is missing, empty or blank', async () => {
      expectProblem(await ask(), 400, 'APP.HEADER.REQUIRED');
      expectProblem(await ask(''), 400, 'APP.HEADER.REQUIRED');
      expectProblem(await ask('  '), 400, 'APP.HEADER.REQUIRED');
    });

    it.each([
      'shop',
      '1',
      'null',
      '00000000-0000-0000-0000-00000000000',
      '00000000-0000-0000-0000-0000000000000',
      '00000000000000000000000000000000',
      '{00000000-0000-0000-0000-000000000000}',
      'urn:uuid:00000000-0000-0000-0000-000000000000',
      "' OR 1=1 --",
      'x'.repeat(100),
    ])('is 400 APP.HEADER.INVALID when it is malformed: %s', async (header) => {
      expectProblem(await ask(header), 400, 'APP.HEADER.INVALID');
    });

    it('is 400 APP.HEADER.INVALID when it is given twice', async () => {
      const headers = { 'X-AppID': [api.appId, api.appId] };
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        httpRequest(`${api.url}${path}`, { method: method.toUpperCase(), headers }, resolve).on('error', reject).end();
      });
      const text = (await answer.setEncoding('utf8').toArray()).join('');
      expect(answer.statusCode).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ code: 'APP.HEADER.INVALID' });
    });

    it('is 400 APP.HEADER.UNAVAILABLE when nothing has that id', async () => {
      expectProblem(await ask(newId()), 400, 'APP.HEADER.UNAVAILABLE');
      expectProblem(await ask('00000000-0000-0000-0000-000000000000'), 400, 'APP.HEADER.UNAVAILABLE');
      expectProblem(await ask(api.tenantId), 400, 'APP.HEADER.UNAVAILABLE');
    });

    it.each([
      ['the App is disabled', DISABLE_APP],
      ['the App is deleted', DELETE_APP],
      ['its tenant is disabled', DISABLE_TENANT],
    ])('is 400 APP.HEADER.UNAVAILABLE when %s, as if it had never been there', async (_reason, statement) => {
      const app = await anApp(api);
      await change(api, statement, [app.id]);
      const unavailable = await ask(app.id);
      const unknown = await ask(newId());
      expectProblem(unavailable, 400, 'APP.HEADER.UNAVAILABLE');
      const { request_id: _id, ...told } = unavailable.body as Record<string, unknown>;
      expect(unknown.body).toMatchObject(told);
    });

    it('may be in upper case', async () => {
      const answer = await ask(api.appId.toUpperCase());
      expect([200, 401, 422]).toContain(answer.status);
      expect(answer.status).toBe((await ask(api.appId)).status);
    });
  });

  it.each([
    ['the App is disabled', DISABLE_APP],
    ['the App is deleted', DELETE_APP],
    ['its tenant is disabled', DISABLE_TENANT],
  ])('is 400 APP.HEADER.UNAVAILABLE with a live token too, once %s', async (_reason, statement) => {
    const app = await anApp(api);
    const { headers } = await aMember(api, app.id);
    const context = () => api.http.get('/api/v1/auth/context').set(headers);
    await context().expect(200);
    await change(api, statement, [app.id]);
    await eventually(async () => (await context()).status === 400, ANNOUNCED_WITHIN_MS);
    expectProblem(await context(), 400, 'APP.HEADER.UNAVAILABLE');
    expectProblem(await api.http.post('/api/v1/auth/logout').set(headers), 400, 'APP.HEADER.UNAVAILABLE');
  });

  it('of another App makes a live token invalid: 401', async () => {
    const { headers } = await aMember(api);
    const other = await anApp(api);
    const answer = await api.http.get('/api/v1/auth/context').set({ ...headers, 'X-AppID': other.id });
    expectProblem(answer, 401, 'IAM.TOKEN.INVALID');
  });

  it('is not asked for by health and keys', async () => {
    for (const path of ['/internal/v1/health/live', '/internal/v1/health/ready', '/.well-known/jwks.json']) {
      await api.http.get(path).expect(200);
      await api.http.get(path).set('X-AppID', 'shop').expect(200);
    }
  });
});
