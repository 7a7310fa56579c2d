import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { VERSION } from '@libs/foundation';
import { asOwner } from '../admin/support/admin';
import { pathSentTo } from '../admin/support/password-pages';
import { expectProblem } from '../http/support/problem';
import { exchange, request as wire } from '../http/support/wire';
import { anEmail, startTestApi } from '../support/api';
import { suiteApi } from '../support/suite';
import { builtConsole } from './support/built-console';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
    "connect-src 'self'; frame-src blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types vue",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const TYPES: Readonly<Record<string, RegExp>> = {
  html: /^text\/html; charset=utf-8$/,
  js: /^text\/javascript; charset=utf-8$/,
  css: /^text\/css; charset=utf-8$/,
};

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe('The console', () => {
  // With the limits on, which it does not count against.
  const api = suiteApi({ RATE_LIMIT_ENABLED: 'true' });
  const { directory, files } = builtConsole();
  const page = readFileSync(join(directory, 'index.html'));
  const script = files.find(({ path }) => path.endsWith('.js'))!;

  /** As the bytes come, without what clients undo by themselves. */
  async function ask(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
    const answer = await request(api.url + path, { method, headers });
    const told = answer.headers as Readonly<Record<string, string | undefined>>;
    return { status: answer.statusCode, headers: told, body: Buffer.from(await answer.body.arrayBuffer()) };
  }

  it.each([
    ['/console', '/console/'],
    ['/console?tenant=corner%20shop', '/console/?tenant=corner%20shop'],
  ])('moves from %s to %s for good', async (path, location) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers } = await ask(path, {}, method);
      expect({ status, location: headers['location'] }).toEqual({ status: 308, location });
      expect(headers).toMatchObject(HEADERS);
    }
  });

  it.each([
    '/console/',
    '/console/index.html',
    '/console/apps',
    '/console/apps/01a1fe20-388c-7638-8aa8-3b8e80dfb556/pages/terms.of.use',
    '/console/files/logo.png?page=2',
    '/console/assets',
    '/console/invite?token=akl_x',
    '/console/session',
    '/console/%ff%00',
    '/console//example.com',
    '/console/index.html.br',
    '/console/assets.json',
    '/console/.vite/manifest.json',
  ])('shows its page at %s, asked for again each time', async (path) => {
    const { status, headers, body } = await ask(path);
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: {
        ...HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex, nofollow',
        vary: 'Accept-Encoding',
      },
    });
    expect(body).toEqual(page);
    for (const absent of ['ratelimit', 'ratelimit-policy', 'set-cookie', 'content-encoding']) {
      expect(headers[absent]).toBeUndefined();
    }
  });

  it.each(['/console/../package.json', '/console/%2e%2e/%2e%2e/package.json', '/console/..\\..\\package.json'])(
    'reads no file for %s',
    async (path) => {
      const { status, text } = await exchange(api.url, wire('GET', path));
      expect({ status, text }).toEqual({ status: 200, text: page.toString() });
    },
  );

  it('has each file of the build in each encoding, with an ETag of its own, and keeps hashed ones for good', async () => {
    const etags: string[] = [];
    for (const { path, bytes, br, gz } of files) {
      const plain = readFileSync(join(directory, path));
      expect(plain.length).toBe(bytes);
      for (const [encoding, size] of Object.entries({ identity: bytes, br, gzip: gz })) {
        if (size === null) continue;
        const { status, headers, body } = await ask(`/console/${path}`, { 'Accept-Encoding': encoding });
        expect({ path, encoding, status, headers }).toMatchObject({
          status: 200,
          headers: {
            ...HEADERS,
            // A preview is a document of no origin, which would not get its style otherwise.
            ...(path === 'phone.css' && { 'cross-origin-resource-policy': 'cross-origin' }),
            'content-length': String(size),
            'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
            vary: 'Accept-Encoding',
          },
        });
        expect(headers['content-type']).toMatch(TYPES[path.split('.').at(-1) ?? ''] ?? /\//);
        expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        const decoded = encoding === 'identity' ? body : DECODERS[encoding as 'br'](body);
        expect(decoded.equals(plain)).toBe(true);
        expect(headers['etag']).toMatch(/^"[\w-]+"$/);
        etags.push(headers['etag']!);
      }
    }
    expect(etags.length).toBeGreaterThan(files.length);
    expect(new Set(etags).size).toBe(etags.length);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['deflate', undefined],
  ])('answers Accept-Encoding: %s with %s', async (accepted, encoding) => {
    const { headers } = await ask(`/console/${script.path}`, { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('answers 304 to whoever has the same bytes, and only then', async () => {
    for (const path of ['/console/', `/console/${script.path}`]) {
      const inBrotli = { 'Accept-Encoding': 'br' };
      const { etag = '' } = (await ask(path, inBrotli)).headers;
      for (const held of [etag, `"other", W/${etag}`, '*']) {
        const { status, headers, body } = await ask(path, { ...inBrotli, 'If-None-Match': held });
        expect({ status, length: body.length, etag: headers['etag'] }).toEqual({ status: 304, length: 0, etag });
        expect(headers).toMatchObject({ ...HEADERS, vary: 'Accept-Encoding' });
        expect(headers['content-encoding']).toBeUndefined();
      }
      // In another encoding the bytes are others.
      expect((await ask(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag })).status).toBe(200);
      expect((await ask(path, { 'If-None-Match': etag })).status).toBe(200);
    }
  });

  it('answers HEAD with the headers of GET', async () => {
    for (const path of ['/console/', `/console/${script.path}`]) {
      const encoded = { 'Accept-Encoding': 'br' };
      const [get, head] = [await ask(path, encoded), await ask(path, encoded, 'HEAD')];
      expect([head.status, head.body.length]).toEqual([200, 0]);
      for (const name of ['content-type', 'content-length', 'content-encoding', 'etag', 'cache-control', 'vary']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
        expect([name, get.headers[name]]).toEqual([name, expect.any(String)]);
      }
    }
  });

  it.each([
    '/console/assets/',
    '/console/assets/index-00000000.js',
    '/console/assets/%2e%2e/index.html',
    '/console/assets/index.js.map',
    '/console/assets/__proto__',
  ])('has no %s', async (path) => {
    const answer = await api.http.get(path);
    expectProblem(answer, 404, 'ROUTE.NOT_FOUND');
    expect(answer.headers).toMatchObject(HEADERS);
  });

  it('serves no source map, and names none', async () => {
    for (const { path } of files) {
      expect(path).not.toMatch(/\.map$/);
      expect((await ask(`/console/${path}`)).body.includes('sourceMappingURL')).toBe(false);
    }
  });

  it.each(['post', 'put', 'patch', 'delete', 'options'] as const)('takes no %s', async (method) => {
    for (const path of ['/console', '/console/', '/console/apps', `/console/${script.path}`, '/console/env.json']) {
      const answer = await api.http[method](path);
      expectProblem(answer, 405, 'REQUEST.METHOD_NOT_ALLOWED');
      expect(answer.headers).toMatchObject({ ...HEADERS, allow: 'GET, HEAD' });
    }
  });

  it('refuses a method before it reads a body', async () => {
    const answer = await api.http.post('/console/apps').type('text/plain').send('{');
    expectProblem(answer, 405, 'REQUEST.METHOD_NOT_ALLOWED');
  });

  it('counts against no limit', async () => {
    const statuses = await Promise.all(Array.from({ length: 400 }, async () => (await ask('/console/')).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ask('/console/env.json')).headers['ratelimit']).toBeUndefined();
  });

  it('is where a browser gets to that opens the service itself, and nothing for programs', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const { status, headers } = await ask('/', { Accept: accept });
    expect([status, headers['location'], headers['cache-control']]).toEqual([302, '/console/', 'no-store']);
    for (const other of ['*/*', 'application/json', '']) {
      expectProblem(await api.http.get('/').set('Accept', other), 404, 'ROUTE.NOT_FOUND');
    }
    expectProblem(await api.http.post('/').set('Accept', accept), 404, 'ROUTE.NOT_FOUND');
  });

  it('asks for nothing from elsewhere', () => {
    expect(page.toString()).not.toMatch(/(?:src|href)="(?!\/console\/)|<script(?![^>]*\bsrc=)|<style|\son\w+=|style=/);
  });

  it('is told what the installation is', async () => {
    const { body, headers } = await api.http.get('/console/env.json').expect(200);
    expect(body).toEqual({
      version: VERSION,
      commit: null,
      environment: 'development',
      mail: 'outbox',
      sms: 'outbox',
      docs: true,
      default_tenant_code: 'default',
      locales: ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'],
    });
    expect(headers).toMatchObject({ ...HEADERS, 'cache-control': 'no-cache' });
  });

  it('has the screens behind mailed links, while the pages stay for those without scripts', async () => {
    const owner = await asOwner(api);
    const email = anEmail();
    await owner.post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
    const path = await pathSentTo(api, email);
    expect(path).toMatch(/^\/console\/invite\?token=akl_/);
    expect((await ask(path)).body).toEqual(page);
    const plain = await api.http.get(path.replace('/console', '')).expect(200);
    expect(plain.text).toContain('<form method="post" action="/invite"');
  });
});

describe('Without the console', () => {
  const api = suiteApi({ CONSOLE_ENABLED: 'false' });

  it.each(['/', '/console', '/console/', '/console/apps', '/console/env.json', '/console/session/login'])(
    '%s is nothing',
    async (path) => {
      const answer = await exchange(api.url, wire('GET', path, { Accept: 'text/html' }));
      expectProblem(answer, 404, 'ROUTE.NOT_FOUND');
      expect(answer.headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    },
  );

  it('its door is nothing either', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
    const answer = await exchange(api.url, wire('POST', '/console/session/refresh', headers, '{}'));
    expectProblem(answer, 404, 'ROUTE.NOT_FOUND');
  });

  it('mails lead to the plain pages', async () => {
    const owner = await asOwner(api);
    const email = anEmail();
    await owner.post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
    expect(await pathSentTo(api, email)).toMatch(/^\/invite\?token=akl_/);
  });
});

describe('Behind a proxy that adds a path', () => {
  it('the console is found below it', async () => {
    const api = await startTestApi({ PUBLIC_BASE_URL: 'https://example.com/kernel/' });
    try {
      const from = { Accept: 'text/html' };
      const [root, bare] = [await api.http.get('/').set(from), await api.http.get('/console?a=b').set(from)];
      expect([root.headers['location'], bare.headers['location']]).toEqual([
        '/kernel/console/',
        '/kernel/console/?a=b',
      ]);
      const owner = await asOwner(api);
      const email = anEmail();
      await owner.post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
      expect(await pathSentTo(api, email)).toMatch(/^\/kernel\/console\/invite\?token=akl_/);
    } finally {
      await api.close();
    }
  });
});
