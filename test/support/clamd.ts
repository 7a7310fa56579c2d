import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface TestClamd {
  /** For CLAMAV_URL. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** What it was given to scan, oldest first. */
  readonly scanned: Buffer[];
  /** Its answer for a content; null to close the connection without one. */
  answer: (content: Buffer) => string | null;
  /** Like StreamMaxLength: it answers and closes the connection as soon as it has received more. */
  maxBytes: number;
  close(): Promise<void>;
}

/**
 * The industry's harmless test file, which every scanner detects. Assembled here, so that none detects it in this file.
 */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

const COMMAND = 'zINSTREAM\0';

/** A server that implements INSTREAM as clamd does, and knows one signature. */
export async function startTestClamd(): Promise<TestClamd> {
  const sockets = new Set<Socket>();
  const scanned: Buffer[] = [];
  const clamd = {
    maxBytes: Infinity,
    answer: (content: Buffer): string | null =>
      content.includes(EICAR) ? 'stream: Eicar-Signature FOUND' : 'stream: OK',
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const content = contentOf(received, clamd.maxBytes);
      if (content === null) return;
      socket.removeAllListeners('data');
      socket.resume();
      const isTooMuch = content.length > clamd.maxBytes;
      if (!isTooMuch) scanned.push(content);
      const text = isTooMuch ? 'INSTREAM size limit exceeded. ERROR' : clamd.answer(content);
      if (text === null) socket.destroy();
      else socket.end(`${text}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return Object.assign(clamd, {
    url: `tcp://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    scanned,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

/** The content of the chunks so far, once they have ended or exceed the limit; null before that. */
function contentOf(received: Buffer, maxBytes: number): Buffer | null {
  if (received.length < COMMAND.length) return null;
  if (received.toString('latin1', 0, COMMAND.length) !== COMMAND) return Buffer.from('UNKNOWN COMMAND');
  const chunks: Buffer[] = [];
  let total = 0;
  for (let at = COMMAND.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0 || total + length > maxBytes) {
      return Buffer.concat(length === 0 ? chunks : [...chunks, received.subarray(at + 4), Buffer.alloc(length)]);
    }
    chunks.push(received.subarray(at + 4, at + 4 + length));
    total += length;
    at += 4 + length;
  }
  return null;
}
