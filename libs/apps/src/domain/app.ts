import { newId, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import {
  type AppCaptcha,
  type AppRegistration,
  type AppStatus,
  type AppSupport,
  type AppType,
  type AppUpgrade,
  DEFAULT_CAPTCHA,
  DEFAULT_REGISTRATION,
  DEFAULT_SUPPORT,
  DEFAULT_UPGRADE,
  type FeatureFlags,
} from './app-settings';

export interface NewApp {
  readonly name: string;
  readonly appType: AppType;
  readonly defaultLocale: SupportedLocale;
  /** The default locale alone where it is not given. */
  readonly supportedLocales?: readonly SupportedLocale[];
  readonly description?: string | null;
  /** The one that is made with its tenant and can never be deleted. */
  readonly isDefault?: boolean;
}

/** One mobile application of a tenant, with everything that it is told at its start. */
export class App {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly appType: AppType;
  readonly description: string | null;
  readonly status: AppStatus;
  readonly isDefault: boolean;
  readonly iconFileId: string | null;
  readonly defaultLocale: SupportedLocale;
  readonly supportedLocales: readonly SupportedLocale[];
  readonly registration: AppRegistration;
  readonly captcha: AppCaptcha;
  readonly featureFlags: FeatureFlags;
  /** Any JSON object; it reaches the clients as it is. */
  readonly clientConfig: Readonly<Record<string, unknown>>;
  readonly dcloudAppid: string | null;
  readonly upgrade: AppUpgrade;
  readonly support: AppSupport;
  /** The published onboarding revision, 0 before the first. */
  readonly onboardingVersion: number;
  readonly lockVersion: number;
  /** Set by the database. */
  readonly createdAt!: Date;
  readonly updatedAt!: Date;
  readonly deletedAt: Date | null;

  /** @throws ValidationFailedError when the default locale is not one of the supported. */
  constructor(tenantId: string, input: NewApp) {
    const supportedLocales = [...new Set(input.supportedLocales ?? [input.defaultLocale])];
    if (!supportedLocales.includes(input.defaultLocale)) {
      throw ValidationFailedError.of('default_locale', 'not_allowed', { allowed: supportedLocales.join(', ') });
    }
    this.tenantId = tenantId;
    this.id = newId();
    this.name = input.name;
    this.appType = input.appType;
    this.description = input.description ?? null;
    this.status = 'active';
    this.isDefault = input.isDefault ?? false;
    this.iconFileId = null;
    this.defaultLocale = input.defaultLocale;
    this.supportedLocales = supportedLocales;
    this.registration = DEFAULT_REGISTRATION;
    this.captcha = DEFAULT_CAPTCHA;
    this.featureFlags = {};
    this.clientConfig = {};
    this.dcloudAppid = null;
    this.upgrade = DEFAULT_UPGRADE;
    this.support = DEFAULT_SUPPORT;
    this.onboardingVersion = 0;
    this.lockVersion = 1;
    this.deletedAt = null;
  }
}
