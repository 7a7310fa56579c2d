import { changedBy, type FieldError, type SettingsChanges, type SupportedLocale, textErrors } from '@libs/kernel';
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

/** What is undefined stays as it is, what is null becomes as it was at first. Nested settings merge. */
export type AppChanges = Partial<Pick<AppSettings, 'name' | 'defaultLocale' | 'supportedLocales'>> & {
  /** Fixed at creation: only the present value may be given. */
  readonly appType?: AppType;
  readonly description?: string | null;
  readonly iconFileId?: string | null;
  readonly registration?: SettingsChanges<AppRegistration> | null;
  readonly captcha?:
    | (SettingsChanges<Omit<AppCaptcha, 'scenes'>> & {
        readonly scenes?: Readonly<Partial<Record<CaptchaScene, CaptchaType | null>>> | null;
      })
    | null;
  readonly featureFlags?: FeatureFlags | null;
  readonly clientConfig?: AppSettings['clientConfig'] | null;
  readonly dcloudAppid?: string | null;
  readonly upgrade?:
    | (SettingsChanges<Omit<AppUpgrade, 'maintenance'>> & {
        readonly maintenance?: SettingsChanges<AppMaintenance> | null;
      })
    | null;
  readonly support?: SettingsChanges<AppSupport> | null;
};

/** What a new App has where nothing else is asked for. */
export function initialSettings({
  name,
  defaultLocale,
  registration,
}: {
  readonly name: string;
  readonly defaultLocale: SupportedLocale;
  readonly registration?: SettingsChanges<AppRegistration> | null;
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
  return {
    name: changes.name ?? present.name,
    description: valueOf(changes.description, present.description),
    iconFileId: valueOf(changes.iconFileId, present.iconFileId),
    defaultLocale: changes.defaultLocale ?? present.defaultLocale,
    supportedLocales: distinct(changes.supportedLocales ?? present.supportedLocales),
    registration: changedRegistration(present.registration, changes.registration),
    captcha: changedCaptcha(present.captcha, changes.captcha),
    featureFlags: valueOf(changes.featureFlags, present.featureFlags) ?? {},
    clientConfig: valueOf(changes.clientConfig, present.clientConfig) ?? {},
    dcloudAppid: valueOf(changes.dcloudAppid, present.dcloudAppid),
    upgrade: changedUpgrade(present.upgrade, changes.upgrade),
    support: changedBy(changes.support, present.support, DEFAULT_SUPPORT),
  };
}

function changedRegistration(present: AppRegistration, changes: AppChanges['registration']): AppRegistration {
  const registration = changedBy(changes, present, DEFAULT_REGISTRATION);
  // At first, the default country is the only one.
  const allowed = changes?.allowedCountries === null ? [registration.defaultCountry] : registration.allowedCountries;
  return { ...registration, allowedCountries: distinct(allowed) };
}

function changedCaptcha(present: AppCaptcha, changes: AppChanges['captcha']): AppCaptcha {
  if (changes === null) return DEFAULT_CAPTCHA;
  const { scenes: changedScenes, ...others } = changes ?? {};
  const scenes = Object.entries(changedBy(changedScenes, present.scenes, {}));
  return {
    ...changedBy<Omit<AppCaptcha, 'scenes'>>(others, present, DEFAULT_CAPTCHA),
    // What has no type of its own is not among them.
    scenes: Object.fromEntries(scenes.filter(([, type]) => type !== undefined)),
  };
}

function changedUpgrade(present: AppUpgrade, changes: AppChanges['upgrade']): AppUpgrade {
  if (changes === null) return DEFAULT_UPGRADE;
  const { maintenance, ...others } = changes ?? {};
  const versions = changedBy<Omit<AppUpgrade, 'maintenance'>>(others, present, DEFAULT_UPGRADE);
  return {
    blockedVersions: distinct(versions.blockedVersions),
    reviewVersions: distinct(versions.reviewVersions),
    maintenance: changedBy(maintenance, present.maintenance, DEFAULT_UPGRADE.maintenance),
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

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
