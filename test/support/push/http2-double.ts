import {
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface Http2DoubleRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly session: ServerHttp2Session;
}

export interface Http2DoubleAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Http2Double {
  readonly url: string;
  readonly sessions: Set<ServerHttp2Session>;
  /** How many connections there were, and how many requests at a time on one. */
  readonly seen: { connections: number; atOnce: number };
  /** While it is set, requests wait for it before they are answered. */
  hold: Promise<unknown> | null;
  close(): Promise<void>;
}

/** A small server by HTTP/2: in clear on this machine, or with TLS. */
export async function startHttp2Double(
  answer: (request: Http2DoubleRequest) => Http2DoubleAnswer | 'reset',
  { maxConcurrentStreams = 100, tls }: { maxConcurrentStreams?: number; tls?: { key: string; cert: string } } = {},
): Promise<Http2Double> {
  const settings = { maxConcurrentStreams };
  const server: Http2Server = tls ? createSecureServer({ ...tls, settings }) : createServer({ settings });
  const double = {
    sessions: new Set<ServerHttp2Session>(),
    seen: { connections: 0, atOnce: 0 },
    hold: null as Promise<unknown> | null,
  };
  const underWay = new Map<ServerHttp2Session, number>();
  server.on('session', (session) => {
    double.sessions.add(session);
    double.seen.connections += 1;
    session.on('close', () => double.sessions.delete(session));
    session.on('error', () => undefined);
  });
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const session = stream.session as ServerHttp2Session | undefined;
    if (!session) return;
    const count = (underWay.get(session) ?? 0) + 1;
    underWay.set(session, count);
    double.seen.atOnce = Math.max(double.seen.atOnce, count);
    stream.on('close', () => underWay.set(session, (underWay.get(session) ?? 1) - 1));
    stream.on('error', () => undefined);
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      void Promise.resolve(double.hold).then(() => {
        if (stream.destroyed) return;
        const raw = Buffer.concat(chunks).toString('utf8');
        const answered = answer({ path: headers[':path'] ?? '', headers, raw, session });
        if (answered === 'reset') return stream.close(2);
        stream.respond({ ':status': answered.status, ...answered.headers });
        stream.end(answered.body === undefined ? '' : JSON.stringify(answered.body));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const session of double.sessions) session.destroy();
        server.close(() => resolve());
      }),
  });
}
