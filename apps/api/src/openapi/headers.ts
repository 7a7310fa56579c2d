import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations';

/** The headers of answers, beside those that a handler sets itself. */
const HEADERS = {
  'X-Request-ID': {
    description: 'Names the request in the log. The one that the client sent, where that is well-formed.',
    schema: { type: 'string', maxLength: 128, example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' },
  },
  'Cache-Control': {
    description: '`no-store`: the answer is for this request alone.',
    schema: { type: 'string', example: 'no-store' },
  },
  'Content-Language': {
    description: 'The locale of `detail` and of the messages.',
    schema: { $ref: '#/components/schemas/SupportedLocale' },
  },
  'WWW-Authenticate': {
    description: 'The scheme that the route asks for.',
    schema: { type: 'string', example: 'Bearer' },
  },
  'Retry-After': {
    description: 'Seconds after which the request may succeed.',
    schema: { type: 'integer', minimum: 1, example: 2 },
  },
  RateLimit: {
    description: 'What is left of each limit (`r`), and the seconds until it is reset (`t`).',
    schema: { type: 'string', example: '"auth";r=299;t=60' },
  },
  'RateLimit-Policy': {
    description: 'The limits that the request counted against: their quota (`q`) and window in seconds (`w`).',
    schema: { type: 'string', example: '"auth";q=300;w=60' },
  },
} as const;

type Name = keyof typeof HEADERS;

/** Tells which of the common headers each response has. What a handler documents itself stands. */
export function addHeaders(document: OpenAPIObject): void {
  document.components = { ...document.components, headers: structuredClone<object>(HEADERS) as never };
  for (const { responses } of operationsOf(document)) {
    const isLimited = '429' in responses;
    for (const [status, response] of Object.entries(responses)) {
      if (!response || '$ref' in response) continue;
      const names = headersOf(Number(status), isLimited);
      response.headers = { ...referencesTo(names), ...response.headers };
    }
  }
}

function headersOf(status: number, isLimited: boolean): Name[] {
  const isError = status >= 400;
  const names: Name[] = ['X-Request-ID', 'Cache-Control'];
  if (isError) names.push('Content-Language');
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (isLimited && (!isError || status === 429)) names.push('RateLimit', 'RateLimit-Policy');
  return names;
}

function referencesTo(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
