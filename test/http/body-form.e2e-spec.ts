import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { suiteApi } from '../support/suite';
import { expectProblem, reasons } from './support/problem';
import { chunked, exchange, request } from './support/wire';

const REGISTER = '/api/v1/auth/register';
const KIB = 1024;

/** JSON of exactly this many bytes. */
const json = (bytes: number) => `{"email":"${'a'.repeat(bytes - 12)}"}`;

describe('The form of a body', () => {
  const api = suiteApi();

  const post = (body: string | Buffer, headers: Record<string, string> = {}, path = REGISTER) => {
    const form = { 'X-AppID': api.appId, 'Content-Type': 'application/json', ...headers };
    return exchange(api.url, request('POST', path, form, body));
  };

  /** The body was read: the errors are those of its content. */
  const expectRead = (answer: Awaited<ReturnType<typeof post>>) => {
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    return reasons(answer.body);
  };

  describe('syntax', () => {
    it.each([
      ['nothing but blanks', ' \r\n\t '],
      ['an end too early', '{"email":"a@example.com"'],
      ['text behind the end', '{} {}'],
      ['a comma too many', '{"email":"a",}'],
      ['single quotes', "{'email':'a'}"],
      ['a comment', '{/* */}'],
      ['NaN', '{"email":NaN}'],
      ['Infinity', '{"email":-Infinity}'],
      ['a bare word', 'email'],
      ['a leading zero', '{"email":01}'],
      ['a raw line break in a string', '{"email":"a\nb"}'],
      ['a raw NUL', '{"email":"a\0b"}'],
      ['a NUL behind the end', '{}\0'],
      ['half an escape', '{"email":"\\u12"}'],
      ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
      ['a surrogate as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
      ['an overlong NUL', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
      ['UTF-16', Buffer.from('{"email":"a"}', 'utf16le')],
      ['brackets that never close', '['.repeat(32)],
    ])('is 400 REQUEST.MALFORMED with %s', async (_, body) => {
      expectProblem(await post(body, {}, '/api/v1/nowhere'), 400, 'REQUEST.MALFORMED');
    });

    it('reveals neither the text nor the position', async () => {
      const { text } = await post('{"password": hunter2hunter2');
      expect(text).not.toMatch(/hunter2|position|Unexpected token|SyntaxError/);
    });

    it('may begin with a byte order mark', async () => {
      expect(expectRead(await post('\ufeff{}'))).toContain('email required');
    });
  });

  describe('media type', () => {
    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'APPLICATION/JSON',
      'application/json; charset="utf-8"',
    ])('is accepted: %s', async (type) => {
      expectRead(await post('{}', { 'Content-Type': type }));
    });

    it.each([
      '',
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/json-seq',
      'application/jsonp',
      'application/problem+json',
      'application/merge-patch+json',
      'application/*',
      '*/*',
      'application/json, text/plain',
      'application/json; charset=utf-16',
      'application/json; charset=iso-8859-1',
      'application/json; charset=utf-7',
      'application/json; charset',
      'application/json; charset=utf-8; charset=utf-16',
      'json',
      `application/json;${' '.repeat(100)}x`,
    ])('is 415 REQUEST.UNSUPPORTED_MEDIA_TYPE: %s', async (type) => {
      expectProblem(await post('{}', { 'Content-Type': type }), 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
    });

    it('is 415 when it is missing, in chunks too', async () => {
      const bare = request('POST', REGISTER, { 'X-AppID': api.appId }, '{}');
      expectProblem(await exchange(api.url, bare), 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
      const stream = chunked('POST', REGISTER, { 'X-AppID': api.appId }, [Buffer.from('{}')]);
      expectProblem(await exchange(api.url, stream), 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
    });

    it('is not required without a body', async () => {
      const empty = request('POST', REGISTER, { 'X-AppID': api.appId, 'Content-Length': '0' });
      expect(expectRead(await exchange(api.url, empty))).toContain('email required');
      const odd = request('POST', REGISTER, { 'X-AppID': api.appId, 'Content-Type': 'text/plain' });
      expect(expectRead(await exchange(api.url, odd))).toContain('email required');
    });
  });

  describe('size', () => {
    it.each([
      ['16 KiB on the auth routes', 16 * KIB, REGISTER, 422],
      ['16 KiB on every auth route', 16 * KIB, '/api/v1/auth/token/refresh', 422],
      ['16 KiB on the auth routes of administrators', 16 * KIB, '/admin-api/v1/auth/login', 422],
      ['256 KiB elsewhere', 256 * KIB, '/api/v1/public/app-version/reports', 422],
      ['2 MiB where content is written', 2048 * KIB, '/admin-api/v1/apps/any/content/pages', 401],
      ['2 MiB where a dictionary is written', 2048 * KIB, '/admin-api/v1/dictionaries', 401],
      ['16 KiB where there is no route', 16 * KIB, '/api/v1/nowhere', 404],
      ['16 KiB where there is no route for the method', 16 * KIB, '/api/v1/public/config', 404],
      ['16 KiB where a path only resembles an auth route', 16 * KIB, '/api/v1/authors', 404],
      ['16 KiB where a path only resembles one of content', 16 * KIB, '/admin-api/v1/apps/any/content/nowhere', 404],
    ])('is at most %s: one byte more is 413 REQUEST.TOO_LARGE', async (_, limit, path, status) => {
      expect((await post(json(limit), {}, path)).status).toBe(status);
      expectProblem(await post(json(limit + 1), {}, path), 413, 'REQUEST.TOO_LARGE');
    });

    it('is that of no route if the path is in another case', async () => {
      expectProblem(await post('{}', {}, REGISTER.toUpperCase()), 404, 'ROUTE.NOT_FOUND');
      expectProblem(await post('{}', {}, '/API/v1/Auth/register'), 404, 'ROUTE.NOT_FOUND');
    });

    it('is counted in chunks, too, which announce no length', async () => {
      const headers = { 'X-AppID': api.appId, 'Content-Type': 'application/json' };
      const fitting = json(16 * KIB).match(/[^]{1,1000}/g) ?? [];
      const chunks = fitting.map((part) => Buffer.from(part));
      expectRead(await exchange(api.url, chunked('POST', REGISTER, headers, chunks)));
      const long = chunked('POST', REGISTER, headers, [...chunks, Buffer.from(' ')]);
      expectProblem(await exchange(api.url, long), 413, 'REQUEST.TOO_LARGE');
    });

    it('that is announced is refused before it is sent', async () => {
      const headers = { 'X-AppID': api.appId, 'Content-Type': 'application/json', 'Content-Length': '1000000000' };
      const answer = await exchange(api.url, request('POST', REGISTER, headers), { untilLength: true });
      expectProblem(answer, 413, 'REQUEST.TOO_LARGE');
    });

    it('of one byte, sent a byte at a time, is fine', async () => {
      const headers = { 'X-AppID': api.appId, 'Content-Type': 'application/json' };
      const bytes = [...Buffer.from('{"email":"Ä"}')].map((byte) => Buffer.from([byte]));
      expect(expectRead(await exchange(api.url, chunked('POST', REGISTER, headers, bytes)))).toContain(
        'email not_email',
      );
    });
  });

  describe('Content-Encoding', () => {
    const encodings = [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
    ] as const;

    const PLACES = [REGISTER, '/admin-api/v1/apps/any/content/pages', '/api/v1/nowhere', '/admin-api/v1/files', '/'];

    it.each(encodings)('%s is 415 on any route, with any content', async (encoding, compress) => {
      // Of more than any route reads.
      const bomb = compress(Buffer.alloc(4 * KIB * KIB, '['));
      for (const path of PLACES) {
        for (const body of [compress('{"email":"a@example.com"}'), bomb, '{}', randomBytes(64)]) {
          const answer = await post(body, { 'Content-Encoding': encoding }, path);
          expectProblem(answer, 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
        }
      }
    });

    it('is 415 for a form with a file, too', async () => {
      const form = { 'Content-Encoding': 'gzip', 'Content-Type': 'multipart/form-data; boundary=x' };
      for (const path of PLACES) {
        expectProblem(await post(gzipSync('--x--\r\n'), form, path), 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
      }
    });

    it('is 415 before the body has come, and leaves the connection to others', async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = async (headers: Record<string, string>, body: Buffer[]) => {
        const request = httpRequest(`${api.url}${REGISTER}`, {
          method: 'POST',
          agent,
          headers: { 'X-AppID': api.appId, 'Content-Type': 'application/json', ...headers },
        });
        for (const chunk of body) request.write(chunk);
        const answered = once(request, 'response') as Promise<[IncomingMessage]>;
        if (!headers['X-Late']) request.end();
        const [response] = await answered;
        const text = await buffer(response);
        request.end();
        return { status: response.statusCode, code: (JSON.parse(String(text)) as { code: string }).code, request };
      };
      const compressed = { 'Content-Encoding': 'br' };
      const late = await ask({ ...compressed, 'X-Late': '1' }, [randomBytes(KIB)]);
      expect(late).toMatchObject({ status: 415, code: 'REQUEST.UNSUPPORTED_MEDIA_TYPE' });
      const sockets = [late.request.socket];
      for (let round = 0; round < 3; round++) {
        const refused = await ask(compressed, [randomBytes(512 * KIB)]);
        expect(refused).toMatchObject({ status: 415, code: 'REQUEST.UNSUPPORTED_MEDIA_TYPE' });
        const read = await ask({}, [Buffer.from('{}')]);
        expect(read).toMatchObject({ status: 422, code: 'REQUEST.VALIDATION_FAILED' });
        sockets.push(refused.request.socket, read.request.socket);
      }
      expect(new Set(sockets).size).toBe(1);
      agent.destroy();
    });

    it.each(['compress', 'gzip, gzip', 'gzip, identity', 'identity, identity', 'x', 'utf-8', 'none'])(
      '%s is 415',
      async (encoding) => {
        expectProblem(await post('{}', { 'Content-Encoding': encoding }), 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
      },
    );

    it('identity is accepted', async () => {
      for (const none of ['identity', 'Identity', '']) expectRead(await post('{}', { 'Content-Encoding': none }));
    });
  });

  describe('on a method that has none', () => {
    it.each(['GET', 'HEAD'])('%s is not looked at', async (method) => {
      const headers = { 'X-AppID': api.appId, 'Content-Type': 'text/plain' };
      for (const body of ['{', '{"__proto__":1}', 'x'.repeat(300 * KIB)]) {
        const answer = await exchange(api.url, request(method, '/api/v1/public/config', headers, body));
        expect(answer.status).toBe(200);
      }
    });
  });
});
