import type { INestApplication } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { ValidationFailedError } from '@libs/kernel';
import type { ErrorClass } from '../http/answers/answers';
import { ErrorResponse } from '../http/answers/error-response.dto';
import { hasOAuthErrors, OAuthErrorResponse } from '../http/answers/oauth-answer';
import { STATUS_OF_KIND } from '../http/answers/problem.filter';
import { RequestTooLargeError, UnsupportedMediaTypeError } from '../http/request/request-errors';
import { routesOf } from '../surfaces/routes';

const RAISED_BY_BODIES: readonly ErrorClass[] = [
  RequestTooLargeError,
  UnsupportedMediaTypeError,
  ValidationFailedError,
];

/** Adds the errors that controllers and handlers declare, one response per status, with one example of each code. */
export function addErrors(document: OpenAPIObject, app: INestApplication): void {
  const examples: NonNullable<OpenAPIObject['components']>['examples'] = {};
  for (const { method, path, errors } of routesOf(app)) {
    const operation = document.paths[path]?.[method];
    if (!operation) continue;
    const raised = new Set([...errors, ...(operation.requestBody && !hasOAuthErrors(path) ? RAISED_BY_BODIES : [])]);
    for (const [status, sameStatus] of Map.groupBy(raised, statusOf)) {
      operation.responses[String(status)] = hasOAuthErrors(path) ? oauthResponseOf(sameStatus) : responseOf(sameStatus);
    }
    if (hasOAuthErrors(path)) continue;
    for (const error of raised) examples[error.definition.code] ??= exampleOf(error, path);
  }
  document.components = { ...document.components, examples };
}

function statusOf({ definition }: ErrorClass): number {
  return STATUS_OF_KIND[definition.kind];
}

function responseOf(errors: readonly ErrorClass[]) {
  const codes = errors.map(({ definition }) => definition.code);
  return {
    description: errors.map(({ definition }) => `\`${definition.code}\`: ${definition.title}`).join('; '),
    content: {
      'application/problem+json': {
        schema: { $ref: getSchemaPath(ErrorResponse) },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Errors of RFC 6749: of several with one name the first represents all. */
function oauthResponseOf(errors: readonly ErrorClass[]) {
  const named = new Map(
    errors.toReversed().map(({ definition }) => {
      const value = new OAuthErrorResponse(definition);
      return [value.error, { summary: definition.title, value }];
    }),
  );
  return {
    description: [...named].map(([name, { value }]) => `\`${name}\`: ${value.error_description}`).join(' '),
    content: {
      'application/json': { schema: { $ref: getSchemaPath(OAuthErrorResponse) }, examples: Object.fromEntries(named) },
    },
  };
}

function exampleOf(error: ErrorClass, path: string) {
  const { code, title, detail } = error.definition;
  return {
    summary: title,
    value: {
      type: `urn:appkernel:error:${code}`,
      title,
      status: statusOf(error),
      detail: detail['en-US'],
      instance: path,
      code,
      request_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901',
      ...(error === ValidationFailedError
        ? { errors: [{ field: 'email', code: 'not_email', message: 'Must be an email address.' }] }
        : {}),
    } satisfies ErrorResponse,
  };
}
