import { once } from 'node:events';
import type { Response } from 'express';
import { jsonInSlices } from './json-in-slices';

/**
 * Answers with long JSON, made in slices before the head is sent, so that a failure is still answered as a problem, and
 * written as fast as the client reads it.
 */
export async function sendLongJson(response: Response, body: object): Promise<void> {
  const slices = await jsonInSlices(body);
  // The client has disconnected meanwhile.
  if (response.destroyed) return;
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', String(slices.reduce((sum, { length }) => sum + length, 0)));
  if (response.req.method !== 'HEAD') {
    for (const slice of slices) if (!response.write(slice)) await taken(response);
  }
  if (!response.destroyed) response.end();
}

/** Resolves when more may be written, or the connection is closed. */
async function taken(response: Response): Promise<void> {
  if (response.destroyed) return;
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).finally(() =>
    settled.abort(),
  );
}
