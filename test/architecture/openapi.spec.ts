import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SUPPORTED_LOCALES, type ErrorDefinition } from '@libs/kernel';
import { operationsOf } from '../../apps/api/src/openapi/operations';
import { resolved } from '../support/openapi';

/** In a separate process: suites that share this one define errors, too. */
const GENERATION = `
  require('reflect-metadata');
  const { generatedFiles, previewApi } = require(${JSON.stringify(require.resolve('../../apps/api/src/openapi/generated-files'))});
  const { routesOf } = require(${JSON.stringify(require.resolve('../../apps/api/src/surfaces/routes'))});
  const { errorCatalogue } = require(${JSON.stringify(require.resolve('../../libs/kernel/src'))});
  previewApi().then((app) => {
    const routes = routesOf(app).map(({ method, path }) => method + ' ' + path);
    process.stdout.write(JSON.stringify({ files: generatedFiles(app), errors: errorCatalogue(), routes }));
  });`;

/** The names of schemas in the service document, for what is served so far. */
const PROMISED_SCHEMAS = [
  'AdminAppListResponse',
  'AdminAppOnboardingPublishRequest',
  'AdminAppRequest',
  'AdminAppResponse',
  'AdminAppStatusRequest',
  'AdminContentCategoryListResponse',
  'AdminContentCategoryRequest',
  'AdminContentCategoryResponse',
  'AdminContentCategoryUpdateRequest',
  'AdminDeleteResponse',
  'AdminFileResponse',
  'AdminMobileReleaseListResponse',
  'AdminMobileReleasePageResponse',
  'AdminMobileReleaseRequest',
  'AdminMobileReleaseResponse',
  'AdminPageResponse',
  'AdminTokenResponse',
  'AppAcceptedResponse',
  'AppEmailOTPRequest',
  'AppEmailRequest',
  'AppLegalConsentRequest',
  'AppPasswordResetRequest',
  'AppPublicConfigResponse',
  'AppPublicPageResponse',
  'AppRegistrationRequest',
  'BooleanSuccessResponse',
  'ErrorResponse',
  'HealthResponse',
  'LockVersionRequest',
  'MobileAppVersionResponse',
  'MobileCaptchaChallengeRequest',
  'MobileCaptchaChallengeResponse',
  'MobileContextResponse',
  'MobileDeviceListResponse',
  'MobileLoginEventListResponse',
  'MobileNotificationPreferencesResponse',
  'MobileNotificationPreferencesUpdateRequest',
  'MobilePasswordLoginRequest',
  'MobilePreferencesResponse',
  'MobilePreferencesUpdateRequest',
  'MobileRefreshRequest',
  'MobileSecurityEventListResponse',
  'MobileSessionListResponse',
  'MobileTokenResponse',
  'RegionListResponse',
  'SelfPasswordChangeRequest',
  'SelfProfileResponse',
  'SelfProfileUpdateRequest',
  'SupportedLocale',
  'UUIDBatchRequest',
];

/** Optional fields of a PATCH that cannot have a default, and preconditions of a change. */
const NEVER_NULL = [
  ...['name', 'scopes', 'lock_version'].map((field) => `updateAdminApiClient ${field}`),
  ...['name', 'app_type', 'default_locale', 'supported_locales', 'lock_version'].map((f) => `updateAdminApp ${f}`),
  ...['name', 'slug'].map((f) => `updateAdminContentCategory ${f}`),
  ...['category_id', 'slug', 'title', 'body', 'lock_version'].map((field) => `updateAdminArticle ${field}`),
  ...['updateAdminMobileRelease', 'updateLegacyMobileRelease'].flatMap((operation) =>
    [
      'platform',
      'package_type',
      'version_name',
      'version_code',
      'upgrade_mode',
      'title',
      'release_notes',
      'lock_version',
      // A gate has all of these.
      'health_gate.max_failure_percent',
      'health_gate.min_reports',
      'health_gate.window_minutes',
      'health_gate.action',
    ].map((field) => `${operation} ${field}`),
  ),
  ...['code', 'name', 'scope', 'lock_version'].map((field) => `updateAdminDictionary ${field}`),
  ...['Notice', 'Message'].flatMap((kind) =>
    [
      ...['message_type', 'title', 'body', 'lock_version'],
      // An audience is replaced as a whole: what is absent from it is not there.
      ...['user_ids', 'identifiers', 'filter'].map((field) => `audience.${field}`),
      ...['locales', 'platforms', 'roles', 'joined_before', 'joined_after', 'last_active_after'].map(
        (field) => `audience.filter.${field}`,
      ),
      ...['region_codes', 'unit_ids', 'has_push', 'app_versions', 'app_versions.gte', 'app_versions.lt'].map(
        (field) => `audience.filter.${field}`,
      ),
    ].map((field) => `updateAdmin${kind} ${field}`),
  ),
  'updateAdminOrganizationUnit name',
  'updateAdminProfile display_name',
  'updateAdminRole name',
  'updateAdminRole permissions',
  'updateAdminSetting key',
  'updateAdminSetting lock_version',
  'updateAdminSetting scope',
  'updateAdminSetting value',
  'updateAdminSetting value_type',
  'updateAdminTenant name',
  'updateAdminUser display_name',
  'updateAdminWebhookEndpoint event_types',
  'updateAdminWebhookEndpoint lock_version',
  'updateAdminWebhookEndpoint url',
];

