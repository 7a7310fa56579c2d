import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '@libs/foundation';
import { API_CLIENT_SCOPES } from '@libs/iam';
import { ErrorResponse } from '../http/answers/error-response.dto';
import { OAuthErrorResponse } from '../http/answers/oauth-answer';
import { SERVICE_SCHEME } from '../auth/service-access';
import { ADMIN_SCHEME, APP_SCHEME, CLIENT_SCHEME, CONSOLE_SCHEME, MOBILE_SCHEME } from '../surfaces/surfaces';
import { addAlternatives } from './alternatives';
import { addClients } from './clients';
import { addDefaults } from './defaults';
import { addErrors } from './errors';
import { addExamples } from './examples';
import { addHeads } from './head';
import { addHeaders } from './headers';
import { addIdempotencyKeys } from './idempotency';
import { operationsOf } from './operations';
import { addPathIds } from './path-ids';
import { addReasons } from './reasons';
import { addResourceTypes } from './resource-types';
import { byName, shareErrors, shareParameters } from './shared-parts';
import { TAGS } from '../surfaces/tags';
import { addVariants } from './variants';

/** The OpenAPI 3.1 document of the whole interface, from the controllers themselves. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, outline(), {
    operationIdFactory: operationName,
    extraModels: [ErrorResponse, OAuthErrorResponse],
  });
  for (const operation of operationsOf(document)) operation.security ??= [];
  addClients(document);
  unwrapSingleAllOf(document);
  undescribeEnums(document);
  addAlternatives(document);
  addVariants(document);
  addDefaults(document);
  addPathIds(document);
  addErrors(document, app);
  addIdempotencyKeys(document, app);
  addReasons(document, app);
  addResourceTypes(document, app);
  addHeaders(document);
  addExamples(document);
  addHeads(document);
  shareErrors(document);
  shareParameters(document);
  return ordered(document);
}

/**
 * The name of the method, unique among all controllers, as a test checks. A controller that serves handlers of
 * administrators under an older path marks each name: `getLegacyMobileRelease`.
 */
function operationName(controller: string, method: string): string {
  return controller.startsWith('Legacy') ? method.replace('Admin', 'Legacy') : method;
}

function outline() {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('AppKernel')
    .setDescription(
      'Multi-tenant application backend for mobile Apps. Successful answers are wrapped in `data`; errors are ' +
        'problem details (RFC 9457) with a stable `code`. Every `GET` route also answers `HEAD`, with the same ' +
        'status and headers but no body; it is listed here only where the headers alone are of use. `GET` routes ' +
        'of administrators and of API clients refuse query parameters that they do not have (422 `unknown_parameter`); ' +
        'all other routes ignore them.\n\n' +
        '**To begin** as an administrator, try `POST /admin-api/v1/auth/login`; as a member, enter an App (from ' +
        `\`GET /admin-api/v1/apps\`) by *Authorize* under \`${APP_SCHEME}\`, which is sent as \`X-AppID\`, and try ` +
        `\`POST /api/v1/auth/register\`, then \`POST /api/v1/auth/login/password\`. The \`access_token\` of the answer is taken by itself for ` +
        `as long as the tab is open, as \`${ADMIN_SCHEME}\` or \`${MOBILE_SCHEME}\`; *Authorize* takes one that you have from elsewhere.`,
    )
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This installation')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-AppID', description: 'The id of the App' }, APP_SCHEME)
    .addBearerAuth(bearer('Access token of a member'), MOBILE_SCHEME)
    .addBearerAuth(bearer('Access token of an administrator'), ADMIN_SCHEME)
    .addApiKey(
      {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-ak_console',
        description: 'The refresh token of the console; `ak_console` in development over http',
      },
      CONSOLE_SCHEME,
    )
    .addBasicAuth(
      {
        type: 'http',
        scheme: 'basic',
        description: 'Id and secret of an API client, which may be in the body instead',
      },
      CLIENT_SCHEME,
    )
    .addOAuth2(
      {
        type: 'oauth2',
        description: 'Access token of an API client',
        flows: { clientCredentials: { tokenUrl: '/api/v1/oauth/token', scopes: scopesToChoose() } },
      },
      SERVICE_SCHEME,
    );
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  return builder.build();
}

/** Operations list the scopes that they require. */
function scopesToChoose(): Record<string, string> {
  return Object.fromEntries(API_CLIENT_SCOPES.map(({ code, description }) => [code, description]));
}

function bearer(description: string) {
  return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description } as const;
}

/** A reference may have siblings in 3.1, so an `allOf` around a single one is redundant. */
function unwrapSingleAllOf(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) unwrapSingleAllOf(child);
  const schema = value as { allOf?: unknown };
  if (!Array.isArray(schema.allOf) || schema.allOf.length !== 1) return;
  const [only] = schema.allOf as [object];
  delete schema.allOf;
  Object.assign(schema, only);
}

/** Swagger gives a shared enum the description of the first field that uses it. */
function undescribeEnums({ components }: OpenAPIObject): void {
  for (const schema of Object.values(components?.schemas ?? {})) if ('enum' in schema) delete schema.description;
}

/** Sorted, so that a new controller moves nothing else. */
function ordered({ openapi, info, servers, tags, paths, components }: OpenAPIObject): OpenAPIObject {
  // The builder leaves an empty contact.
  delete info.contact;
  const { schemas = {}, examples = {}, ...others } = components ?? {};
  const sorted = { ...others, schemas: byName(schemas), examples: byName(examples) };
  return { openapi, info, servers, tags, paths, components: sorted };
}
