import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DependencyUnavailableError, newId } from '@libs/kernel';
import { type HangingServer, startHangingServer } from '../../../../../test/support/hanging-server';
import { startTestS3, type TestS3 } from '../../../../../test/support/s3';
import { startTcpProxy, type TcpProxy } from '../../../../../test/support/tcp-proxy';
import { S3FileStorage } from './s3-file-storage';

const TENANT = newId();
const MEBIBYTE = 1024 * 1024;
const PLENTY = { maxBytes: 100 * MEBIBYTE };
/** More than lies in the buffers of the connections in between. */
const LARGE = randomBytes(24 * MEBIBYTE);

describe('An S3 that does not answer', () => {
  let s3: TestS3;
  let proxy: TcpProxy;
  let hanging: HangingServer;
  let asked: string[] = [];

  beforeAll(async () => {
    s3 = await startTestS3();
    hanging = await startHangingServer();
  });
  beforeEach(async () => {
    proxy = await startTcpProxy(Number(new URL(s3.endpoint).port));
    asked = [];
    proxy.onRequest = (text) => asked.push(...(/^(?:GET|PUT|POST|HEAD|DELETE) \S+/gm.exec(text) ?? []));
  });
  afterEach(() => proxy.close());
  afterAll(async () => {
    await hanging.close();
    await s3.close();
  });

  const open = (port: number, idleMs: number, restMs = 0) =>
    S3FileStorage.open(
      { ...s3, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', forcePathStyle: true },
      { connectMs: 2_500, idleMs, retryMs: 1_500, restMs },
    );
  const put = (storage: S3FileStorage, content: Buffer) =>
    storage.put(TENANT, newId(), Readable.from([content]), PLENTY);

  it('is unavailable after one silence, whatever it was asked, and nobody waits for what is to be cleaned up', async () => {
    const storage = await open(hanging.port, 200);
    await expect(put(storage, Buffer.from('x'))).rejects.toBeInstanceOf(DependencyUnavailableError);
    // Several parts: the upload would be aborted, by a request that hangs for longer than anybody waits.
    await expect(put(storage, LARGE)).rejects.toBeInstanceOf(DependencyUnavailableError);
    for (const ask of [() => storage.get('a'), () => storage.exists('a'), () => storage.delete('a')]) {
      await expect(ask()).rejects.toBeInstanceOf(DependencyUnavailableError);
    }
    await expect(storage.check()).rejects.toHaveProperty('name', 'TimeoutError');
  });

  it('is asked once where it hangs, and again where it hung up at once', async () => {
    const storage = await open(proxy.port, 500);
    proxy.freeze();
    await expect(storage.exists('a')).rejects.toBeInstanceOf(DependencyUnavailableError);
    expect(asked).toHaveLength(1);
    proxy.thaw();
    proxy.target = null;
    const refusals = proxy.refused;
    await expect(storage.exists('a')).rejects.toBeInstanceOf(DependencyUnavailableError);
    expect(proxy.refused - refusals).toBe(3);
  });

  it('is not asked for a while after it was silent three times in a row', async () => {
    const storage = await open(proxy.port, 200, 60_000);
    proxy.freeze();
    for (let count = 0; count < 3; count++) await expect(storage.exists('a')).rejects.toHaveProperty('cause');
    const before = asked.length;
    await expect(storage.exists('a')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('moment ago') },
    });
    await expect(put(storage, Buffer.from('x'))).rejects.toBeInstanceOf(DependencyUnavailableError);
    expect(asked).toHaveLength(before);
  });

  it('breaks off a content in the middle of which it stops, and one that does not begin', async () => {
    const { key } = await put(await open(proxy.port, 5_000), LARGE);
    const storage = await open(proxy.port, 500);
    const content = (await storage.get(key))!;
    proxy.freeze();
    await expect(buffer(content)).rejects.toBeInstanceOf(DependencyUnavailableError);
    await expect(storage.get(key)).rejects.toBeInstanceOf(DependencyUnavailableError);
  });

  describe('in front of slow readers', () => {
    const SIZE = 4 * MEBIBYTE;
    const server = createServer((request, response) => {
      // Never all of it.
      if (request.url?.includes('/slow')) response.writeHead(200, { 'Content-Length': SIZE }).write('the beginning');
      else response.end(Buffer.alloc(request.url?.includes('/large') ? SIZE : 5, 'x'));
    });
    beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
    const port = () => (server.address() as AddressInfo).port;

    it('does not count their time', async () => {
      const content = (await (await open(port(), 1_000)).get('large'))!;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect((await buffer(content)).length).toBe(SIZE);
    });

    it('holds up nobody who can be answered, however many there are', async () => {
      const storage = await open(port(), 5_000);
      // More than the SDK has connections by itself.
      const slow = await Promise.all(Array.from({ length: 60 }, () => storage.get('slow')));
      expect((await buffer((await storage.get('small'))!)).toString()).toBe('xxxxx');
      for (const content of slow) content!.destroy();
    });
  });
});
