import { request as httpRequest } from 'node:http';
import { suiteApi } from '../support/suite';
import { exchange, request } from './support/wire';

const LIVE = '/internal/v1/health/live';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('X-Request-ID', () => {
  const api = suiteApi();

  it.each(['a', 'A-Z_0.9', '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901', 'x'.repeat(128)])('is accepted: %s', async (id) => {
    const { headers } = await api.http.get(LIVE).set('X-Request-ID', id).expect(200);
    expect(headers['x-request-id']).toBe(id);
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['with a blank', 'a b'],
    ['with markup', '<script>'],
    ['with a quote', `a"b`],
    ['outside of ASCII', 'caf\xe9'],
    ['with a tab', 'a\tb'],
  ])('is replaced when it is %s', async (_, id) => {
    const { headers } = await exchange(api.url, request('GET', LIVE, { 'X-Request-ID': id }));
    expect(headers['x-request-id']).toMatch(UUID);
  });

  it('is replaced when it is given twice', async () => {
    const id = await new Promise((resolve, reject) => {
      const sent = httpRequest(`${api.url}${LIVE}`, { headers: { 'X-Request-ID': ['one', 'two'] } }, (response) => {
        response.resume();
        resolve(response.headers['x-request-id']);
      });
      sent.on('error', reject).end();
    });
    expect(id).toMatch(UUID);
  });

  it('is new for each request that has none', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await api.http.get(LIVE)).headers['x-request-id']));
    expect(new Set(ids).size).toBe(3);
  });

  const id = { 'X-Request-ID': 'named-by-the-client' };
  const json = { ...id, 'Content-Type': 'application/json' };

  it.each([
    [200, 'a success', () => request('GET', LIVE, id)],
    [
      304,
      'what has not changed',
      () => request('GET', '/api/v1/public/config', { ...id, 'X-AppID': api.appId, 'If-None-Match': '*' }),
    ],
    [400, 'a missing App', () => request('GET', '/api/v1/public/config', id)],
    [400, 'a path that cannot be decoded', () => request('GET', '/api/v1/public/pages/%ff', id)],
    [400, 'an endless URL', () => request('GET', `/${'a'.repeat(8 * 1024)}`, id)],
    [400, 'broken JSON', () => request('POST', '/api/v1/auth/register', json, '{')],
    [404, 'no route', () => request('PROPFIND', '/nowhere', id)],
    [404, 'OPTIONS', () => request('OPTIONS', LIVE, id)],
    [413, 'a body too large', () => request('POST', '/api/v1/auth/register', json, ' '.repeat(16 * 1024 + 1))],
    [415, 'a form', () => request('POST', '/api/v1/auth/register', id, 'a=b')],
    [200, 'the OpenAPI document', () => request('GET', '/docs/openapi.json', id)],
  ])('is on the answer %i to %s', async (status, _, bytes) => {
    const answer = await exchange(api.url, bytes());
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toBe('named-by-the-client');
    if (status >= 400) expect(answer.body).toMatchObject({ request_id: 'named-by-the-client' });
  });
});
