import type { OpenAPIObject } from '@nestjs/swagger';
import { type AnswerHeader, answerHeaders } from '../http/answers/answer-headers';
import type { Operation } from './operations';

/** HEAD describes the whole (RFC 9110, 14.2), so ranges do not apply. */
const PARTIAL = '206';
const RANGE_PARAMETERS: ReadonlySet<string> = new Set(['Range', 'If-Range']);

/** Headers for which HEAD is useful. */
const TELLING: readonly string[] = ['ETag', 'Content-Length', 'Content-Disposition'] satisfies AnswerHeader[];

const REFUSED = 'HeadRefused';

/** The router answers HEAD wherever it answers GET; it is documented where it is useful. */
export function addHeads(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths)) {
    const headers = item.get ? headersOf(item.get) : {};
    if (item.get && TELLING.some((name) => name in headers)) item.head = headOf(item.get);
  }
  const refused = {
    description: 'The error of `GET`, without the problem document.',
    headers: answerHeaders('X-Request-ID', 'Cache-Control', 'Content-Language', 'Vary'),
  };
  document.components = {
    ...document.components,
    responses: { ...document.components?.responses, [REFUSED]: refused },
  };
}

function headOf(get: Operation): Operation {
  const { operationId = '', summary = '', parameters, responses } = get;
  return {
    ...get,
    operationId: `head${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`,
    summary: `${summary} (headers only)`,
    description: 'The status and the headers of `GET`, without a body.',
    ...(parameters
      ? { parameters: parameters.filter((one) => !('name' in one && RANGE_PARAMETERS.has(one.name))) }
      : {}),
    responses: { ...bodiless(responses), '4XX': refusal(), '5XX': refusal() },
  };
}

function bodiless(responses: Operation['responses']): Operation['responses'] {
  const kept = Object.entries(responses).filter(([status]) => /^[23]/.test(status) && status !== PARTIAL);
  return Object.fromEntries(
    kept.map(([status, response]) => {
      if (!response || '$ref' in response) return [status, response];
      const { description, headers } = response;
      return [status, { description, headers }];
    }),
  ) as Operation['responses'];
}

function headersOf({ responses }: Operation): object {
  const success = responses['200'];
  return (success && 'headers' in success && success.headers) || {};
}

function refusal() {
  return { $ref: `#/components/responses/${REFUSED}` };
}
