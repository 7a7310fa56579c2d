import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestApi } from './api';

export interface LateRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent one after the other, each once the server has read the previous one. */
  readonly body: readonly (Buffer | string)[];
  /** Awaited when the server has read the head, before anything of the body is sent. */
  readonly onHead?: () => Promise<unknown>;
}

export interface LateAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  // oxlint-disable-next-line typescript/no-explicit-any -- as supertest has it
  readonly body: any;
}

/** Sends the head alone, and its body bit by bit after the server has read that, like a slow network. */
export async function sendLate(
  api: TestApi,
  { method, path, headers, body, onHead }: LateRequest,
): Promise<LateAnswer> {
  const request = httpRequest(`${api.url}${path}`, { method, headers: { ...headers, Expect: '100-continue' } });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  request.flushHeaders();
  await once(request, 'continue');
  await onHead?.();
  for (const piece of body) {
    await new Promise<void>((resolve) => request.write(piece, () => resolve()));
    await readSoFar(api);
  }
  request.end();
  const [response] = await answered;
  const content = await text(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: content === '' ? null : (JSON.parse(content) as unknown),
  };
}

/**
 * Resolves when everything written so far has been read: one thread serves all connections, and this request comes
 * later.
 */
async function readSoFar(api: TestApi): Promise<void> {
  await api.http.get('/internal/v1/health/live').expect(200);
}

/** A form in the pieces in which it may arrive: each head and each half of a content separately. */
export function formPieces(
  boundary: string,
  fields: Readonly<Record<string, string>>,
  file: { readonly filename: string; readonly content: Buffer },
): (Buffer | string)[] {
  const half = file.content.length >> 1;
  return [
    ...Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.filename}"\r\n\r\n`,
    file.content.subarray(0, half),
    file.content.subarray(half),
    `\r\n--${boundary}--\r\n`,
  ];
}
