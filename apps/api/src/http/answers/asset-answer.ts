import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { FileAsset } from '@libs/files';
import type { Response } from 'express';
import type { ApiRequest } from '../request/request';
import { matchesETag } from './cached-answer';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Sends an image under a URL at which it never changes, or 304 when the client has it. */
export async function sendImage(
  request: ApiRequest,
  response: Response,
  asset: FileAsset,
  open: (asset: FileAsset) => Promise<Readable>,
): Promise<void> {
  const etag = `"${asset.sha256}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', IMMUTABLE);
  if (matchesETag(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  const content = request.method === 'HEAD' ? null : await open(asset);
  response.setHeader('Content-Type', asset.mediaType);
  response.setHeader('Content-Length', asset.sizeBytes);
  if (content) await pipeline(content, response).catch(() => response.destroy());
  else response.end();
}
