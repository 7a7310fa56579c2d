import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isJson, type SeenAnswer } from './answer-validator';

type Listener = (answer: SeenAnswer) => void;

/** Records the answers of some servers to any client of this process: `node:http` or `fetch`. */
export class AnswerWatch {
  private readonly ports = new Set<number>();

  /** From now on its answers are recorded. */
  add(url: string): void {
    this.ports.add(portOf(url));
  }

  /** Another server may get its port. */
  remove(url: string): void {
    this.ports.delete(portOf(url));
  }

  tell(listener: Listener): void {
    subscribe('http.client.response.finish', (message) => {
      const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
      if (this.ports.has(response.socket.remotePort ?? 0)) readAlong(request, response, listener);
    });
    watchFetch((origin) => this.ports.has(portOf(origin)), listener);
  }
}

/** The servers that suites start in order to test them. */
export const serversUnderTest = new AnswerWatch();

/**
 * Reads what the parser passes on, and leaves it to the client when to read it. A body that breaks off is not recorded.
 */
function readAlong(request: ClientRequest, response: IncomingMessage, listener: Listener): void {
  const { method, path } = request;
  const carriedBody = request.hasHeader('transfer-encoding') || Number(request.getHeader('content-length') ?? 0) > 0;
  const { headers, statusCode: status = 0 } = response;
  const keeps = isJson({ headers });
  const chunks: Buffer[] = [];
  const push = response.push.bind(response);
  response.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk === null) listener({ method, path, carriedBody, status, headers, body: textOf(chunks) });
    else if (keeps) chunks.push(chunk);
    return push(chunk, encoding);
  };
}

interface FetchMessage {
  readonly request: { readonly method: string; readonly origin: string; readonly path: string; readonly body: unknown };
  readonly response?: { readonly statusCode: number; readonly headers: readonly Buffer[] };
  readonly chunk?: Uint8Array;
}

function watchFetch(isWatched: (origin: string) => boolean, listener: Listener): void {
  const under = new WeakMap<object, { status: number; headers: SeenAnswer['headers']; chunks: Uint8Array[] }>();
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as FetchMessage;
    if (!response || !isWatched(request.origin)) return;
    under.set(request, { status: response.statusCode, headers: headersOf(response.headers), chunks: [] });
  });
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const { request, chunk } = message as FetchMessage;
    const answer = under.get(request);
    if (answer && chunk && isJson(answer)) answer.chunks.push(Buffer.from(chunk));
  });
  subscribe('undici:request:trailers', (message) => {
    const { request } = message as FetchMessage;
    const answer = under.get(request);
    if (!answer) return;
    const { chunks, ...head } = answer;
    const { method, path } = request;
    listener({ method, path, carriedBody: request.body !== null, ...head, body: textOf(chunks) });
  });
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Names and values alternate. */
function headersOf(raw: readonly Buffer[]): SeenAnswer['headers'] {
  const names = raw.filter((_value, index) => index % 2 === 0);
  return Object.fromEntries(names.map((name, index) => [String(name).toLowerCase(), String(raw[index * 2 + 1])]));
}

function textOf(chunks: readonly Uint8Array[]): string | null {
  return chunks.length === 0 ? null : Buffer.concat(chunks).toString();
}
