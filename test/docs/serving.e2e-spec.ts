import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { expectProblem } from '../http/support/problem';
import { exchange, request as wire } from '../http/support/wire';
import { builtIn } from '../support/built';
import { suiteApi } from '../support/suite';

const HEADERS = {
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; script-src 'self'( 'sha256-[\w+/]+=*')+; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types vue$/,
  ),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe('The guide', () => {
  // With the limits on, which it does not count against.
  const api = suiteApi({ RATE_LIMIT_ENABLED: 'true' });
  const { directory, files } = builtIn('dist/docs');
  const read = (name: string) => readFileSync(join(directory, name));
  const hashed = files.find(({ path }) => /^assets\/app\..*\.js$/.test(path))!.path;

  /** As the bytes come, without what clients undo by themselves. */
  async function ask(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
    const answer = await request(api.url + path, { method, headers });
    const told = answer.headers as Readonly<Record<string, string | undefined>>;
    return { status: answer.statusCode, headers: told, body: Buffer.from(await answer.body.arrayBuffer()) };
  }

  it.each([
    ['/docs/guide/', 'index.html'],
    ['/docs/guide/zh/', 'zh/index.html'],
    ['/docs/guide/operations', 'operations.html'],
    ['/docs/guide/operations?from=somewhere', 'operations.html'],
    ['/docs/guide/decisions/', 'decisions/index.html'],
    ['/docs/guide/decisions/0001-modular-monolith', 'decisions/0001-modular-monolith.html'],
  ])('shows a page at %s, asked for again each time', async (path, name) => {
    const { status, headers, body } = await ask(path);
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: {
        ...HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
      },
    });
    expect(body.equals(read(name))).toBe(true);
    for (const absent of ['ratelimit', 'ratelimit-policy', 'set-cookie', 'content-encoding']) {
      expect(headers[absent]).toBeUndefined();
    }
  });

  it.each([
    ['/docs/guide', '/docs/guide/'],
    ['/docs/guide?a=%20b', '/docs/guide/?a=%20b'],
    ['/docs/guide/index.html', '/docs/guide/'],
    ['/docs/guide/zh', '/docs/guide/zh/'],
    ['/docs/guide/operations.html?a=b', '/docs/guide/operations?a=b'],
    ['/docs/guide/operations.md', '/docs/guide/operations'],
    ['/docs/guide/operations/', '/docs/guide/operations'],
    ['/docs/guide/decisions/index.md', '/docs/guide/decisions/'],
  ])('has one address for each page: %s leads to %s', async (path, location) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers } = await ask(path, {}, method);
      expect({ status, location: headers['location'] }).toEqual({ status: 308, location });
    }
  });

  it.each([
    '/docs/guide/nothing',
    '/docs/guide/404',
    '/docs/guide/404.html',
    '/docs/guide/assets.json',
    '/docs/guide/index.html.br',
    '/docs/guide//example.com',
    '/docs/guide/%ff%00',
    '/docs/guide/__proto__',
    '/docs/guide/constructor',
    '/docs/guide/.vitepress/config.mts',
  ])('says at %s that there is no such page', async (path) => {
    const { status, headers, body } = await ask(path, { 'If-None-Match': '*' });
    expect({ status, headers }).toMatchObject({
      status: 404,
      headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    });
    expect(body.equals(read('404.html'))).toBe(true);
  });

  it.each(['/docs/guide/../../package.json', '/docs/guide/%2e%2e/%2e%2e/package.json', '/docs/guide/..\\package.json'])(
    'reads no file for %s',
    async (path) => {
      const { status, text } = await exchange(api.url, wire('GET', path));
      expect(status).toBe(404);
      expect(text).not.toContain('"appkernel"');
    },
  );

  it.each(['/docs/guide/assets/', '/docs/guide/assets/app.00000000.js', '/docs/guide/assets/__proto__'])(
    'has no %s',
    async (path) => {
      const answer = await api.http.get(path);
      expectProblem(answer, 404, 'ROUTE.NOT_FOUND');
      expect(answer.headers).toMatchObject(HEADERS);
    },
  );

  it('has each asset in each encoding, with an ETag of its own, and keeps hashed ones for good', async () => {
    const etags: string[] = [];
    for (const { path, bytes, br, gz } of files.filter((file) => !file.path.endsWith('.html')).slice(0, 60)) {
      for (const [encoding, size] of Object.entries({ identity: bytes, br, gzip: gz })) {
        if (size === null) continue;
        const { status, headers, body } = await ask(`/docs/guide/${path}`, { 'Accept-Encoding': encoding });
        expect({ path, encoding, status, headers }).toMatchObject({
          status: 200,
          headers: {
            ...HEADERS,
            'content-length': String(size),
            'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
            vary: 'Accept-Encoding',
          },
        });
        const decoded = encoding === 'identity' ? body : DECODERS[encoding as 'br'](body);
        expect(decoded.equals(read(path))).toBe(true);
        etags.push(headers['etag']!);
      }
    }
    expect(new Set(etags).size).toBe(etags.length);
    expect(etags.length).toBeGreaterThan(100);
  });

  it('answers 304 to whoever has the same bytes, and HEAD with the headers of GET', async () => {
    for (const path of ['/docs/guide/', `/docs/guide/${hashed}`]) {
      const encoded = { 'Accept-Encoding': 'br' };
      const [get, head] = [await ask(path, encoded), await ask(path, encoded, 'HEAD')];
      expect([head.status, head.body.length]).toEqual([200, 0]);
      for (const name of ['content-type', 'content-length', 'content-encoding', 'etag', 'cache-control', 'vary']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
        expect([name, get.headers[name]]).toEqual([name, expect.any(String)]);
      }
      const held = { ...encoded, 'If-None-Match': get.headers['etag']! };
      expect((await ask(path, held)).status).toBe(304);
      expect((await ask(path, { ...held, 'Accept-Encoding': 'gzip' })).status).toBe(200);
    }
  });

  it.each(['post', 'put', 'patch', 'delete', 'options'] as const)('takes no %s', async (method) => {
    for (const path of ['/docs/guide', '/docs/guide/', `/docs/guide/${hashed}`]) {
      const answer = await api.http[method](path);
      expectProblem(answer, 405, 'REQUEST.METHOD_NOT_ALLOWED');
      expect(answer.headers['allow']).toBe('GET, HEAD');
    }
  });

  it('has no style in its markup, and no script but those that its policy names', () => {
    for (const { path } of files.filter((file) => file.path.endsWith('.html'))) {
      const markup = read(path).toString();
      expect({ path, found: markup.match(/<[a-z][^<>]* (?:style|on\w+)=|<style/g) }).toEqual({ path, found: null });
      expect({
        path,
        elsewhere: markup.match(/<(?:script|link|img)[^>]*(?:src|href)="(?!\/docs\/guide\/|\/favicon\.ico")/g),
      }).toEqual({ path, elsewhere: null });
    }
  });

  it('leaves Swagger UI where it is, and each leads to the other', async () => {
    const swagger = await api.http.get('/docs').expect(200);
    expect(swagger.text).toContain('swagger-ui');
    expect(swagger.text).toContain('"docs/guide/"');
    expect(read('index.html').toString()).toContain('href="/docs" target="_self"');
    await api.http.get('/docs/openapi.json').expect(200);
  });
});

describe('Where Swagger UI is off', () => {
  const api = suiteApi({ SWAGGER_ENABLED: 'false' });

  it.each(['/docs/guide', '/docs/guide/', '/docs/guide/operations'])('%s is nothing', async (path) => {
    expectProblem(await api.http.get(path), 404, 'ROUTE.NOT_FOUND');
  });
});
