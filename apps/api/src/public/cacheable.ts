import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { SUPPORTED_LOCALES } from '@libs/kernel';

/** Seconds that clients and proxies may use a public answer without asking again. */
export const PUBLIC_MAX_AGE_SECONDS = 60;

/** The headers of a cacheable public answer, for the document. */
export const CACHE_HEADERS = {
  ETag: { description: 'Strong validator of the body', schema: { type: 'string' } },
  'Cache-Control': { description: `public, max-age=${PUBLIC_MAX_AGE_SECONDS}`, schema: { type: 'string' } },
  'Content-Language': { description: `One of ${SUPPORTED_LOCALES.join(', ')}`, schema: { type: 'string' } },
  Vary: { description: 'Accept-Language, X-AppID', schema: { type: 'string' } },
};

/** Documents the conditional request that a cacheable public read understands. */
export function Conditional(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The ETag of the answer that the client has; 304 when it is still the same',
      schema: { type: 'string' },
    }),
    ApiResponse({ status: 304, description: 'Not modified', headers: CACHE_HEADERS }),
  );
}
