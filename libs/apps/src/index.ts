export { AppsModule } from './apps.module';
export { AppLifecycleService } from './application/app-lifecycle.service';
export { AppSettingsService } from './application/app-settings.service';
export { AppsService } from './application/apps.service';
export { OnboardingService } from './application/onboarding.service';
export type { App, NewApp } from './domain/app';
export type { AppChanges } from './domain/app-changes';
export { ActiveAppError, AppStateError, DefaultAppError, OnboardingStaleError } from './domain/app.errors';
export {
  app,
  APP_STATUSES,
  APP_TYPES,
  appSettings,
  type AppStatus,
  type AppType,
  captcha,
  CAPTCHA_SCENES,
  CAPTCHA_TYPES,
  type CaptchaScene,
  type CaptchaType,
  content,
  mail,
  maintenance,
  registration,
  support,
  upgrade,
} from './domain/app-settings';
export { type AppSender, senderOf } from './domain/app-sender';
export { MAX_SLIDES, onboardingRevision, onboardingSlide } from './domain/onboarding-revision';
export { COUNTRY_CODES } from './domain/country-codes';
export { AppDirectory, type AppSnapshot } from './infrastructure/app-directory';
export { AppIds } from './infrastructure/app-ids';
export {
  type AppDetails,
  AppQueries,
  type OnboardingRevisionDetails,
  type PublishedOnboarding,
} from './infrastructure/app-queries';
export { startupAssetUrl } from './domain/startup-asset-url';
export { ManagedApps, type ManagedApp } from './infrastructure/managed-apps';
export { AppSearch } from './infrastructure/app-search';
