import {
  type ClientHttp2Session,
  connect,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type SecureClientSessionOptions,
} from 'node:http2';

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 15_000;
const PING = { pingAfterMs: 15_000, pingTimeoutMs: 5_000 };
/** Unused for longer than this, a connection is closed. */
const IDLE_MS = 60 * 60 * 1_000;
/** How many requests are under way on a connection, if the server does not want fewer. */
const MAX_STREAMS = 500;
const MAX_ANSWER_BYTES = 64 * 1024;

export interface Http2Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Whom to trust, and when to ask whether a connection is still there. */
export interface ConnectionOptions extends Pick<SecureClientSessionOptions, 'ca'> {
  readonly pingAfterMs: number;
  readonly pingTimeoutMs: number;
}

export interface Http2Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders & IncomingHttpStatusHeader;
  readonly body: string;
}

/**
 * Connections by HTTP/2, each with many requests at a time. They stay open for hours, as Apple asks for, and one that a
 * server is about to close gets no further requests.
 */
export class Http2Connections {
  private readonly open = new Map<string, Promise<Http2Connection>>();

  private readonly options: ConnectionOptions;

  constructor(options: Partial<ConnectionOptions> = {}) {
    this.options = { ...PING, ...options };
  }

  /**
   * @param key of those that share a connection.
   * @throws when there is no answer in time, or the connection ends before it.
   */
  async post(key: string, origin: string, request: Http2Request): Promise<Http2Answer> {
    const connection = await this.connection(key, origin);
    return connection.post(request);
  }

  close(): void {
    for (const connection of this.open.values()) connection.then((opened) => opened.close()).catch(() => undefined);
    this.open.clear();
  }

  private async connection(key: string, origin: string): Promise<Http2Connection> {
    const name = `${key} ${origin}`;
    const present = this.open.get(name);
    if (present) {
      const connection = await present;
      if (await connection.isAlive()) return connection;
      // Only the first to notice replaces it.
      if (this.open.get(name) === present) this.open.delete(name);
      return this.connection(key, origin);
    }
    const opening = Http2Connection.to(origin, this.options, () => {
      if (this.open.get(name) === opening) this.open.delete(name);
    });
    this.open.set(name, opening);
    opening.catch(() => this.open.get(name) === opening && this.open.delete(name));
    return opening;
  }
}

class Http2Connection {
  private usedAt = Date.now();
  private isLeaving = false;
  private underWay = 0;
  private readonly queue: (() => void)[] = [];
  private ping: Promise<boolean> | undefined;

  private constructor(
    private readonly session: ClientHttp2Session,
    private readonly options: ConnectionOptions,
  ) {}

  /** @param ended called when it takes no more requests. */
  static to(origin: string, options: ConnectionOptions, ended: () => void): Promise<Http2Connection> {
    return new Promise((resolve, reject) => {
      const session = connect(origin, options);
      const connection = new Http2Connection(session, options);
      const leave = () => {
        connection.isLeaving = true;
        // What is under way may still be answered.
        session.close();
        ended();
      };
      const late = setTimeout(() => session.destroy(new Error('no connection in time')), CONNECT_TIMEOUT_MS);
      // What the server takes at a time comes with its settings.
      session.once('remoteSettings', () => {
        clearTimeout(late);
        session.unref();
        resolve(connection);
      });
      session.setTimeout(IDLE_MS, () => connection.close());
      session.on('goaway', leave);
      session.on('error', reject);
      session.once('close', () => {
        clearTimeout(late);
        leave();
        connection.release(connection.queue.length);
        reject(new Error('the connection was closed'));
      });
    });
  }

  close(): void {
    this.session.close();
  }

  /** A connection that was not used for a while may be gone without anybody having told. */
  async isAlive(): Promise<boolean> {
    if (this.isLeaving || this.session.closed || this.session.destroyed) return false;
    if (Date.now() - this.usedAt < this.options.pingAfterMs || this.underWay > 0) return true;
    this.ping ??= this.answersPing().finally(() => (this.ping = undefined));
    return this.ping;
  }

  async post(request: Http2Request): Promise<Http2Answer> {
    const { maxConcurrentStreams = MAX_STREAMS } = this.session.remoteSettings;
    while (this.underWay >= Math.max(1, Math.min(MAX_STREAMS, maxConcurrentStreams)) && !this.session.destroyed) {
      await new Promise<void>((resolve) => this.queue.push(resolve));
    }
    this.underWay += 1;
    this.usedAt = Date.now();
    try {
      return await this.send(request);
    } finally {
      this.underWay -= 1;
      this.usedAt = Date.now();
      this.release(1);
    }
  }

  private release(count: number): void {
    for (const next of this.queue.splice(0, count)) next();
  }

  private answersPing(): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.session.destroy();
        resolve(false);
      }, this.options.pingTimeoutMs);
      const isSent = this.session.ping((error) => {
        clearTimeout(late);
        this.usedAt = Date.now();
        resolve(error === null);
      });
      if (!isSent) {
        clearTimeout(late);
        resolve(false);
      }
    });
  }

  private send({ path, headers, body }: Http2Request): Promise<Http2Answer> {
    return new Promise((resolve, reject) => {
      const stream = this.session.request({ ':method': 'POST', ':path': path, ...headers });
      const late = setTimeout(() => {
        stream.close(constants.NGHTTP2_CANCEL);
        reject(new Error('no answer in time'));
      }, ANSWER_TIMEOUT_MS);
      let answer: Pick<Http2Answer, 'status' | 'headers'> | undefined;
      const chunks: Buffer[] = [];
      let size = 0;
      stream.once('response', (received) => {
        answer = { status: received[':status'] ?? 0, headers: received };
      });
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
        else stream.close(constants.NGHTTP2_CANCEL);
      });
      stream.on('error', reject);
      stream.once('close', () => {
        clearTimeout(late);
        if (!answer || stream.rstCode !== constants.NGHTTP2_NO_ERROR) reject(new Error('the stream was reset'));
        else resolve({ ...answer, body: Buffer.concat(chunks).toString('utf8') });
      });
      stream.end(body);
    });
  }
}
