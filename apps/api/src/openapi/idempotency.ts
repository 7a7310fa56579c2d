import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { answerHeaders } from '../http/answers/answer-headers';
import { IDEMPOTENCY_KEY, REPLAYED } from '../idempotency/idempotency.interceptor';
import { routesOf } from '../surfaces/routes';

const DESCRIPTION =
  'Identifies the request. Within 24 hours the same request with the same key takes effect only once and gets the first ' +
  'answer again, with null in place of values that are shown only once. The last 1,000 answers of a caller are kept, up ' +
  'to 16 MiB. The key of a failed request can be used again.';

/** Adds the header of the key, and that of replayed answers. */
export function addIdempotencyKeys(document: OpenAPIObject, app: INestApplication): void {
  for (const { method, path, idempotencyKey } of routesOf(app)) {
    const operation = document.paths[path]?.[method];
    if (!operation || idempotencyKey === 'none') continue;
    operation.parameters = [
      ...(operation.parameters ?? []),
      {
        name: IDEMPOTENCY_KEY,
        in: 'header',
        required: idempotencyKey === 'required',
        description: DESCRIPTION,
        schema: { type: 'string', minLength: 1, maxLength: 255, example: '5d0a3f0e-6f0f-4b52-9a52-0a7d1c1f7a11' },
      },
    ];
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!status.startsWith('2') || !response || '$ref' in response) continue;
      response.headers = { ...response.headers, ...answerHeaders(REPLAYED) };
    }
  }
}
