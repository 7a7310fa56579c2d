import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** Something between a client and the api, as a balancer is, which has bad moments. */
export interface FaultyProxy {
  readonly url: string;
  /** `METHOD path` of each request that arrived, with its Idempotency-Key. */
  readonly seen: { readonly line: string; readonly key: string | undefined }[];
  /** What becomes of the next requests, one each; null passes it on. Afterwards all are passed on. */
  next(...faults: readonly (Fault | null)[]): void;
  close(): Promise<void>;
}

/** Answers itself. */
export function answering(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Fault {
  return (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
}

/** Cuts the connection before anything arrived. */
export const cutting: Fault = (request) => request.socket.destroy();

/** Breaks off in the middle of an answer. */
export const breaking: Fault = (request, response) => {
  request.resume();
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"data":', () => request.socket.destroy());
};

/** Never answers. */
export const hanging: Fault = (request) => void request.resume();

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const seen: FaultyProxy['seen'] = [];
  let faults: readonly (Fault | null)[] = [];
  const pass = (request: IncomingMessage, response: ServerResponse, then: Fault | null = null): void => {
    const { method, headers } = request;
    const onward = ask(target + request.url, { method, headers }, (answer) => {
      if (then) return void answer.resume().on('end', () => then(request, response));
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  };
  const server = createServer((request, response) => {
    seen.push({ line: `${request.method} ${request.url}`, key: request.headers['idempotency-key'] as string });
    const [fault = null, ...rest] = faults;
    faults = rest;
    if (fault === losing) pass(request, response, cutting);
    else if (fault) fault(request, response);
    else pass(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    next: (...given) => {
      faults = given;
      seen.splice(0);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Passes the request on, and loses its answer. */
export const losing: Fault = () => undefined;
