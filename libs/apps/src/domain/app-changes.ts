import {
  changedBy,
  type Changes,
  type FieldError,
  given,
  namesOf,
  picked,
  type SettingsChanges,
  type SupportedLocale,
  textErrors,
} from '@libs/kernel';
import {
  type AppCaptcha,
  type AppMaintenance,
  type AppRegistration,
  type AppSupport,
  type AppType,
  type AppUpgrade,
  CAPTCHA_SCENES,
  type CaptchaScene,
  type CaptchaType,
  DEFAULT_CAPTCHA,
  DEFAULT_REGISTRATION,
  DEFAULT_SUPPORT,
  DEFAULT_UPGRADE,
  type FeatureFlags,
} from './app-settings';

/** What administrators may change in an App at any time. */
export interface AppSettings {
  readonly name: string;
  readonly description: string | null;
  readonly iconFileId: string | null;
  readonly defaultLocale: SupportedLocale;
  readonly supportedLocales: readonly SupportedLocale[];
  readonly registration: AppRegistration;
  readonly captcha: AppCaptcha;
  readonly featureFlags: FeatureFlags;
  /** Any JSON object, passed to the clients unchanged. */
  readonly clientConfig: Readonly<Record<string, unknown>>;
  /** By which DCloud knows the App; no other App of the installation has it. */
  readonly dcloudAppid: string | null;
  readonly upgrade: AppUpgrade;
  readonly support: AppSupport;
}

/** Settings of several fields each. */
type SettingsGroup = 'registration' | 'captcha' | 'upgrade' | 'support';

/** Fields that every App must have: they have no default that null could reset them to. */
type Indispensable = 'name' | 'defaultLocale' | 'supportedLocales';

/** Undefined fields stay as they are, null resets to the default. Nested settings merge. */
export type AppChanges = Changes<Pick<AppSettings, Indispensable>> &
  SettingsChanges<Omit<AppSettings, Indispensable | SettingsGroup>> & {
    /** Fixed at creation: only the current value is accepted. */
    readonly appType?: AppType;
    readonly registration?: SettingsChanges<AppRegistration> | null;
    readonly captcha?:
      | (SettingsChanges<Omit<AppCaptcha, 'scenes'>> & {
          readonly scenes?: Readonly<Partial<Record<CaptchaScene, CaptchaType | null>>> | null;
        })
      | null;
    readonly upgrade?:
      | (SettingsChanges<Omit<AppUpgrade, 'maintenance'>> & {
          readonly maintenance?: SettingsChanges<AppMaintenance> | null;
        })
      | null;
    readonly support?: SettingsChanges<AppSupport> | null;
  };

/** The defaults of a new App. */
export function initialSettings({
  name,
  defaultLocale,
  registration,
}: {
  readonly name: string;
  readonly defaultLocale: SupportedLocale;
  readonly registration?: Pick<SettingsChanges<AppRegistration>, 'defaultCountry'> | null;
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
  const { registration, captcha, upgrade, support, ...others } = changes;
  const atFirst = initialSettings(present);
  const settings = picked(present, namesOf(atFirst));
  const { supportedLocales, ...changed } = changedBy<Omit<AppSettings, SettingsGroup>>(others, settings, atFirst);
  return {
    ...changed,
    supportedLocales: distinct(supportedLocales),
    registration: changedRegistration(present.registration, registration),
    captcha: changedCaptcha(present.captcha, captcha),
    upgrade: changedUpgrade(present.upgrade, upgrade),
    support: changedBy(support, present.support, DEFAULT_SUPPORT),
  };
}

function changedRegistration(present: AppRegistration, changes: AppChanges['registration']): AppRegistration {
  const registration = changedBy(changes, present, DEFAULT_REGISTRATION);
  // By default, the default country is the only one.
  const allowed = changes?.allowedCountries === null ? [registration.defaultCountry] : registration.allowedCountries;
  return { ...registration, allowedCountries: distinct(allowed) };
}

function changedCaptcha(present: AppCaptcha, changes: AppChanges['captcha']): AppCaptcha {
  if (changes === null) return DEFAULT_CAPTCHA;
  const { scenes: changedScenes, ...others } = changes ?? {};
  const scenes = changedScenes === null ? {} : { ...present.scenes, ...given(changedScenes ?? {}, CAPTCHA_SCENES) };
  return {
    ...changedBy<Omit<AppCaptcha, 'scenes'>>(others, present, DEFAULT_CAPTCHA),
    // Scenes without a type of their own are left out.
    scenes: Object.fromEntries(Object.entries(scenes).filter(([, type]) => type !== null)),
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

/** Contradictions among the settings. */
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

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
