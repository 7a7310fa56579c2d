import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a double answers. */
export interface DoubleAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface DoubleRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly raw: string;
}

export interface HttpDouble {
  readonly url: string;
  close(): Promise<void>;
}

/** A small server on a free port of this machine, by HTTP/1.1. */
export async function startDouble(
  answer: (request: DoubleRequest) => DoubleAnswer | Promise<DoubleAnswer>,
): Promise<HttpDouble> {
  const server = createServer((request, response) => {
    void read(request).then(async (raw) => {
      const { method = '', url: path = '', headers } = request;
      const { status = 200, headers: given = {}, body } = await answer({ method, path, headers, raw });
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'Content-Type': 'application/json', ...given }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

type Json = Record<string, unknown>;

/** The first thing about an object that its provider would not take: a missing or an unknown field. */
export function formProblem(
  name: string,
  value: unknown,
  required: readonly string[],
  optional: readonly string[] = [],
) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${name} is invalid`;
  const missing = required.find((key) => (value as Json)[key] === undefined);
  if (missing) return `${name}.${missing} is missing`;
  const unknown = Object.keys(value).find((key) => !required.includes(key) && !optional.includes(key));
  return unknown ? `${name}.${unknown} is unknown` : null;
}

/** The first problem of a list in which most are none. */
export function firstProblem(...problems: readonly (string | null | false | undefined)[]): string | null {
  return problems.find((problem): problem is string => typeof problem === 'string') ?? null;
}

/** A field of a nested object, by its path. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], value);
}
