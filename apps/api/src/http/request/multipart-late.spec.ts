import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DomainError } from '@libs/kernel';
import { type IncomingUpload, readUpload } from './multipart';

const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
const END = '\r\n--b--\r\n';
const IDLE_MS = 200;

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('readUpload, of a body that comes after its head', () => {
  const caller = new AsyncLocalStorage<string | undefined>();
  let server: Server;
  let socket: Socket;
  let incoming: IncomingMessage;
  let take: (upload: IncomingUpload) => Promise<unknown>;
  let outcome: PromiseWithResolvers<unknown>;

  beforeAll(async () => {
    server = createServer((request, response) => {
      incoming = request;
      const reading = caller.run(request.url, () => readUpload(request, [], (upload) => take(upload), IDLE_MS));
      server.emit('reading');
      reading
        .catch((error: unknown) => (error instanceof DomainError ? error.definition.code : error))
        .then((result) => {
          outcome.resolve(result);
          response.end();
        }, outcome.reject);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  // Time passes when a test says so: here a stall of the machine is no standstill of the body.
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    outcome = Promise.withResolvers();
    const isReading = once(server, 'reading');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'POST /mine HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    await isReading;
  });
  afterEach(() => {
    jest.useRealTimers();
    socket.destroy();
  });

  const send = (text: string | Buffer) => {
    socket.write(`${text.length.toString(16)}\r\n`);
    socket.write(text);
    socket.write('\r\n');
  };
  const end = () => socket.write('0\r\n\r\n');
  const arrived = async () => {
    while (incoming.socket.bytesRead < socket.bytesWritten) await turn();
  };
  const takeWhole = async ({ content, complete }: IncomingUpload) => {
    const bytes = await buffer(content);
    await complete;
    return bytes.length;
  };

  it('hands the file on on behalf of the request, not of the connection', async () => {
    const seen: unknown[] = [];
    take = async (upload) => {
      seen.push(caller.getStore());
      await takeWhole(upload);
      seen.push(caller.getStore());
    };
    send(`${FILE}words${END}`);
    end();
    await outcome.promise;
    expect(seen).toEqual(['/mine', '/mine']);
  });

  it('gives up what comes to a standstill, before its file', async () => {
    take = takeWhole;
    send(FILE.slice(0, 10));
    await arrived();
    await jest.advanceTimersByTimeAsync(2 * IDLE_MS);
    expect(await outcome.promise).toBe('REQUEST.TIMEOUT');
  });

  it('gives up what comes to a standstill within its file', async () => {
    let failure: unknown;
    take = async ({ content }) => buffer(content).catch((error: unknown) => (failure = error));
    send(`${FILE}half`);
    await arrived();
    await jest.advanceTimersByTimeAsync(2 * IDLE_MS);
    expect(await outcome.promise).toBe('REQUEST.TIMEOUT');
    expect(failure).toBeInstanceOf(DomainError);
  });

  it('waits for what goes on, however slowly', async () => {
    take = takeWhole;
    send(FILE);
    for (let n = 0; n < 6; n++) {
      send('x');
      await arrived();
      await jest.advanceTimersByTimeAsync(IDLE_MS);
    }
    send(END);
    end();
    expect(await outcome.promise).toBe(6);
  });

  it('does not count while the file is not taken', async () => {
    take = async (upload) => {
      while (incoming.readableFlowing) await turn();
      await jest.advanceTimersByTimeAsync(3 * IDLE_MS);
      return takeWhole(upload);
    };
    const content = Buffer.alloc(2 * 1024 * 1024);
    send(FILE);
    send(content);
    send(END);
    end();
    expect(await outcome.promise).toBe(content.length);
  });
});
