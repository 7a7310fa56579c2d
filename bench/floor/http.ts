import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

export interface FloorRequest {
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  /** What stands in the place of `:id`. */
  readonly id: string;
  /** Parsed JSON; null where there is none. */
  readonly body: unknown;
  readonly remoteAddress: string;
}

export interface FloorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export type Handler = (request: FloorRequest) => FloorAnswer | Promise<FloorAnswer>;
/** By method and path; at most one part of a path is `:id`. */
export type Routes = Readonly<Record<string, Handler>>;

const MAX_BODY_BYTES = 16 * 1_024;
const JSON_TYPE = 'application/json; charset=utf-8';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

export const UNAUTHORIZED: FloorAnswer = { status: 401 };

export class Router {
  private readonly handlers: ReadonlyMap<string, Handler>;

  constructor(routes: Routes) {
    this.handlers = new Map(Object.entries(routes));
  }

  find(method: string, path: string): { readonly handler: Handler | undefined; readonly id: string } {
    const handler = this.handlers.get(`${method} ${path}`);
    if (handler) return { handler, id: '' };
    const [id = ''] = UUID.exec(path) ?? [];
    return { handler: this.handlers.get(`${method} ${path.replace(UUID, ':id')}`), id };
  }
}

/** An answer of JSON in the product's envelope. */
export function answer(data: unknown, headers: Readonly<Record<string, string>> = {}): FloorAnswer {
  return { status: 200, headers: { 'Cache-Control': 'no-store', ...headers }, body: JSON.stringify({ data }) };
}

export async function answerFrom(router: Router, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const url = request.url ?? '';
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const { handler, id } = router.find(request.method ?? '', path);
    if (!handler) return send(response, { status: 404 });
    const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
    const body = request.method === 'GET' ? null : await readJson(request);
    const remoteAddress = String(request.headers['x-forwarded-for'] ?? request.socket.remoteAddress);
    send(response, await handler({ headers: request.headers, query, id, body, remoteAddress }));
  } catch (error) {
    console.error(error);
    send(response, { status: 500 });
  }
}

function send(response: ServerResponse, { status, headers = {}, body }: FloorAnswer): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, { 'Content-Type': JSON_TYPE, 'Content-Length': length, ...headers }).end(body);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_BODY_BYTES) request.destroy(new Error('The body is too long'));
        else chunks.push(chunk);
      })
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject);
  });
  return JSON.parse(bytes.toString());
}
