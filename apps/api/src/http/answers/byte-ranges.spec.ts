import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Chunks } from '@libs/files';
import type { Response } from 'express';
import { sendBytes } from './byte-ranges';

const IDLE_MS = 100;
const CHUNK_BYTES = 64 * 1024;

describe('sendBytes', () => {
  let server: Server;

  beforeEach(() => {
    server = createServer();
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Serves the content to one client. The promise is that of `sendBytes`. */
  const serve = async (content: Readable | Chunks, length: number, idleMs?: number) => {
    const sent = new Promise<boolean>((resolve, reject) => {
      server.once('request', (_request, response) => {
        response.setHeader('Content-Length', length);
        sendBytes(response as Response, content, idleMs).then(resolve, reject);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    return { sent, port: (server.address() as AddressInfo).port };
  };
  const ask = async (port: number): Promise<IncomingMessage> => {
    const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
    return response;
  };
  /** Pieces in one and the same buffer, each unlike the one before. */
  async function* pieces(count: number, seen: (piece: Buffer) => void, ended: () => void): Chunks {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    try {
      for (let piece = 0; piece < count; piece++) {
        await turn();
        randomBytes(CHUNK_BYTES).copy(buffer);
        seen(buffer);
        yield buffer;
      }
    } finally {
      ended();
    }
  }

  it('asks for the next piece only when the connection has taken the one before', async () => {
    const [put, got] = [createHash('sha256'), createHash('sha256')];
    const ended = jest.fn();
    const { sent, port } = await serve(
      pieces(300, (piece) => put.update(piece), ended),
      300 * CHUNK_BYTES,
    );
    const response = await ask(port);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      got.update(chunk);
      await turn();
    }
    expect(await sent).toBe(true);
    expect(got.digest('hex')).toBe(put.digest('hex'));
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('lets go of a client that stands still', async () => {
    const ended = jest.fn();
    const { sent, port } = await serve(
      pieces(Infinity, () => undefined, ended),
      1e12,
      IDLE_MS,
    );
    const client = connect(port, '127.0.0.1').pause();
    client.on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await sent).toBe(false);
    expect(ended).toHaveBeenCalledTimes(1);
    client.resume();
    await once(client, 'close');
  });

  it.each([
    ['waits for more', [10]],
    ['has more than the connection takes', [10, 400 * CHUNK_BYTES, 10]],
  ])('lets go of a stream that %s when the client hangs up', async (_what, lengths) => {
    const content = new Readable({ read: () => undefined });
    for (const length of lengths) content.push(Buffer.alloc(length));
    const { sent, port } = await serve(content, 1e12);
    const response = await ask(port);
    await once(response, 'data');
    response.destroy();
    expect(await sent).toBe(false);
    expect(content.destroyed).toBe(true);
  });

  it('breaks the connection when the content fails', async () => {
    const failing = async function* (): Chunks {
      yield Buffer.alloc(10);
      await turn();
      throw new Error('The storage is away');
    };
    const { sent, port } = await serve(failing(), 20);
    const response = await ask(port);
    response.on('error', () => undefined);
    response.resume();
    await new Promise((resolve) => response.once('close', resolve));
    expect(response.complete).toBe(false);
    expect(await sent).toBe(false);
  });
});
