import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, getSchemaPath, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { raisedBy, type ErrorClass } from '../http/answers';
import { ErrorResponse } from '../http/error-response.dto';
import { STATUS_OF_KIND } from '../http/problem.filter';
import { APP_SCHEME, MOBILE_SCHEME } from '../http/surfaces';
import { VERSION } from '../health/version';
import { exampleOf, toOpenApi31 } from './schemas';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** The scheme of the administrators' surface. */
const ADMIN_SCHEME = 'adminBearer';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Health', 'Whether the service runs and is ready'],
  ['Configuration', 'What an App reads before anybody signs in'],
  ['Pages', 'Legal documents and single pages'],
  ['Regions', 'Countries and their divisions'],
  ['Registration', 'Registering by email'],
  ['Sign-in', 'Tokens for a registered member'],
  ['Session', 'The session of a signed-in member'],
  ['Keys', 'The keys that verify access tokens'],
];

/** The OpenAPI 3.1 document of the whole interface, from the controllers themselves. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('AppKernel')
    .setDescription(
      'Multi-tenant application backend for mobile Apps. Successful answers stand inside `data`; errors are problem ' +
        'details (RFC 9457) with a stable `code`.',
    )
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This installation')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-AppID', description: 'The id of the App' }, APP_SCHEME)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a member' }, MOBILE_SCHEME)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of an administrator' },
      ADMIN_SCHEME,
    );
  for (const [name, description] of TAGS) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: operationId,
    extraModels: [ErrorResponse],
  });
  addErrors(document, app);
  toOpenApi31(document);
  addExamples(document);
  return document;
}

/** Method names are unique over all controllers, which a test makes sure of: they name the operations. */
function operationId(_controller: string, method: string): string {
  return method;
}

function addErrors(document: OpenAPIObject, app: INestApplication): void {
  const raised = errorsByOperation(app);
  for (const operation of operationsOf(document)) {
    const byStatus = Map.groupBy(new Set(raised.get(operation.operationId ?? '') ?? []), statusOf);
    for (const [status, errors] of [...byStatus].sort(([a], [b]) => a - b)) {
      operation.responses[String(status)] = errorResponse(status, errors);
    }
  }
}

function errorsByOperation(app: INestApplication): Map<string, ErrorClass[]> {
  const errors = new Map<string, ErrorClass[]>();
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      const prototype = (metatype as { prototype?: Record<string, unknown> } | null)?.prototype;
      for (const method of prototype ? Object.getOwnPropertyNames(prototype) : []) {
        const handler = prototype?.[method];
        if (typeof handler !== 'function' || !metatype || method === 'constructor') continue;
        errors.set(method, [...raisedBy(metatype), ...raisedBy(handler)]);
      }
    }
  }
  return errors;
}

function errorResponse(status: number, errors: readonly ErrorClass[]) {
  return {
    description: errors.map(({ definition }) => `\`${definition.code}\`: ${definition.title}`).join('; '),
    ...(status === 429 || status === 503
      ? { headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const } } } }
      : {}),
    content: {
      'application/problem+json': {
        schema: { $ref: getSchemaPath(ErrorResponse) },
        examples: Object.fromEntries(errors.map((error) => [error.definition.code, { value: problemOf(error, status) }])),
      },
    },
  };
}

function problemOf({ definition }: ErrorClass, status: number) {
  return {
    type: `urn:appkernel:error:${definition.code}`,
    title: definition.title,
    status,
    detail: definition.detail['en-US'],
    instance: '/api/v1/example',
    code: definition.code,
    request_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901',
    ...(definition.code === 'REQUEST.VALIDATION_FAILED'
      ? { errors: [{ field: 'email', code: 'not_email', message: 'Must be an email address.' }] }
      : {}),
  };
}

/** Every JSON body gets the example that the examples of its fields add up to. */
function addExamples(document: OpenAPIObject): void {
  for (const operation of operationsOf(document)) {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
      part && 'content' in part && part.content ? Object.entries(part.content) : [],
    );
    for (const [mediaType, media] of contents) {
      if (mediaType === 'application/json' && media.schema && media.example === undefined) {
        media.example = exampleOf(media.schema, document);
      }
    }
  }
}

function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.values(document.paths).flatMap((path) => METHODS.flatMap((method) => path[method] ?? []));
}

function statusOf({ definition }: ErrorClass): number {
  return STATUS_OF_KIND[definition.kind];
}
