import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { answerHeaders, LOCALISED } from './answer-headers';

/** The time for which clients and proxies may reuse a public answer. */
export const PUBLIC_MAX_AGE_SECONDS = 60;

/** The headers of a cacheable public answer, for the document. */
export const CACHE_HEADERS = cacheHeaders(PUBLIC_MAX_AGE_SECONDS);

/** The headers of a personal answer that the client may cache, for the document. */
export const PERSONAL_HEADERS = { ...answerHeaders('ETag', 'Cache-Control.private'), ...LOCALISED };

export function cacheHeaders(maxAgeSeconds: 60 | 3600) {
  return { ...answerHeaders('ETag', `Cache-Control.public-${maxAgeSeconds}`), ...LOCALISED };
}

/** Documents the conditional request that a cacheable public read accepts. */
export function Conditional(headers: ApiResponseOptions['headers'] = CACHE_HEADERS): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The ETag of the answer that the client has; 304 if it is still current',
      schema: { type: 'string' },
    }),
    ApiResponse({ status: 304, description: 'Not modified', headers }),
  );
}
