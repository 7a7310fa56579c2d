import {
  but,
  type ChangesOf,
  changesIn,
  type FieldError,
  type Fields,
  given,
  initialOf,
  namesOf,
  picked,
  textErrors,
  type ValuesOf,
} from '@libs/kernel';
import {
  type AppCaptcha,
  type AppRegistration,
  appSettings,
  type AppSettings,
  type AppType,
  type AppUpgrade,
  captcha,
  CAPTCHA_SCENES,
  type CaptchaScene,
  type CaptchaType,
  content,
  mail,
  maintenance,
  registration,
  support,
  upgrade,
} from './app-settings';

/** Settings of several fields each, which merge. */
const GROUPS = ['registration', 'captcha', 'upgrade', 'support', 'mail', 'content'] as const;
const others = but(appSettings, ...GROUPS);

type CaptchaChanges = Omit<ChangesOf<typeof captcha>, 'scenes'> & {
  readonly scenes?: Readonly<Partial<Record<CaptchaScene, CaptchaType | null>>> | null;
};
type UpgradeChanges = Omit<ChangesOf<typeof upgrade>, 'maintenance'> & {
  readonly maintenance?: ChangesOf<typeof maintenance> | null;
};

/** Undefined fields stay as they are, null resets to the default. Nested settings merge. */
export type AppChanges = ChangesOf<typeof others> & {
  /** Fixed at creation: only the current value is accepted. */
  readonly appType?: AppType;
  readonly registration?: ChangesOf<typeof registration> | null;
  readonly captcha?: CaptchaChanges | null;
  readonly upgrade?: UpgradeChanges | null;
  readonly support?: ChangesOf<typeof support> | null;
  readonly mail?: ChangesOf<typeof mail> | null;
  readonly content?: ChangesOf<typeof content> | null;
};

/** The defaults of a new App: its default locale and its default country are the only ones. */
export function initialSettings({
  name,
  defaultLocale,
  registration: given,
}: Pick<AppSettings, 'name' | 'defaultLocale'> & Pick<AppChanges, 'registration'>): AppSettings {
  const atFirst = initialOf(registration);
  return {
    ...initialOf(appSettings),
    name,
    defaultLocale,
    supportedLocales: [defaultLocale],
    registration: { ...atFirst, allowedCountries: [given?.defaultCountry ?? atFirst.defaultCountry] },
  };
}

export function changedSettings(present: AppSettings, changes: AppChanges): AppSettings {
  const next = { ...picked(present, namesOf(appSettings)), ...changesIn(others, changes) };
  return {
    ...next,
    supportedLocales: distinct(next.supportedLocales),
    registration: changedRegistration(present.registration, changes.registration),
    captcha: changedCaptcha(present.captcha, changes.captcha),
    upgrade: changedUpgrade(present.upgrade, changes.upgrade),
    support: merged(support, present.support, changes.support),
    mail: merged(mail, present.mail, changes.mail),
    content: merged(content, present.content, changes.content),
  };
}

function changedRegistration(present: AppRegistration, changes: AppChanges['registration']): AppRegistration {
  const next = merged(registration, present, changes);
  // By default, the default country is the only one.
  const allowed = changes?.allowedCountries === null ? [next.defaultCountry] : next.allowedCountries;
  return { ...next, allowedCountries: distinct(allowed) };
}

function changedCaptcha(present: AppCaptcha, changes: AppChanges['captcha']): AppCaptcha {
  if (changes === null) return initialOf(captcha);
  const { scenes: changed, ...others } = changes ?? {};
  const scenes = changed === null ? {} : { ...present.scenes, ...given(changed ?? {}, CAPTCHA_SCENES) };
  return {
    ...merged(captcha, present, others),
    // Scenes without a type of their own are left out.
    scenes: Object.fromEntries(Object.entries(scenes).filter(([, type]) => type !== null)),
  };
}

function changedUpgrade(present: AppUpgrade, changes: AppChanges['upgrade']): AppUpgrade {
  if (changes === null) return initialOf(upgrade);
  const { maintenance: changed, ...others } = changes ?? {};
  const { blockedVersions, reviewVersions } = merged(upgrade, present, others);
  return {
    blockedVersions: distinct(blockedVersions),
    reviewVersions: distinct(reviewVersions),
    maintenance: merged(maintenance, present.maintenance, changed),
  };
}

/** Null resets all of them. */
function merged<T extends Fields>(
  table: T,
  present: ValuesOf<T>,
  changes: ChangesOf<T> | null | undefined,
): ValuesOf<T> {
  return changes === null ? (initialOf(table) as ValuesOf<T>) : { ...present, ...changesIn(table, changes ?? {}) };
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
