import { newId } from '@libs/kernel';
import { METHODS } from '../../apps/api/src/surfaces/routes';
import { adminClient, signInAdmin } from '../admin/support/admin';
import { apiClients, tokenOf } from '../service/support/clients';
import { committedDocument } from '../support/openapi';
import { suiteApi } from '../support/suite';
import { aMember } from './support/member';
import { expectProblem, reasons } from './support/problem';
import { exchange, request } from './support/wire';

/** What others add to links, in every form that a query can have. */
const ADDED = 'utm_source=mail&utm_source=ad&ref[]=1&ref%5Ba%5D=2&x=%ff&%zz=1&y=%00&__proto__=1';

const operations = Object.entries(committedDocument().paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => (item[method] ? [{ method: method.toUpperCase(), path }] : [])),
);
const isOfPrograms = ({ path }: { path: string }) => /^\/(?:admin-api|api\/v1\/service)\//.test(path);

describe('A query parameter that an operation does not have', () => {
  const api = suiteApi();

  const targetOf = (path: string) =>
    path
      .replace('{app_id}', api.appId)
      .replace('{action}', 'publish')
      .replaceAll(/\{\w+\}/g, newId());
  const asAdmin = async () => {
    const { access_token } = await signInAdmin(api);
    return { 'X-AppID': api.appId, Authorization: `Bearer ${access_token}` };
  };

  it('is refused by each read of administrators and API clients: 422 unknown_parameter', async () => {
    const admin = await asAdmin();
    const owner = adminClient(api, admin.Authorization.replace('Bearer ', ''));
    const client = await apiClients(owner).create();
    const service = { Authorization: `Bearer ${await tokenOf(api, client)}` };
    const others: string[] = [];
    const refusing = operations.filter((one) => one.method === 'GET' && isOfPrograms(one));
    for (const { method, path } of refusing) {
      const headers = path.startsWith('/api/') ? service : admin;
      const { status, body } = await exchange(api.url, request(method, `${targetOf(path)}?no_such=1`, headers));
      if (status !== 422 || !reasons(body).includes('no_such unknown_parameter')) {
        others.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
      }
    }
    expect(refusing.length).toBeGreaterThan(60);
    expect(others).toEqual([]);
  });

  it('is named with all others, and with what else is wrong with the query', async () => {
    const query = 'pagesize=5&page=0&q=a&q=b&status[]=active&Status=active&status=active';
    const answer = await exchange(api.url, request('GET', `/admin-api/v1/users?${query}`, await asAdmin()));
    const { errors } = expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual([
      'pagesize unknown_parameter',
      'status[] unknown_parameter',
      'Status unknown_parameter',
      'q repeated',
    ]);
    expect(errors?.[0]?.message).toBe('There is no such query parameter.');
    const many = Array.from({ length: 60 }, (_, at) => `p${at}=1`).join('&');
    expect(
      reasons((await exchange(api.url, request('GET', `/admin-api/v1/users?${many}`, await asAdmin()))).body),
    ).toHaveLength(20);
  });

  it('is told after the bearer, the permission and the ids of the path, and before what does not exist', async () => {
    const ask = async (path: string, headers: Record<string, string>) =>
      (await exchange(api.url, request('GET', `/admin-api/v1/${path}?no_such=1`, headers))).status;
    const admin = await asAdmin();
    const { accessToken } = await aMember(api);
    expect(await ask('users', {})).toBe(401);
    expect(await ask('users', { Authorization: `Bearer ${accessToken}` })).toBe(401);
    expect(await ask(`apps/${newId()}/members`, admin)).toBe(404);
    expect(await ask('users/x', admin)).toBe(404);
    expect(await ask(`users/${newId()}`, admin)).toBe(422);
  });

  it('is ignored by changes', async () => {
    const owner = adminClient(api, (await asAdmin()).Authorization.replace('Bearer ', ''));
    await owner.post('roles?no_such=1', { code: 'cashier', name: 'Cashier', permissions: [] }).expect(201);
    await owner.delete('roles/cashier?lock_version=1&no_such=1').expect(200);
  });

  it('is ignored on public and mobile routes, however it is written', async () => {
    const { headers } = await aMember(api);
    const others: string[] = [];
    const ignoring = operations.filter(
      (one) => one.method === 'GET' && /^\/api\/v1\//.test(one.path) && !isOfPrograms(one),
    );
    for (const { path } of ignoring) {
      const target = path === '/api/v1/public/app-version' ? `${path}?platform=android` : targetOf(path);
      const [plain, added] = [target, `${target}${target.includes('?') ? '&' : '?'}${ADDED}`];
      const answers = [];
      for (const one of [plain, added]) answers.push(await exchange(api.url, request('GET', one, headers)));
      const [without, having] = answers.map(({ status, body }) => [status, body['code'], reasons(body)].join(' '));
      if (without !== having) others.push(`${path}: ${without}, ${having}`);
    }
    expect(ignoring.length).toBeGreaterThan(30);
    expect(others).toEqual([]);
  });
});
