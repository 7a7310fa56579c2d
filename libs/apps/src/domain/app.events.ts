import type { DomainEvent } from '@libs/kernel';
import type { App } from './app';
import type { OnboardingRevision } from './onboarding-revision';

abstract class AppEvent implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(app: App, facts: Readonly<Record<string, unknown>> = {}) {
    this.tenantId = app.tenantId;
    this.appId = app.id;
    this.data = {
      app_id: app.id,
      name: app.name,
      app_type: app.appType,
      status: app.status,
      is_default: app.isDefault,
      lock_version: app.lockVersion,
      ...facts,
    };
  }
}

export class AppCreated extends AppEvent {
  readonly type = 'app.created';
}

export class AppUpdated extends AppEvent {
  readonly type = 'app.updated';

  /** @param changedFields by their names on the wire. */
  constructor(app: App, changedFields: readonly string[]) {
    super(app, { changed_fields: changedFields });
  }
}

export class AppEnabled extends AppEvent {
  readonly type = 'app.enabled';
}

export class AppDisabled extends AppEvent {
  readonly type = 'app.disabled';
}

export class AppDeleted extends AppEvent {
  readonly type = 'app.deleted';
}

export class OnboardingPublished extends AppEvent {
  readonly type = 'app.onboarding.published';

  constructor(app: App, { version, enabled, slides }: OnboardingRevision) {
    super(app, { version, enabled, slide_count: slides.length });
  }
}
