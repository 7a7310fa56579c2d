import { entityOf } from '@libs/foundation';
import { App } from '../domain/app';
import { app } from '../domain/app-settings';
import { OnboardingRevision, onboardingRevision } from '../domain/onboarding-revision';

/** The objects in jsonb columns are kept as the domain has them, with camelCase keys. */
export const AppSchema = entityOf(App, app, {
  table: 'apps',
  key: ['tenantId', 'id'],
  columns: { createdAt: { createDate: true }, updatedAt: { updateDate: true } },
});

export const OnboardingRevisionSchema = entityOf(OnboardingRevision, onboardingRevision, {
  table: 'app_onboarding_revisions',
  key: ['tenantId', 'appId', 'version'],
  columns: { publishedAt: { createDate: true } },
});
