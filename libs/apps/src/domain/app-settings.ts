import { field, fields, initialOf, only, type ValuesOf } from '@libs/kernel';

export const APP_TYPES = ['uni_app', 'uni_app_x'] as const;
export type AppType = (typeof APP_TYPES)[number];

export const APP_STATUSES = ['active', 'disabled'] as const;
export type AppStatus = (typeof APP_STATUSES)[number];

/**
 * Who may register at an App, and how. Both ways are open from the start, so that a new App works without further
 * settings. The cost of registration by mobile is limited elsewhere: by the CAPTCHA, the SMS budgets and the allowed
 * countries, which are ISO 3166-1 alpha-2 codes.
 */
export const registration = {
  emailEnabled: field.flag().initially(true),
  mobileEnabled: field.flag().initially(true),
  emailResendCooldownSeconds: field
    .integer(30, 3600)
    .initially(60)
    .about('Seconds between two emails with a code')
    .example(60),
  defaultCountry: field
    .text()
    .initially('CN')
    .about('The country of mobile numbers written without a country code')
    .example('CN'),
  allowedCountries: field
    .texts()
    .initially(['CN'])
    .about('Countries whose mobile numbers are accepted')
    .example(['CN']),
};
export type AppRegistration = ValuesOf<typeof registration>;

export const CAPTCHA_TYPES = ['click', 'slide', 'drag', 'rotate', 'random'] as const;
export type CaptchaType = (typeof CAPTCHA_TYPES)[number];

export const CAPTCHA_SCENES = ['login', 'registration', 'password_reset', 'identifier_verify', 'step_up'] as const;
export type CaptchaScene = (typeof CAPTCHA_SCENES)[number];

export const CAPTCHA_LEVELS = ['easy', 'standard', 'hard'] as const;
export const CAPTCHA_CHARACTERS = ['auto', 'hanzi', 'latin'] as const;

export const captcha = fields({
  type: field.one('CaptchaType', CAPTCHA_TYPES).initially('random').example('random'),
  scenes: field
    .map<Readonly<Partial<Record<CaptchaScene, CaptchaType>>>>({ type: 'string', enum: [...CAPTCHA_TYPES] })
    .initially({})
    .about('Scenes with a CAPTCHA type that differs from `type`')
    .example({ login: 'click' }),
  level: field.one('CaptchaLevel', CAPTCHA_LEVELS).initially('standard').example('standard'),
  characters: field.one('CaptchaCharacters', CAPTCHA_CHARACTERS).initially('auto').example('auto'),
});
export type AppCaptcha = ValuesOf<typeof captcha>;

export const maintenance = fields({
  active: field.flag().initially(false).example(false),
  message: field
    .localized(500)
    .nullable()
    .initially(null)
    .about('Message shown during maintenance, at least in the default locale'),
  until: field
    .instant()
    .nullable()
    .initially(null)
    .about('Announced end of the maintenance, for display only: maintenance does not end by itself')
    // It is kept within JSON.
    .as<string | null>(),
});

/** What the App's own clients are told about their versions. */
export const upgrade = fields({
  blockedVersions: field.texts().initially([]).about('Versions that may no longer be used').example(['1.2.10']),
  reviewVersions: field.texts().initially([]).about('Versions that a store is reviewing').example(['1.2.10']),
  maintenance: field.json<ValuesOf<typeof maintenance>>().initially(initialOf(maintenance)),
});
export type AppUpgrade = ValuesOf<typeof upgrade>;

/** How members contact the people behind the App. */
export const support = fields({
  email: field.email().nullable().initially(null).example('help@example.com'),
  url: field.url('iri').nullable().initially(null).example('https://help.example.com'),
  phone: field
    .text(40, { min: 3, pattern: /^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$/, patternCode: 'not_phone' })
    .nullable()
    .initially(null)
    .about('Phone number, for display')
    .example('+86 400 123 4567'),
});
export type AppSupport = ValuesOf<typeof support>;

