import { tenantEvent } from '@libs/kernel';
import type { App } from './app';
import type { OnboardingRevision } from './onboarding-revision';

/** @param more what it tells beside the App after the event. */
function appEvent<Type extends string, Facts extends readonly unknown[] = []>(
  type: Type,
  more?: (...facts: Facts) => Readonly<Record<string, unknown>>,
) {
  return tenantEvent(
    type,
    (app: App, ...facts: Facts) => ({
      app_id: app.id,
      name: app.name,
      app_type: app.appType,
      status: app.status,
      is_default: app.isDefault,
      lock_version: app.lockVersion,
      ...more?.(...facts),
    }),
    ({ id }, ..._facts) => ({ appId: id }),
  );
}

export class AppCreated extends appEvent('app.created') {}

/** Names the changed fields as on the wire. */
export class AppUpdated extends appEvent('app.updated', (changedFields: readonly string[]) => ({
  changed_fields: changedFields,
})) {}

export class AppEnabled extends appEvent('app.enabled') {}

export class AppDisabled extends appEvent('app.disabled') {}

export class AppDeleted extends appEvent('app.deleted') {}

export class OnboardingPublished extends appEvent(
  'app.onboarding.published',
  ({ version, enabled, slides }: OnboardingRevision) => ({ version, enabled, slide_count: slides.length }),
) {}
