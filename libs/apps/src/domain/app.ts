import { having, newId, ResourceImmutableFieldError, textErrors, ValidationFailedError } from '@libs/kernel';
import { type AppChanges, changedSettings, initialSettings, settingsErrors } from './app-changes';
import { app, type AppSettings, type AppStatus } from './app-settings';
import { ActiveAppError, AppStateError, DefaultAppError, OnboardingStaleError } from './app.errors';
import { type OnboardingContent, OnboardingRevision } from './onboarding-revision';

export type NewApp = AppChanges &
  /** The default locale is the only supported one unless others are given. */
  Pick<App, 'name' | 'appType' | 'defaultLocale'> & {
    /** The App that is created with its tenant and can never be deleted. */
    readonly isDefault?: boolean;
  };

/** One mobile application of a tenant, with everything that its clients receive at their start. */
export class App extends having(app) {
  /** @throws ValidationFailedError for contradictory settings. */
  constructor(tenantId: string, input: NewApp) {
    const { appType, isDefault = false } = input;
    super({
      tenantId,
      id: newId(),
      appType,
      isDefault,
      ...agreeing(changedSettings(initialSettings(input), input)),
    });
  }

  /** As records of changes name it. */
  get appId(): string {
    return this.id;
  }

  /**
   * @throws ResourceImmutableFieldError for another type.
   * @throws ValidationFailedError if the settings become contradictory.
   */
  update(changes: AppChanges): void {
    if ((changes.appType ?? this.appType) !== this.appType) {
      throw new ResourceImmutableFieldError({ extra: { field: 'app_type' } });
    }
    this.change(agreeing(changedSettings(this, changes)));
  }

  /** @throws AppStateError when it is active already. */
  enable(): void {
    this.enter('active');
  }

  /** @throws AppStateError when it is disabled already. */
  disable(): void {
    this.enter('disabled');
  }

  get isDeletable(): boolean {
    return !this.isDefault && this.status === 'disabled';
  }

  /** @throws DefaultAppError, ActiveAppError */
  delete(now: Date): void {
    if (this.isDefault) throw new DefaultAppError();
    if (!this.isDeletable) throw new ActiveAppError();
    this.change({ deletedAt: now });
  }

  /**
   * Publishes the content as the next revision, counted from 1.
   *
   * @throws ValidationFailedError naming the texts that are missing in the App's default locale.
   * @throws OnboardingStaleError when another version than the expected one is published.
   */
  publishOnboarding(
    expectedVersion: number,
    content: OnboardingContent,
    publishedBy: string | null,
  ): OnboardingRevision {
    const errors = content.slides.flatMap(({ title, description }, index) => [
      ...textErrors(`slides.${index}.title`, title, this.defaultLocale),
      ...textErrors(`slides.${index}.description`, description, this.defaultLocale),
    ]);
    if (errors.length > 0) throw new ValidationFailedError(errors);
    if (expectedVersion !== this.onboardingVersion) {
      throw new OnboardingStaleError({ extra: { current_version: this.onboardingVersion } });
    }
    this.change({ onboardingVersion: this.onboardingVersion + 1 });
    const { tenantId, id: appId, onboardingVersion: version } = this;
    return new OnboardingRevision({ tenantId, appId, version, ...content, publishedBy });
  }

  private enter(status: AppStatus): void {
    if (this.status === status) throw new AppStateError();
    this.change({ status });
  }

  private change(changes: Partial<App>): void {
    Object.assign(this, changes, { lockVersion: this.lockVersion + 1 });
  }
}

function agreeing(settings: AppSettings): AppSettings {
  const errors = settingsErrors(settings);
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return settings;
}
