import { Readable } from 'node:stream';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import type { ByteRange, Chunks } from '@libs/files';
import type { ApiRequest } from '../request/request';
import { RangeNotSatisfiableError } from '../request/request-errors';

/** A single range. For several, and for an unreadable header, the whole is sent (RFC 9110 allows that). */
const SINGLE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** A client that reads nothing for this long is gone. */
const IDLE_MS = 60_000;

/** Documents the headers with which a client resumes a download. */
export function CanBeResumed(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Range',
      required: false,
      description: 'The ETag of the partial content that the client has; if it has changed, the whole content is sent',
      schema: { type: 'string' },
    }),
    ApiHeader({ name: 'Range', required: false, description: 'One range of bytes', schema: { type: 'string' } }),
  );
}

/**
 * The requested range of the content; null for the whole.
 *
 * @param etag the strong validator of the content, for clients that resume a download.
 * @throws RangeNotSatisfiableError when the range begins beyond the end.
 */
export function rangeOf(
  request: ApiRequest,
  response: Response,
  size: number,
  etag?: string,
): Required<ByteRange> | null {
  const { range: header, 'if-range': validator } = request.headers;
  // HEAD describes the whole (RFC 9110, 14.2).
  if (header === undefined || request.method !== 'GET') return null;
  if (validator !== undefined && validator !== etag) return null;
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header) ?? [];
  if (first === '' && last === '') return null;
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: Math.min(last === '' ? Infinity : Number(last), size - 1) };
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  if (range.start < size) return range;
  response.setHeader('Content-Range', `bytes */${size}`);
  throw new RangeNotSatisfiableError();
}

/** Sets the status and the headers for the content or a range of it. */
export function describeBytes(response: Response, size: number, range: Required<ByteRange> | null): void {
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : size);
  if (range) response.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
}

/**
 * Sends the content as fast as the client reads it, and stops when the client disconnects or stalls.
 *
 * @param idleMs how long a client may read nothing.
 * @returns whether all of it was sent, by the bytes handed to the connection: a client may hang up after the last byte,
 * before the end is noticed here.
 */
export async function sendBytes(response: Response, content: Readable | Chunks, idleMs = IDLE_MS): Promise<boolean> {
  const length = Number(response.getHeader('Content-Length'));
  let sent = 0;
  response.setTimeout(idleMs, () => response.destroy());
  // A stream that waits for data would not notice the disconnect by itself.
  response.once('close', () => (content instanceof Readable ? content.destroy() : undefined));
  try {
    for await (const chunk of content as Chunks) {
      sent += chunk.length;
      await write(response, chunk);
    }
    response.end();
  } catch {
    response.destroy();
  }
  return sent === length;
}

/** Resolves when the connection has taken the chunk, whose buffer may then be reused. */
function write(response: Response, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const close = () => reject(new Error('The client is gone'));
    if (response.destroyed) return close();
    response.once('close', close);
    response.write(chunk, (error) => {
      response.off('close', close);
      if (error) reject(error);
      else resolve();
    });
  });
}
