import { connect } from 'node:net';

/** An answer as received. Header names are in lower case. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Sends bytes that no HTTP client would send, and reads until the server closes the connection; or, where it waits for
 * more, until it has sent the length that it announced.
 */
export function exchange(
  url: string,
  bytes: string | Buffer,
  { untilLength = false }: { untilLength?: boolean } = {},
): Promise<WireResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      if (untilLength && isWhole(parse(Buffer.concat(received)))) socket.destroy();
    });
    // A server that answers before it has read everything may reset the connection after its answer.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const answer = parse(Buffer.concat(received));
      if (answer) resolve(answer);
      else reject(new Error('The connection was closed without an answer'));
    });
  });
}

/** The bytes of one request on a connection that ends with its answer. A body gets its Content-Length. */
export function request(method: string, path: string, headers: Headers = {}, body?: string | Buffer): Buffer {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...length, ...headers });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body ?? '')]);
}

/** The same with its body in chunks, without a length told in advance. */
export function chunked(method: string, path: string, headers: Headers, chunks: readonly Buffer[]): Buffer {
  const framed = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([
    request(method, path, { 'Transfer-Encoding': 'chunked', ...headers }),
    ...framed,
    Buffer.from('0\r\n\r\n'),
  ]);
}

function parse(bytes: Buffer): WireResponse | null {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  if (end < 0 || Number.isNaN(status)) return null;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const text = bytes.subarray(end + 4).toString('utf8');
  return { status, headers, text, body: bodyOf(text) };
}

function isWhole(answer: WireResponse | null): boolean {
  return answer !== null && Buffer.byteLength(answer.text) >= Number(answer.headers['content-length']);
}

function bodyOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
