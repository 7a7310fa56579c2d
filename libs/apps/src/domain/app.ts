import {
  expectVersion,
  newId,
  ResourceImmutableFieldError,
  type SupportedLocale,
  textErrors,
  ValidationFailedError,
} from '@libs/kernel';
import { type AppChanges, type AppSettings, changedSettings, initialSettings, settingsErrors } from './app-changes';
import type {
  AppCaptcha,
  AppRegistration,
  AppStatus,
  AppSupport,
  AppType,
  AppUpgrade,
  FeatureFlags,
} from './app-settings';
import { ActiveAppError, AppStateError, DefaultAppError, OnboardingStaleError } from './app.errors';
import { type OnboardingContent, OnboardingRevision } from './onboarding-revision';

export type NewApp = AppChanges & {
  readonly name: string;
  readonly appType: AppType;
  /** The only supported locale unless others are given. */
  readonly defaultLocale: SupportedLocale;
  /** The App that is created with its tenant and can never be deleted. */
  readonly isDefault?: boolean;
};

/** One mobile application of a tenant, with everything that its clients receive at their start. */
export class App implements AppSettings {
  readonly tenantId: string;
  readonly id: string;
  readonly name!: string;
  readonly appType: AppType;
  readonly description!: string | null;
  readonly status: AppStatus;
  readonly isDefault: boolean;
  readonly iconFileId!: string | null;
  readonly defaultLocale!: SupportedLocale;
  readonly supportedLocales!: readonly SupportedLocale[];
  readonly registration!: AppRegistration;
  readonly captcha!: AppCaptcha;
  readonly featureFlags!: FeatureFlags;
  readonly clientConfig!: Readonly<Record<string, unknown>>;
  readonly dcloudAppid!: string | null;
  readonly upgrade!: AppUpgrade;
  readonly support!: AppSupport;
  /** The published onboarding revision, 0 before the first. */
  readonly onboardingVersion: number;
  readonly lockVersion: number;
  /** Set by the database. */
  readonly createdAt!: Date;
  readonly updatedAt!: Date;
  readonly deletedAt: Date | null;

  /** @throws ValidationFailedError for contradictory settings. */
  constructor(tenantId: string, input: NewApp) {
    this.tenantId = tenantId;
    this.id = newId();
    this.appType = input.appType;
    this.status = 'active';
    this.isDefault = input.isDefault ?? false;
    this.onboardingVersion = 0;
    this.lockVersion = 1;
    this.deletedAt = null;
    Object.assign(this, agreeing(changedSettings(initialSettings(input), input)));
  }

  expectVersion(lockVersion: number): void {
    expectVersion(this, lockVersion);
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
    return new OnboardingRevision(this, this.onboardingVersion, content, publishedBy);
  }

  private enter(status: AppStatus): void {
    if (this.status === status) throw new AppStateError();
    this.change({ status });
  }

  private change(changes: Partial<AppSettings & Pick<App, 'status' | 'deletedAt' | 'onboardingVersion'>>): void {
    Object.assign(this, changes, { lockVersion: this.lockVersion + 1 });
  }
}

function agreeing(settings: AppSettings): AppSettings {
  const errors = settingsErrors(settings);
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return settings;
}