/** Aids for development, requests of the documentation's pages, and the pages behind mailed links. */
const UNDOCUMENTED = /^\/(?:(?:internal\/v1\/dev|docs)\/|(?:invite|reset-password|unsubscribe)(?:\/|$))/;

describe('The OpenAPI document', () => {
  let document: OpenAPIObject;
  let generated: { files: Record<string, string>; errors: ErrorDefinition[]; routes: string[] };

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', GENERATION], { maxBuffer: 64 * 1024 * 1024 });
    generated = JSON.parse(stdout) as typeof generated;
    document = JSON.parse(generated.files['openapi.json'] ?? '') as OpenAPIObject;
  });

  it('is committed up to date, as is the list of errors (npm run openapi writes them)', () => {
    for (const [path, content] of Object.entries(generated.files)) {
      expect({ path, content: readFileSync(path, 'utf8') }).toEqual({ path, content });
    }
  });

  it('lists errors with a code, an English title and a detail in each locale', () => {
    expect(generated.errors.length).toBeGreaterThan(60);
    for (const { code, title, detail } of generated.errors) {
      expect(code).toMatch(/^[A-Z]+(\.[A-Z_]+)+$/);
      expect(title).toMatch(/^[\x20-\x7e]+$/);
      for (const locale of SUPPORTED_LOCALES)
        expect({ code, [locale]: detail[locale] }).toEqual({ code, [locale]: expect.stringMatching(/\S/) });
    }
  });

  it('has every route except aids for development and those of its own pages', () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => method !== 'head')
        .map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(
      generated.routes.filter((route) => !UNDOCUMENTED.test(route.split(' ')[1] ?? '')).sort(),
    );
  });

  it('gives every operation a unique name, a summary and one of the groups', () => {
    const groups = document.tags?.map(({ name }) => name);
    const names = operationsOf(document).map(({ operationId }) => operationId);
    expect(names).toEqual([...new Set(names)]);
    for (const { operationId, summary, tags } of operationsOf(document)) {
      expect({ operationId, summary }).toEqual({ operationId, summary: expect.stringMatching(/\S/) });
      expect(groups).toEqual(expect.arrayContaining(tags ?? ['no group']));
    }
  });

  it('shows the body of every response, and at least one success and one error of every operation', () => {
    for (const { operationId, responses } of operationsOf(document)) {
      const statuses = Object.keys(responses);
      const bodiless = statuses.filter((status) => status !== '304' && !schemaOf(document, responses[status]));
      expect({ operationId, bodiless }).toEqual({ operationId, bodiless: [] });
      expect(statuses.join()).toMatch(/\b2\d\d\b.*\b4\d\d\b/);
    }
  });

  it('names its schemas as the service document does', () => {
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(expect.arrayContaining(PROMISED_SCHEMAS));
  });

  it('lets null reset every field that may be absent from a PATCH and has a default', () => {
    const stubborn = operationsOf(document, ['patch']).flatMap((operation) => {
      // One that only marks something has no body.
      const body = operation.requestBody as { content: Record<string, { schema: Schema }> } | undefined;
      return notNullable(document, body?.content['application/json']?.schema ?? {}, '').map(
        (field) => `${operation.operationId} ${field}`,
      );
    });
    expect(stubborn.sort()).toEqual(NEVER_NULL.toSorted());
  });
});

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The fields at every depth that may be absent but not null. */
function notNullable(document: OpenAPIObject, schema: Schema, path: string): string[] {
  const known = schema.$ref ? (document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] as Schema) : schema;
  const inner = (known.anyOf ?? []).flatMap((one) => notNullable(document, one, path));
  // A localized text is a value: its parts have no defaults.
  const fields = Object.entries(known.properties ?? {}).filter(([name]) => !/^[a-z]{2}-[A-Z]{2}$/.test(name));
  return fields.reduce((found, [name, field]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const isNullable = field.type?.includes('null') || field.anyOf?.some(({ type }) => type === 'null');
    const mayBeAbsent = !known.required?.includes(name);
    return [...found, ...(mayBeAbsent && !isNullable ? [own] : []), ...notNullable(document, field, own)];
  }, inner);
}

function schemaOf(document: OpenAPIObject, response: object = {}): unknown {
  const { content = {} } = resolved<{ content?: Record<string, { schema?: unknown }> }>(document, response);
  const [media] = Object.values(content);
  return media?.schema;
}
