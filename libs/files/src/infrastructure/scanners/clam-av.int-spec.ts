import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { EICAR, startTestClamd, type TestClamd } from '../../../../../test/support/clamd';
import type { ContentSource } from '../../domain/file-storage';
import { ClamAv } from './clam-av';

const MEBIBYTE = 1024 * 1024;
const TIMEOUTS = { connectMs: 60_000, idleMs: 60_000, totalMs: 60_000, restMs: 0 };

function sourceOf(content: Buffer): ContentSource & { opened: Readable[] } {
  const opened: Readable[] = [];
  return {
    size: content.length,
    opened,
    read: () => {
      const chunks = Array.from({ length: Math.ceil(content.length / 65_536) }, (_, n) =>
        content.subarray(n * 65_536, (n + 1) * 65_536),
      );
      opened.push(Readable.from(chunks));
      return Promise.resolve(opened.at(-1)!);
    },
  };
}

describe('ClamAV', () => {
  let clamd: TestClamd;
  let clamAv: ClamAv;

  beforeAll(async () => {
    clamd = await startTestClamd();
    clamAv = new ClamAv(clamd);
  });
  afterAll(() => clamd.close());
  afterEach(() => {
    clamd.maxBytes = Infinity;
    clamd.scanned.length = 0;
  });

  it.each([1, 65_536, 3 * MEBIBYTE + 1])('receives a content of %d bytes unchanged', async (size) => {
    const content = randomBytes(size);
    const source = sourceOf(content);
    expect(await clamAv.scan(source)).toEqual({ status: 'clean', detail: 'ClamAV found nothing' });
    expect(clamd.scanned[0]?.equals(content)).toBe(true);
    expect(source.opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it('names what it finds', async () => {
    const content = Buffer.concat([randomBytes(100_000), EICAR]);
    expect(await clamAv.scan(sourceOf(content))).toEqual({ status: 'infected', detail: 'ClamAV: Eicar-Signature' });
  });

  it('does not vouch for a content that exceeds its limits', async () => {
    clamd.maxBytes = MEBIBYTE;
    const verdict = await clamAv.scan(sourceOf(randomBytes(2 * MEBIBYTE)));
    expect(verdict).toEqual({ status: 'failed', detail: 'ClamAV cannot tell: INSTREAM size limit exceeded. ERROR' });
  });

  it.each([
    ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND', 'failed'],
    ['stream: Win.Test.EICAR_HDB-1 FOUND', 'infected'],
    ["stream: Can't allocate memory ERROR", 'pending'],
    ['UNKNOWN COMMAND', 'pending'],
    ['', 'pending'],
    ['stream: OK FOUND', 'infected'],
    ['OK or so', 'pending'],
  ])('that answers %j makes the file %s', async (answer, status) => {
    const usual = clamd.answer;
    clamd.answer = () => answer;
    expect(await clamAv.scan(sourceOf(Buffer.from('x')))).toMatchObject({ status });
    clamd.answer = usual;
  });

  it('that disconnects without an answer is asked again later', async () => {
    const usual = clamd.answer;
    clamd.answer = () => null;
    expect(await clamAv.scan(sourceOf(Buffer.from('x')))).toMatchObject({ status: 'pending' });
    clamd.answer = usual;
  });

  it('is asked again at once when it cut the connection before its answer was read', async () => {
    const answers = [null, null, 'stream: OK'];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const answer = answers.shift();
      socket.once('data', () => {
        if (answer) socket.resume().end(`${answer}\0`);
        else socket.resetAndDestroy();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const verdict = await new ClamAv({ host: '127.0.0.1', port }).scan(sourceOf(randomBytes(MEBIBYTE)));
    expect(verdict.status).toBe('clean');
    answers.push(null, null, null, null, 'stream: OK');
    const other = await new ClamAv({ host: '127.0.0.1', port }).scan(sourceOf(randomBytes(MEBIBYTE)));
    expect(other.status).toBe('pending');
    server.close();
  });

  it('that is unreachable is asked again later', async () => {
    const gone = await startTestClamd();
    await gone.close();
    expect(await new ClamAv(gone).scan(sourceOf(randomBytes(MEBIBYTE)))).toEqual({
      status: 'pending',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('is asked again later when the content cannot be read to its end', async () => {
    const source = {
      size: 100,
      read: () =>
        Promise.resolve(
          Readable.from(
            (function* () {
              yield Buffer.from('half');
              throw new Error('the storage went away');
            })(),
          ),
        ),
    };
    expect(await clamAv.scan(source)).toMatchObject({
      status: 'pending',
      detail: expect.stringContaining('went away'),
    });
    const away = { size: 100, read: () => Promise.reject(new Error('no storage')) };
    expect(await clamAv.scan(away)).toMatchObject({ status: 'pending', detail: expect.stringContaining('no storage') });
  });

  describe('that is silent', () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));

    beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });

    it('is abandoned, and asked again later', async () => {
      const { port } = server.address() as AddressInfo;
      const silent = new ClamAv({ host: '127.0.0.1', port }, { ...TIMEOUTS, idleMs: 50 });
      for (const size of [1, 20 * MEBIBYTE]) {
        const source = sourceOf(Buffer.alloc(size));
        expect(await silent.scan(source)).toEqual({
          status: 'pending',
          detail: 'ClamAV cannot be asked now: timed out',
        });
        expect(source.opened[0]?.destroyed).toBe(true);
      }
    });

    it('is left alone for a while, so that not every upload waits for it', async () => {
      const { port } = server.address() as AddressInfo;
      const resting = new ClamAv({ host: '127.0.0.1', port }, { ...TIMEOUTS, idleMs: 50, restMs: 60_000 });
      expect((await resting.scan(sourceOf(Buffer.from('x')))).detail).toContain('timed out');
      const asked = sockets.length;
      expect(await resting.scan(sourceOf(Buffer.from('x')))).toEqual({
        status: 'pending',
        detail: 'ClamAV cannot be asked now: it was too slow a moment ago',
      });
      expect(sockets).toHaveLength(asked);
    });
  });

  it('that reads without end is abandoned, despite its progress', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).pause();
      const sip = setInterval(() => socket.read(1_000), 10);
      socket.on('close', () => clearInterval(sip));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const slow = new ClamAv({ host: '127.0.0.1', port }, { ...TIMEOUTS, totalMs: 300 });
    expect(await slow.scan(sourceOf(Buffer.alloc(50 * MEBIBYTE)))).toMatchObject({
      status: 'pending',
      detail: expect.stringContaining('timed out'),
    });
    server.close();
  });

  it('that sends too much is not clamd', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('x'.repeat(1_000_000));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const verdict = await new ClamAv({ host: '127.0.0.1', port }).scan(sourceOf(Buffer.from('x')));
    expect(verdict).toEqual({ status: 'pending', detail: 'ClamAV cannot be asked now: this is not clamd' });
    server.close();
  });
});

const real = process.env['TEST_CLAMAV_URL'];
if (!real) process.stderr.write('TEST_CLAMAV_URL names no clamd: the suite with a real one is skipped\n');

(real ? describe : describe.skip)('A real clamd', () => {
  const { hostname, port } = new URL(real ?? 'tcp://localhost:3310');
  const clamAv = new ClamAv({ host: hostname, port: Number(port || 3310) });

  it('finds the test file, and nothing in harmless ones', async () => {
    expect(await clamAv.scan(sourceOf(EICAR))).toMatchObject({ status: 'infected' });
    expect(await clamAv.scan(sourceOf(randomBytes(5 * MEBIBYTE)))).toMatchObject({ status: 'clean' });
  });
});
