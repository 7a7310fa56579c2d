import type { Server } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { HttpAdapterHost } from '@nestjs/core';
import { eventually } from '../support/api';
import { suiteApi } from '../support/suite';
import { signInAdmin } from '../admin/support/admin';
import { expectProblem, reasons } from './support/problem';
import { exchange, request } from './support/wire';

const LIVE = '/internal/v1/health/live';
/** No answer to it has begun when what is sent with it is read. */
const WAITING = request(
  'POST',
  '/admin-api/v1/auth/login',
  { Connection: 'keep-alive', 'Content-Type': 'application/json' },
  '{}',
);
const ofHosts = (target: string, ...hosts: string[]) =>
  `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`;
const POST = 'POST /api/v1/auth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

describe('A request that is not HTTP', () => {
  const api = suiteApi();

  it.each([
    ['noise', 'hello\r\n\r\n'],
    ['a method that nobody knows', 'FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a path with NUL', 'GET /a\0b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a path with raw bytes', 'GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a target without a path', 'GET ?q=1 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a target of another scheme', 'GET foo://bar HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a target of another scheme, with a path', `GET foo://bar${LIVE} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['an address that is none', 'GET http://[x/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an address without a host', `GET http://?x HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['an address for a path', 'POST localhost:80 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}'],
    ['a header with NUL', `GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\nX-AppID: a\0b\r\n\r\n`],
    ['a header without a name', `GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\n: b\r\n\r\n`],
    [
      'both Content-Length and Transfer-Encoding',
      `${POST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two Content-Lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `],
    ['a Content-Length that is no number', `${POST}Content-Length: 2x\r\n\r\n{}`],
    ['a chunk without a size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['no Host', `GET ${LIVE} HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['two Hosts', ofHosts(LIVE, 'localhost', 'other.example')],
    ['two Hosts that are the same', ofHosts(LIVE, 'localhost', 'localhost')],
    ['two Hosts, of which one is empty', ofHosts(LIVE, '', 'localhost')],
    ['two Hosts where a browser asks first', ofHosts(LIVE, 'a', 'b').replace('GET', 'OPTIONS')],
    ['a Host that is two', ofHosts(LIVE, 'localhost, other.example')],
    ['a Host that is an address of a page', ofHosts(LIVE, 'http://localhost/')],
    ['a Host with a path', ofHosts(LIVE, 'localhost/x')],
    ['a Host with somebody in it', ofHosts(LIVE, 'me@localhost')],
    ['a Host other than that of the target', ofHosts(`http://other.example${LIVE}`, 'localhost')],
    ['a Host at another port than that of the target', ofHosts(`http://localhost:81${LIVE}`, 'localhost')],
    [
      'a coding that is not the last',
      `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
    ],
  ])('is 400 REQUEST.MALFORMED, with its request id and the security headers: %s', async (_, text) => {
    const answer = await exchange(api.url, Buffer.from(text, 'latin1'));
    expectProblem(answer, 400, 'REQUEST.MALFORMED');
    expect(answer.headers).toMatchObject({
      'content-security-policy': `default-src 'none';frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      connection: 'close',
    });
    expect(Buffer.byteLength(answer.text)).toBe(Number(answer.headers['content-length']));
  });

  it.each(['', 'localhost', 'LOCALHOST:80', '127.0.0.1', '[::1]:3000', 'a_b.example.', 'xn--fsq.example'])(
    'is one with a Host of one line: %s',
    async (host) => {
      expect((await exchange(api.url, ofHosts(LIVE, host))).status).toBe(200);
      if (host) expect((await exchange(api.url, ofHosts(`http://${host}${LIVE}`, host))).status).toBe(200);
    },
  );

  it('is 400 with two Hosts where the answer is in memory, and in an older version of HTTP', async () => {
    const config = (...hosts: string[]) =>
      ofHosts('/api/v1/public/config', ...hosts).replace('\r\n\r\n', `\r\nX-AppID: ${api.appId}\r\n\r\n`);
    for (let round = 0; round < 3; round++) expect((await exchange(api.url, config('localhost'))).status).toBe(200);
    for (const bytes of [config('localhost', 'other.example'), config('a', 'b').replace('1.1', '1.0')])
      expectProblem(await exchange(api.url, bytes), 400, 'REQUEST.MALFORMED');
  });

  it('is refused with two lines of what decides who asks, for which App, and in which form', async () => {
    const twice = async (name: string, value: string, more: Record<string, string>, path: string) => {
      const [head = ''] = request('POST', path, { 'Content-Type': 'application/json', ...more }, '{}')
        .toString()
        .split('\r\n\r\n');
      const lines = head.split('\r\n').filter((line) => !line.startsWith(`${name}:`));
      return exchange(api.url, `${[...lines, `${name}: ${value}`, `${name}: ${value}`].join('\r\n')}\r\n\r\n{}`);
    };
    const { access_token } = await signInAdmin(api);
    const bearer = `Bearer ${access_token}`;
    const admin = '/admin-api/v1/apps';
    expectProblem(await twice('Authorization', bearer, {}, admin), 401, 'IAM.TOKEN.INVALID');
    expectProblem(
      await twice('X-Tenant-ID', api.tenantId, { Authorization: bearer }, admin),
      400,
      'TENANT.HEADER.INVALID',
    );
    const keyed = await twice('Idempotency-Key', 'k', { Authorization: bearer }, admin);
    expect(reasons(keyed.body)).toEqual(['Idempotency-Key not_key']);
    const register = '/api/v1/auth/register';
    expectProblem(await twice('X-AppID', api.appId, {}, register), 400, 'APP.HEADER.INVALID');
    const app = { 'X-AppID': api.appId };
    const key = await twice('X-AK-Device-Key', '3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44', app, register);
    expect(reasons(key.body)).toEqual(['X-AK-Device-Key not_uuid']);
    expectProblem(
      await twice('Content-Type', 'application/json', app, register),
      415,
      'REQUEST.UNSUPPORTED_MEDIA_TYPE',
    );
    expectProblem(await twice('Content-Encoding', 'identity', app, register), 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    ['one long header', `X: ${'x'.repeat(16 * 1024)}\r\n`],
    ['many short ones', 'X: y\r\n'.repeat(6_000)],
    ['one that does not end', `X: ${'x'.repeat(64 * 1024)}`],
  ])('is 431 REQUEST.HEADERS_TOO_LARGE for headers of more than 16 KiB: %s', async (_, headers) => {
    const answer = await exchange(api.url, `GET ${LIVE} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
    expectProblem(answer, 431, 'REQUEST.HEADERS_TOO_LARGE');
    expect(answer.headers['connection']).toBe('close');
    expect(Buffer.byteLength(answer.text)).toBe(Number(answer.headers['content-length']));
  });

  it('has room for headers of 15 KiB', async () => {
    expect((await exchange(api.url, request('GET', LIVE, { X: 'x'.repeat(15 * 1024) }))).status).toBe(200);
  });

  it('does not end the process, nor other connections', async () => {
    await Promise.all(Array.from({ length: 50 }, () => exchange(api.url, '\x16\x03\x01\x02\0\r\n\r\n')));
    await api.http.get(LIVE).expect(200);
  });

  it('is 404 ROUTE.NOT_FOUND for CONNECT', async () => {
    expectProblem(await exchange(api.url, request('CONNECT', 'example.com:443')), 404, 'ROUTE.NOT_FOUND');
  });

  it.each(['CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'noise\r\n\r\n'])(
    'of a client that resets the connection at once has no effect: %s',
    async (bytes) => {
      const clients = Array.from({ length: 20 }, async () => {
        const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(bytes);
        await once(socket, 'data');
        socket.resetAndDestroy();
      });
      await Promise.all(clients);
      await api.http.get(LIVE).expect(200);
    },
  );

  it.each([
    ['noise', []],
    ['noise behind a request that waits', [WAITING]],
    ['CONNECT behind a request that waits', [WAITING, request('CONNECT', 'example.com:443')]],
  ])('does not write into the middle of the answer before it: %s', async (_, before) => {
    const { text: page } = await api.http.get('/docs').expect(200);
    const large = /docs\/assets\/\w+\/swagger-ui-bundle\.js/.exec(page)?.[0];
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /${large} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'readable');
    socket.write(Buffer.concat([...before, Buffer.from('noise\r\n\r\n')]));
    const chunks: Buffer[] = [];
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) chunks.push(chunk as Buffer);
    const answer = Buffer.concat(chunks).toString('latin1');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toMatch(/REQUEST\.MALFORMED|ROUTE\.NOT_FOUND/);
  });

  it('does not keep a connection whose client keeps its own side open', async () => {
    const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.write('noise\r\n\r\n');
    socket.resume();
    const server = api.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server;
    const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    await once(socket, 'end');
    const others = (await open()) - 1;
    await eventually(async () => (await open()) <= others);
    socket.destroy();
  });

  it('may expect anything and is not upgraded', async () => {
    expect((await exchange(api.url, request('GET', LIVE, { Expect: 'the unexpected' }))).status).toBe(200);
    const upgrade = { Connection: 'Upgrade, close', Upgrade: 'websocket' };
    expect((await exchange(api.url, request('GET', LIVE, upgrade))).status).toBe(200);
  });

  describe('that does not arrive in time', () => {
    const server = () => api.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server;

    /** Sends these bytes, and makes the server notice that nothing more arrives. */
    const sendHalf = (bytes: string) => {
      server().once('connection', (socket: Socket) => {
        const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        socket.once('data', () => setImmediate(() => server().emit('clientError', late, socket)));
      });
      return exchange(api.url, bytes);
    };

    it('has 10 seconds for its headers and, as an upload, 300 for all of it, checked every 5', () => {
      expect(server()).toMatchObject({
        headersTimeout: 10_000,
        requestTimeout: 300_000,
        connectionsCheckingInterval: 5_000,
        keepAliveTimeout: 65_000,
      });
    });

    it.each([
      ['half a head', `GET ${LIVE} HTTP/1.1\r\nHost:`],
      ['half a body', `${POST}Content-Length: 100\r\n\r\n{`],
    ])('is 408 REQUEST.TIMEOUT: %s', async (_, bytes) => {
      const answer = await sendHalf(bytes);
      expectProblem(answer, 408, 'REQUEST.TIMEOUT');
      expect(answer.headers['connection']).toBe('close');
      await api.http.get(LIVE).expect(200);
    });
  });
});
