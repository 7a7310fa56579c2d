import type { OpenAPIObject } from '@nestjs/swagger';
import { ANSWER_HEADERS, type AnswerHeader, answerHeaders } from '../http/answers/answer-headers';
import { IDEMPOTENCY_KEY } from '../idempotency/idempotency.interceptor';
import { ScopeDeniedError } from '@libs/iam';
import { CONSOLE_SCHEME } from '../surfaces/surfaces';
import { operationsOf } from './operations';

/** Adds the common headers to each response. Those that a handler documents itself are kept. */
export function addHeaders(document: OpenAPIObject): void {
  document.components = { ...document.components, headers: structuredClone<object>(ANSWER_HEADERS) as never };
  for (const { responses, parameters = [], security = [] } of operationsOf(document)) {
    const takesKey = parameters.some((one) => 'name' in one && one.name === IDEMPOTENCY_KEY);
    const isLimited = '429' in responses;
    const isByCookie = security.some((schemes) => CONSOLE_SCHEME in schemes);
    for (const [status, response] of Object.entries(responses)) {
      if (!response || '$ref' in response) continue;
      response.headers = { ...answerHeaders(...headersOf(Number(status), isLimited)), ...response.headers };
      if (raises(response, ScopeDeniedError.definition.code)) {
        Object.assign(response.headers, answerHeaders('WWW-Authenticate.scope'));
      }
      if (isByCookie && status === '401') Object.assign(response.headers, answerHeaders('Set-Cookie'));
      if (takesKey && status === '409') Object.assign(response.headers, answerHeaders('Retry-After'));
    }
  }
}

function raises({ content }: { readonly content?: Record<string, { examples?: object }> }, code: string): boolean {
  return code in (content?.['application/problem+json']?.examples ?? {});
}

function headersOf(status: number, isLimited: boolean): AnswerHeader[] {
  const isError = status >= 400;
  const names: AnswerHeader[] = ['X-Request-ID', 'Cache-Control'];
  if (isError) names.push('Content-Language', 'Vary');
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 416) names.push('Content-Range');
  if (status === 429 || status === 503) names.push('Retry-After');
  // Error responses are shared by all operations, whether or not they have limits.
  if (isLimited || isError) names.push('RateLimit', 'RateLimit-Policy');
  return names;
}
