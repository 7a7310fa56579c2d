import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiQuery, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import type { FileAsset } from '@libs/files';
import type { Response } from 'express';
import type { ApiRequest } from '../request/request';
import { Conditional } from './cacheable';
import { matchesETag } from './cached-answer';

const IMAGE = { schema: { type: 'string', format: 'binary' } } as const;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Documents that the URL or the header names the App of an image. */
export function NamesApp(): MethodDecorator {
  return applyDecorators(
    ApiQuery({ name: 'app_id', required: false, schema: { type: 'string', format: 'uuid' } }),
    ApiHeader({
      name: 'X-AppID',
      required: false,
      description: 'The App of the image; optional',
      schema: { type: 'string', format: 'uuid' },
    }),
  );
}

/** Documents an image of the App that the URL or the header names. */
export function AnswersImage(headers: ApiResponseOptions['headers']): MethodDecorator {
  return applyDecorators(
    NamesApp(),
    Conditional(headers),
    ApiResponse({
      status: 200,
      description: 'The image as it was uploaded',
      headers,
      content: { 'image/jpeg': IMAGE, 'image/png': IMAGE, 'image/webp': IMAGE },
    }),
  );
}

/**
 * Sends an image under a URL at which it never changes, or 304 when the client has it.
 *
 * @param cacheControl for one that not everybody may see.
 */
export async function sendImage<Image extends Pick<FileAsset, 'sha256' | 'mediaType' | 'sizeBytes'>>(
  request: ApiRequest,
  response: Response,
  asset: Image,
  open: (asset: Image) => Promise<Readable>,
  cacheControl = IMMUTABLE,
): Promise<void> {
  const etag = `"${asset.sha256}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', cacheControl);
  if (matchesETag(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  const content = request.method === 'HEAD' ? null : await open(asset);
  response.setHeader('Content-Type', asset.mediaType);
  response.setHeader('Content-Length', asset.sizeBytes);
  if (!content) {
    response.end();
    return;
  }
  try {
    await pipeline(content, response);
  } catch {
    // A pipeline into an answer whose client has left already does not touch its source, such as an open file.
    content.destroy();
    response.destroy();
  }
}
