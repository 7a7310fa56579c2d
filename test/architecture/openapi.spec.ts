import { readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createDocument } from '../../apps/api/src/openapi/document';
import { generatedFiles, previewApi } from '../../apps/api/src/openapi/generated-files';
import { operationsOf } from '../../apps/api/src/openapi/operations';
import { routesOf } from '../../apps/api/src/openapi/routes';
import { resolved } from '../support/openapi';

/** The names that the service document gives to the schemas of what is served so far. */
const PROMISED_SCHEMAS = [
  'AdminAppListResponse',
  'AdminAppOnboardingPublishRequest',
  'AdminAppRequest',
  'AdminAppResponse',
  'AdminAppStatusRequest',
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

/** Aids for development, what pages of the documentation call, and the pages behind mailed links. */
const UNDOCUMENTED = /^\/(?:(?:internal\/v1\/dev|docs)\/|(?:invite|reset-password)(?:\/|$))/;

describe('The OpenAPI document', () => {
  let app: INestApplication;
  let document: OpenAPIObject;

  beforeAll(async () => {
    app = await previewApi();
    document = createDocument(app);
  });

  it('is committed as the code has it now, as is the list of errors (npm run openapi writes them)', async () => {
    for (const [path, content] of Object.entries(await generatedFiles())) {
      expect({ path, content: readFileSync(path, 'utf8') }).toEqual({ path, content });
    }
  });

  it('has every route but the aids for development and those of its own pages', () => {
    const served = routesOf(app).map(({ method, path }) => `${method} ${path}`);
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => method !== 'head')
        .map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(served.filter((route) => !UNDOCUMENTED.test(route.split(' ')[1] ?? '')).sort());
  });

  it('gives every operation a name of its own, a summary and one of the groups', () => {
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
});

function schemaOf(document: OpenAPIObject, response: object = {}): unknown {
  const { content = {} } = resolved<{ content?: Record<string, { schema?: unknown }> }>(document, response);
  const [media] = Object.values(content);
  return media?.schema;
}
