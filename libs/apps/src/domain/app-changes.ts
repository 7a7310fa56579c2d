import { type FieldError, type SupportedLocale, textErrors } from '@libs/kernel';
import {
  type AppCaptcha,
  type AppMaintenance,
  type AppRegistration,
  type AppSupport,
  type AppType,
  type AppUpgrade,
  type CaptchaScene,
  type CaptchaType,
  DEFAULT_CAPTCHA,
  DEFAULT_REGISTRATION,
  DEFAULT_SUPPORT,
  DEFAULT_UPGRADE,
  type FeatureFlags,
} from './app-settings';

/** What administrators decide about an App at any time. */
export interface AppSettings {
  readonly name: string;
  readonly description: string | null;
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
}

/** What is undefined stays as it is. Nested settings merge, a scene that is null has no type of its own any more. */
export type AppChanges = Partial<Omit<AppSettings, 'registration' | 'captcha' | 'upgrade' | 'support'>> & {
  /** Fixed at creation: only the present value may be given. */
  readonly appType?: AppType;
  readonly registration?: Partial<AppRegistration>;
  readonly captcha?: Partial<Omit<AppCaptcha, 'scenes'>> & {
    readonly scenes?: Readonly<Partial<Record<CaptchaScene, CaptchaType | null>>>;
  };
  readonly upgrade?: Partial<Omit<AppUpgrade, 'maintenance'>> & { readonly maintenance?: Partial<AppMaintenance> };
  readonly support?: Partial<AppSupport>;
};

/** What a new App has where nothing else is asked for. */
export function initialSettings({
  name,
  defaultLocale,
  registration,
}: {
  readonly name: string;
  readonly defaultLocale: SupportedLocale;
  readonly registration?: Partial<AppRegistration>;
}): AppSettings {
  const defaultCountry = registration?.defaultCountry ?? DEFAULT_REGISTRATION.defaultCountry;
  return {
    name,
    description: null,
    iconFileId: null,
    defaultLocale,
    supportedLocales: [defaultLocale],
    registration: { ...DEFAULT_REGISTRATION, allowedCountries: [defaultCountry] },
    captcha: DEFAULT_CAPTCHA,
    featureFlags: {},
    clientConfig: {},
    dcloudAppid: null,
    upgrade: DEFAULT_UPGRADE,
    support: DEFAULT_SUPPORT,
  };
}

export function changedSettings(present: AppSettings, changes: AppChanges): AppSettings {
  const registration = merged(present.registration, changes.registration);
  const upgrade = merged(present.upgrade, changes.upgrade as Partial<AppUpgrade> | undefined);
  return {
    name: changes.name ?? present.name,
    description: valueOf(changes.description, present.description),
    iconFileId: valueOf(changes.iconFileId, present.iconFileId),
    defaultLocale: changes.defaultLocale ?? present.defaultLocale,
    supportedLocales: distinct(changes.supportedLocales ?? present.supportedLocales),
    registration: { ...registration, allowedCountries: distinct(registration.allowedCountries) },
    captcha: {
      ...merged(present.captcha, changes.captcha as Partial<AppCaptcha> | undefined),
      scenes: scenesWithType(merged(present.captcha.scenes, changes.captcha?.scenes)),
    },
    featureFlags: changes.featureFlags ?? present.featureFlags,
    clientConfig: changes.clientConfig ?? present.clientConfig,
    dcloudAppid: valueOf(changes.dcloudAppid, present.dcloudAppid),
    upgrade: {
      blockedVersions: distinct(upgrade.blockedVersions),
      reviewVersions: distinct(upgrade.reviewVersions),
      maintenance: merged(present.upgrade.maintenance, changes.upgrade?.maintenance),
    },
    support: merged(present.support, changes.support),
  };
}

/** Why the settings do not go together. */
export function settingsErrors({ defaultLocale, supportedLocales, registration, upgrade }: AppSettings): FieldError[] {
  const errors: FieldError[] = [];
  const { defaultCountry, allowedCountries } = registration;
  if (!allowedCountries.includes(defaultCountry)) {
    const params = { allowed: allowedCountries.join(', ') };
    errors.push({ field: 'registration.default_country', code: 'not_allowed', params });
  }
  if (!supportedLocales.includes(defaultLocale)) {
    errors.push({ field: 'default_locale', code: 'not_allowed', params: { allowed: supportedLocales.join(', ') } });
  }
  const { message } = upgrade.maintenance;
  return message ? [...errors, ...textErrors('upgrade.maintenance.message', message, defaultLocale)] : errors;
}

function valueOf<T>(change: T | undefined, present: T): T {
  return change === undefined ? present : change;
}

function merged<T extends object>(present: T, changes: { readonly [K in keyof T]?: T[K] | null } = {}): T {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...present, ...Object.fromEntries(given) };
}

function scenesWithType(scenes: AppCaptcha['scenes']): AppCaptcha['scenes'] {
  return Object.fromEntries(Object.entries(scenes).filter(([, type]) => type !== null));
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
