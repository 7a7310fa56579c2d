import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { newId } from '@libs/kernel';
import { previewApi } from '../../apps/api/src/openapi/generated-files';
import { METHODS, routesOf } from '../../apps/api/src/surfaces/routes';
import { signInAdmin } from '../admin/support/admin';
import { committedDocument } from '../support/openapi';
import { suiteApi } from '../support/suite';
import { aMember, type SignedIn } from './support/member';
import { expectProblem } from './support/problem';
import { chunked, exchange, request } from './support/wire';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const DEEP = Buffer.from('['.repeat(10_000));
/** Each of them is refused where a body is read. */
const BODIES: readonly (readonly [string, Record<string, string>, Buffer])[] = [
  ['a deep one', JSON_TYPE, DEEP],
  ['a malformed one', JSON_TYPE, Buffer.from('{"a":')],
  ['one that names a prototype', JSON_TYPE, Buffer.from('{"__proto__":{"admin":true}}')],
  ['one that is no text', JSON_TYPE, Buffer.from([0, 0xff, 0xc0, 0x80])],
  ['one of another type', { 'Content-Type': 'text/plain' }, Buffer.from('hello')],
  ['one of no type', {}, Buffer.from('{}')],
  ['a compressed one', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, gzipSync('{}')],
  ['one with keys without end', JSON_TYPE, Buffer.from(`{${'"a":1,'.repeat(2_000)}"a":1}`)],
  ['one of 300 KiB', JSON_TYPE, Buffer.alloc(300 * 1024, ' ')],
];

/** Operations of the document without a body, and those with one. Those that end a session come last. */
function operations() {
  const all = Object.entries(committedDocument().paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ name: `${method} ${path}`, method: method.toUpperCase(), path, operation }] : [];
    }),
  );
  const [without, withBody] = [false, true].map((has) => all.filter((one) => 'requestBody' in one.operation === has));
  return {
    without: without!.sort((a, b) => Number(a.path.endsWith('/logout')) - Number(b.path.endsWith('/logout'))),
    withBody: withBody!.map(({ name }) => name),
  };
}

describe('A route without a body', () => {
  const api = suiteApi();
  let member: SignedIn;

  beforeAll(async () => {
    member = await aMember(api);
  });

  it('is in the document what it is in the program, and refuses no form of one', async () => {
    const { without, withBody } = operations();
    const read = routesOf(await previewApi()).flatMap(({ method, path, body }) => (body ? [`${method} ${path}`] : []));
    const documented = new Set([...without.map(({ name }) => name), ...withBody]);
    expect(read.filter((name) => documented.has(name)).sort()).toEqual(withBody.sort());
    const refusing = without.filter(({ operation: { responses } }) => '413' in responses || '415' in responses);
    expect(refusing.map(({ name }) => name)).toEqual([]);
  });

  it('answers as without one, whatever is sent', async () => {
    const { headers: ofMember } = await aMember(api);
    const { access_token } = await signInAdmin(api);
    const ofAdmin = { 'X-AppID': api.appId, Authorization: `Bearer ${access_token}` };
    const answerTo = async (method: string, path: string, headers: Record<string, string>, body?: Buffer) => {
      const { status, body: answer } = await exchange(api.url, request(method, path, headers, body));
      return { status, code: answer['code'], errors: answer['errors'] };
    };
    const { without } = operations();
    const succeeded: string[] = [];
    for (const [index, { name, method, path }] of without.entries()) {
      const caller = path.startsWith('/admin-api/') ? ofAdmin : ofMember;
      const target = path.replace('{app_id}', api.appId).replaceAll(/\{\w+\}/g, newId());
      const [which, headers, body] = BODIES[index % BODIES.length]!;
      const hostile = await answerTo(method, target, { ...caller, ...headers }, body);
      // What was done cannot always be done again.
      if (hostile.status < 300) succeeded.push(name);
      else expect({ name, which, ...hostile }).toEqual({ name, which, ...(await answerTo(method, target, caller)) });
    }
    expect(succeeded).toEqual(expect.arrayContaining(['post /api/v1/auth/logout', 'post /admin-api/v1/audit/verify']));
    expect(succeeded.length).toBeGreaterThan(40);
  });

  it.each(BODIES)('that asks for a proof does so whatever is sent: %s', async (_which, headers, body) => {
    const path = '/api/v1/me/data-export';
    const all = { ...member.headers, ...headers };
    for (const bytes of [request('POST', path, all, body), chunked('POST', path, all, [body])]) {
      expectProblem(await exchange(api.url, bytes), 403, 'IAM.STEP_UP.REQUIRED');
    }
  });

  const open = async () => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const LIVE = '/internal/v1/health/live';
  const KEPT = { Connection: 'keep-alive' };

  it('leaves a connection that can be used again: what is in a body is no request', async () => {
    const socket = await open();
    const smuggled = request('GET', '/.well-known/jwks.json', { 'X-Request-ID': 'smuggled' });
    socket.write(request('GET', LIVE, { ...KEPT, 'X-Request-ID': 'first' }, smuggled));
    socket.write(request('GET', LIVE, { 'X-Request-ID': 'second' }));
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect([...text.matchAll(/^x-request-id: (\S+)\r$/gim)].map(([, id]) => id)).toEqual(['first', 'second']);
  });

  it('is answered before the body has come, and does not wait for it for long', async () => {
    for (const [method, path, status] of [
      ['GET', LIVE, 200],
      ['POST', '/api/v1/auth/logout', 200],
    ] as const) {
      const { headers } = await aMember(api);
      const socket = await open();
      socket.write(request(method, path, { ...headers, ...KEPT, 'Content-Length': '100' }));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(String(answer)).toMatch(`HTTP/1.1 ${status} `);
      // Nothing more is sent: the server ends it.
      await once(socket, 'close');
    }
  });
});
