import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DomainError, ValidationFailedError } from '@libs/kernel';
import fc from 'fast-check';
import { rounds } from '../../../../../test/support/rounds';
import { type IncomingUpload, readUpload } from './multipart';

const BOUNDARY = '----boundary';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const MEBIBYTE = 1024 * 1024;

interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly content: string | Buffer;
}

function partOf({ name, filename, content }: Part): Buffer {
  const parameters = [
    name === undefined ? '' : `; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
  ];
  const type = filename === undefined ? '' : 'Content-Type: application/octet-stream\r\n';
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data${parameters.join('')}\r\n${type}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const form = (...parts: Part[]) => Buffer.concat([...parts.map(partOf), END]);

const PURPOSE: Part = { name: 'purpose', content: 'app_icon' };
const APP: Part = { name: 'app_id', content: '0192f0c1' };
const FILE: Part = { name: 'file', filename: 'icon.png', content: 'bytes' };

interface Taken {
  filename: string;
  content: string;
  before: object;
  fields: object;
}

/** Takes a file correctly: all of it, and then the rest of the form. */
async function takeWhole({ filename, content, fields, complete }: IncomingUpload): Promise<Taken> {
  const bytes = await buffer(content);
  return { filename, content: bytes.toString(), before: { ...fields }, fields: { ...(await complete) } };
}

describe('readUpload', () => {
  let server: Server;
  let url: string;
  let take: (upload: IncomingUpload) => Promise<unknown>;
  /** The outcome of the latest request. */
  let outcome: PromiseWithResolvers<unknown>;

  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response) => {
      readUpload(request, ['purpose', 'app_id'], (upload) => take(upload))
        .then(
          (result) => result,
          (error: unknown) => error,
        )
        .then((result) => {
          outcome.resolve(result);
          response.end('answered');
        }, outcome.reject);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    take = takeWhole;
    outcome = Promise.withResolvers();
  });

  const send = async (body: Buffer, contentType: string | null = MULTIPART): Promise<unknown> => {
    outcome = Promise.withResolvers();
    const headers = contentType === null ? {} : { 'Content-Type': contentType };
    const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
    expect(await answer.text()).toBe('answered');
    return outcome.promise;
  };

  /** The code of the error, with field and reason where it is about one. */
  const refusalOf = (result: unknown): string => {
    if (result instanceof ValidationFailedError)
      return result.fields.map(({ field, code }) => `${field} ${code}`).join();
    if (result instanceof DomainError) return result.definition.code;
    throw result instanceof Error ? result : new Error(`Not refused: ${JSON.stringify(result)}`);
  };

  describe('of a form as it should be', () => {
    it('hands on the file with the fields before it, and the others when it is complete', async () => {
      const whole = { filename: 'icon.png', content: 'bytes', fields: { purpose: 'app_icon', app_id: '0192f0c1' } };
      expect(await send(form(PURPOSE, APP, FILE))).toEqual({ ...whole, before: whole.fields });
      expect(await send(form(PURPOSE, FILE, APP))).toEqual({ ...whole, before: { purpose: 'app_icon' } });
      expect(await send(form(FILE, APP, PURPOSE))).toEqual({ ...whole, before: {} });
      expect(await send(form(FILE))).toEqual({ ...whole, before: {}, fields: {} });
    });

    it.each([
      ['图标 1.png', '图标 1.png'],
      ['C:\\\\Users\\\\me\\\\icon.png', 'icon.png'],
      ['../../etc/passwd', 'passwd'],
      ['', ''],
    ])('tells the name of the file without a path: %s', async (filename, told) => {
      expect(await send(form({ ...FILE, filename }))).toMatchObject({ filename: told });
    });

    it('takes a file for one that has its media type and no name', async () => {
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n`;
      const body = Buffer.concat([Buffer.from(`${head}bytes\r\n`), END]);
      expect(await send(body)).toMatchObject({ filename: '', content: 'bytes' });
    });

    it('gives back every byte of the file, however the form is cut on its way', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 300 }),
          fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
          async (content, sizes) => {
            const body = form(PURPOSE, { ...FILE, content: Buffer.from(content) });
            let received = Buffer.alloc(0);
            take = async (upload) => {
              received = await buffer(upload.content);
              return upload.complete;
            };
            outcome = Promise.withResolvers();
            const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
            socket.on('error', () => undefined);
            socket.write(
              `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${MULTIPART}\r\nContent-Length: ${body.length}\r\n\r\n`,
            );
            for (let at = 0, n = 0; at < body.length; n++) {
              const size = sizes[n % sizes.length]!;
              socket.write(body.subarray(at, at + size));
              at += size;
            }
            expect({ ...((await outcome.promise) as object) }).toEqual({ purpose: 'app_icon' });
            expect(received.equals(content)).toBe(true);
            socket.destroy();
          },
        ),
        { numRuns: 50 },
      );
    });

    it('reads no faster than the file is taken', async () => {
      let waiting = 0;
      take = async ({ content, complete }) => {
        for await (const _ of content) {
          waiting = Math.max(waiting, content.readableLength);
          await new Promise((resolve) => setImmediate(resolve));
        }
        return complete;
      };
      await send(form({ ...FILE, content: Buffer.alloc(4 * MEBIBYTE) }));
      expect(waiting).toBeLessThan(MEBIBYTE);
    });
  });

  describe('refuses', () => {
    it.each([
      ['no media type', null],
      ['JSON', 'application/json'],
      ['another form', 'application/x-www-form-urlencoded'],
      ['another multipart', `multipart/mixed; boundary=${BOUNDARY}`],
      ['one that only begins like it', 'multipart/form-database; boundary=x'],
    ])('%s (415)', async (_, contentType) => {
      expect(refusalOf(await send(form(FILE), contentType))).toBe('REQUEST.UNSUPPORTED_MEDIA_TYPE');
    });

    it.each([
      ['without a boundary', form(FILE), 'multipart/form-data'],
      ['with another boundary', form(FILE), 'multipart/form-data; boundary=other'],
      ['without an end', partOf(FILE), MULTIPART],
      ['that ends within the file', partOf(FILE).subarray(0, -4), MULTIPART],
      ['that ends within the head of a part', form(FILE).subarray(0, 30), MULTIPART],
      ['of nothing', Buffer.alloc(0), MULTIPART],
      ['of noise', Buffer.from('noise'), MULTIPART],
      ['with a field without a name', form({ content: 'x' }, FILE), MULTIPART],
      ['with a file without a name', form({ filename: 'x', content: 'x' }, FILE), MULTIPART],
    ])('what is no form: one %s (400)', async (_, body, contentType) => {
      expect(refusalOf(await send(body, contentType))).toBe('REQUEST.MALFORMED');
    });

    it.each([
      ['no file', form(PURPOSE), 'file required'],
      ['a text in its place', form({ name: 'file', content: 'text' }), 'file required'],
      ['a second file', form(FILE, FILE), 'file repeated'],
      ['a file of another name', form({ ...FILE, name: 'image' }), 'image unknown_field'],
      ['a file for a field', form({ ...FILE, name: 'purpose' }), 'purpose not_string'],
      ['a field that there is not', form({ name: 'tenant_id', content: 'x' }, FILE), 'tenant_id unknown_field'],
      ['one behind the file', form(FILE, { name: 'tenant_id', content: 'x' }), 'tenant_id unknown_field'],
      ['a name out of the prototype', form({ name: '__proto__', content: 'x' }, FILE), '__proto__ unknown_field'],
      ['a field twice', form(PURPOSE, PURPOSE, FILE), 'purpose repeated'],
      ['a field twice, around the file', form(PURPOSE, FILE, PURPOSE), 'purpose repeated'],
      ['a field that is too long', form({ name: 'purpose', content: 'x'.repeat(1_025) }, FILE), 'purpose too_long'],
    ])('a form with %s (422)', async (_, body, refusal) => {
      expect(refusalOf(await send(body))).toBe(refusal);
    });

    it('a form whose file is of no use, and lets the client finish', async () => {
      take = ({ content }) => {
        content.destroy();
        return Promise.reject(ValidationFailedError.of('purpose', 'not_allowed'));
      };
      const body = form({ ...FILE, content: Buffer.alloc(10 * MEBIBYTE) }, APP);
      expect(refusalOf(await send(body))).toBe('purpose not_allowed');
      take = () => {
        throw ValidationFailedError.of('purpose', 'required');
      };
      expect(refusalOf(await send(body))).toBe('purpose required');
    });

    it('nothing worse than that, whatever is wrong inside', async () => {
      const body = form(PURPOSE, FILE, APP);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(body.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
          async (changes) => {
            const damaged = Buffer.from(body);
            for (const [at, value] of changes) damaged[at] = value;
            const result = await send(damaged);
            if (result instanceof Error) expect(refusalOf(result)).toMatch(/\S/);
            else expect(result).toHaveProperty('content');
          },
        ),
        { numRuns: rounds(200) },
      );
    });
  });

  describe('tells whoever took the file', () => {
    /** What the consumer of the file learns, in order. */
    const observe = () => {
      const seen: string[] = [];
      take = async ({ content, complete, signal }) => {
        signal.addEventListener('abort', () => seen.push('aborted'));
        await buffer(content).catch(() => seen.push('broken off'));
        await complete.catch(() => seen.push('incomplete'));
        // Clearing up may take a while.
        await new Promise((resolve) => setImmediate(resolve));
        seen.push('cleared up');
        throw new Error('given up');
      };
      return seen;
    };

    it('when the form is refused, and waits until that is cleared up', async () => {
      const seen = observe();
      expect(refusalOf(await send(form(FILE, FILE)))).toBe('file repeated');
      expect(seen[0]).toBe('aborted');
      expect(seen.slice(-2)).toEqual(['incomplete', 'cleared up']);
    });

    it('when the form breaks off', async () => {
      const seen = observe();
      const body = form({ ...FILE, content: Buffer.alloc(MEBIBYTE) });
      expect(refusalOf(await send(body.subarray(0, MEBIBYTE / 2)))).toBe('REQUEST.MALFORMED');
      expect(seen).toEqual(['aborted', 'broken off', 'incomplete', 'cleared up']);
    });

    it.each([
      ['within the file', partOf(FILE).subarray(0, -4)],
      ['behind the file', Buffer.concat([partOf(FILE), partOf(APP)])],
    ])('when the client hangs up %s', async (_, bytes) => {
      const seen = observe();
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      const taking = take;
      take = (upload) => {
        socket.resetAndDestroy();
        return taking(upload);
      };
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${MULTIPART}\r\nContent-Length: 10000\r\n\r\n`);
      socket.write(bytes);
      expect(refusalOf(await outcome.promise)).toBe('REQUEST.MALFORMED');
      expect(seen).toContain('aborted');
      expect(seen.slice(-2)).toEqual(['incomplete', 'cleared up']);
    });

    it('when the client hangs up after everything has arrived', async () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      take = async ({ content, complete, signal }) => {
        await buffer(content);
        await complete;
        socket.resetAndDestroy();
        await once(signal, 'abort');
        throw signal.reason;
      };
      const body = form(FILE);
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${MULTIPART}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
      expect(refusalOf(await outcome.promise)).toBe('REQUEST.MALFORMED');
    });
  });

  it('leaves nothing on a connection that is used again', async () => {
    for (let n = 0; n < 20; n++) await send(form(FILE));
    const sockets = await new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    expect(sockets).toBeLessThan(5);
  });
});
