import { connect } from 'node:net';

/** A request as it is written to a connection. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** Lines as they are sent: names may be repeated, in any case. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Whether it can be read, and others behind it, which are answered behind it. */
export function isReadable({ method, target, version, headers }: Asked): boolean {
  const ends = headers.some(
    ([name, value]) => name === 'Upgrade' || name === 'Expect' || value === (name === 'Content-Length' ? 'x' : 'close'),
  );
  return method !== 'get' && target.startsWith('/') && version === '1.1' && !ends;
}

/** The bytes of requests on one connection, which ends with the last answer. */
function bytesOf(requests: readonly Asked[]): Buffer {
  const texts = requests.map(({ method, target, version, headers, body }, index) => {
    const last = index === requests.length - 1 ? [['Connection', 'close'] as const] : [];
    const lines = [...headers, ...last].map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n${body}`;
  });
  return Buffer.from(texts.join(''), 'latin1');
}

/** What the server sends, until it has answered all requests or closes the connection. */
export function exchangeAll(url: string, requests: readonly Asked[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytesOf(requests)));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (isComplete(received, requests)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

/** `100 Continue` is not an answer, and may arrive before it. */
function isComplete(received: string, requests: readonly Asked[]): boolean {
  let rest = received;
  for (const { method } of requests) {
    const [head = '', status = ''] =
      /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (?!100)(\d+)[\s\S]*?\r\n\r\n/.exec(rest) ?? [];
    if (head === '') return false;
    const length = method === 'HEAD' || status === '304' ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (rest.length < head.length + length) return false;
    rest = rest.slice(head.length + length);
  }
  return true;
}

/** Without what is new each time, and with the headers of each answer in the order of their names. */
export function comparable(received: string): string {
  const ids = [...received.matchAll(/^x-request-id: ([0-9a-f-]{36})\r$/gim)].map(([, id = '']) => id);
  const text = ids.reduce((rest, id) => rest.replaceAll(id, '<new>'), received);
  return text.replaceAll(/(HTTP\/1\.1 \d{3} [^\r]*\r\n)([\s\S]*?\r\n)\r\n/g, (_, status: string, head: string) => {
    const lines = head.split('\r\n').filter((line) => !/^(?:date:|$)/i.test(line));
    return `${status}${lines.sort().join('\r\n')}\r\n\r\n`;
  });
}
