import { Readable } from 'node:stream';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import type { ByteRange, Chunks } from '@libs/files';
import type { ApiRequest } from '../request/request';
import { RangeNotSatisfiableError } from '../request/request-errors';

/** One range. Of several the whole is sent instead, as of what cannot be read (RFC 9110 lets a server do that). */
const SINGLE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** A client that takes nothing for so long is not coming back. */
const IDLE_MS = 60_000;

/** Documents that a client may go on with what it has begun. */
export function CanBeResumed(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Range',
      required: false,
      description: 'The ETag of what the client has begun: the whole is sent when it is another one',
      schema: { type: 'string' },
    }),
    ApiHeader({ name: 'Range', required: false, description: 'One range of bytes', schema: { type: 'string' } }),
  );
}

/**
 * The range of the content that is asked for; null for the whole.
 *
 * @param etag the strong validator of the content, for clients that resume what they have begun.
 * @throws RangeNotSatisfiableError when it begins beyond the end.
 */
export function rangeOf(
  request: ApiRequest,
  response: Response,
  size: number,
  etag?: string,
): Required<ByteRange> | null {
  const { range: header, 'if-range': validator } = request.headers;
  // HEAD tells of the whole (RFC 9110, 14.2).
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

/** The status and the headers of the content or a range of it. */
export function describeBytes(response: Response, size: number, range: Required<ByteRange> | null): void {
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : size);
  if (range) response.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
}

/**
 * Sends the content as fast as the client takes it, and lets go of it when the client is gone or stands still.
 *
 * @param idleMs how long a client may take nothing.
 * @returns whether all of it was sent. A client that hangs up as soon as it has the last byte may do so before the end
 * has been noticed here: what counts is what was handed over.
 */
export async function sendBytes(response: Response, content: Readable | Chunks, idleMs = IDLE_MS): Promise<boolean> {
  const length = Number(response.getHeader('Content-Length'));
  let sent = 0;
  response.setTimeout(idleMs, () => response.destroy());
  // A stream may be waiting for more, and would not notice otherwise.
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

/** Ends when the connection has taken the chunk, which then may become another one. */
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