/** Who the App's members get mail from. */
export const mail = fields({
  fromName: field
    .text(80, { pattern: /^[^\p{Cc}]*[^\p{C}\p{Z}][^\p{Cc}]*$/u, patternCode: 'invalid' })
    .nullable()
    .initially(null)
    .about('The name under which members get mail; null for the name of the App')
    .example('Corner Shop'),
  fromAddress: field
    .email()
    .nullable()
    .initially(null)
    .about(
      'The address that mail is from, of a domain in `MAIL_FROM_DOMAINS`; null for that of the installation, which is also taken once the domain is no longer listed',
    )
    .example('hello@shop.example.com'),
  replyTo: field
    .email()
    .nullable()
    .initially(null)
    .about('The address for answers to mail; null for the address that the mail is from')
    .example('help@example.com'),
});
export type AppMail = ValuesOf<typeof mail>;

/** What the App's texts may contain. */
export const content = fields({
  allowExternalImages: field
    .flag()
    .initially(false)
    .about(
      'Whether texts may show images of other sites, over https; otherwise they are removed when a text is saved or published. Texts that are published already stay as they are.',
    )
    .example(false),
});
export type AppContent = ValuesOf<typeof content>;

export type FeatureFlags = Readonly<Record<string, boolean | string | number>>;

/** One mobile application of a tenant. The audit log tells changes in this order. */
export const app = fields({
  tenantId: field.uuid(),
  id: field.uuid(),
  name: field.text(80, { pattern: /\S/, patternCode: 'required' }).example('Corner Shop'),
  appType: field.one('AppType', APP_TYPES),
  description: field.text(500, { min: 0 }).nullable().initially(null).example('Everything around the corner'),
  status: field.one('AppStatus', APP_STATUSES).initially('active'),
  isDefault: field
    .flag()
    .initially(false)
    .about(
      'Whether the App is the default App, which was created with the tenant and can be disabled but never deleted',
    ),
  iconFileId: field
    .uuid()
    .nullable()
    .initially(null)
    .about('A file with the purpose `app_icon`; null for none')
    .example(null),
  defaultLocale: field.locale().example('zh-CN'),
  supportedLocales: field.locales(),
  registration: field.json<AppRegistration>().initially(initialOf(registration)),
  captcha: field.json<AppCaptcha>().initially(initialOf(captcha)),
  featureFlags: field
    .map<FeatureFlags>({ oneOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'number' }] })
    .initially({})
    .example({ new_checkout: true, variant: 'b', limit: 3 }),
  clientConfig: field
    .json(16 * 1024)
    .initially({})
    .about('Any JSON object of up to 16 KiB, delivered to clients unchanged')
    .example({ theme: 'blue' }),
  /** By which DCloud knows it. */
  dcloudAppid: field
    .text(64, { pattern: /^[A-Za-z0-9._-]+$/ })
    .nullable()
    .initially(null)
    .about('Unique among all Apps')
    .example('__UNI__1A2B3C4'),
  upgrade: field.json<AppUpgrade>().initially(initialOf(upgrade)),
  support: field.json<AppSupport>().initially(initialOf(support)),
  mail: field.json<AppMail>().initially(initialOf(mail)),
  content: field.json<AppContent>().initially(initialOf(content)),
  /** The published onboarding revision, 0 before the first. */
  onboardingVersion: field.count().initially(0),
  lockVersion: field.lockVersion().initially(1),
  /** Set by the database, both. */
  createdAt: field.instant(),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
  deletedAt: field.instant().nullable().initially(null),
});

/** What administrators may change in an App at any time. */
export const appSettings = only(
  app,
  ...(['name', 'description', 'iconFileId', 'defaultLocale', 'supportedLocales', 'registration', 'captcha'] as const),
  ...(['featureFlags', 'clientConfig', 'dcloudAppid', 'upgrade', 'support', 'mail', 'content'] as const),
);
export type AppSettings = ValuesOf<typeof appSettings>;
