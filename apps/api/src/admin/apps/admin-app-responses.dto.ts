import {
  APP_STATUSES,
  APP_TYPES,
  type AppDetails,
  type AppStatus,
  type AppType,
  CAPTCHA_CHARACTERS,
  CAPTCHA_LEVELS,
  CAPTCHA_TYPES,
} from '@libs/apps';
import { field, type LocalizedText, type SupportedLocale } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer, SCALAR } from '../../http/answers/answer-fields';
import { AdminListResponse } from '../common/admin-responses.dto';
import { AdminAppOnboardingResponse } from './admin-app-onboarding.dto';
import type { AdminAppListQuery } from './admin-apps.dto';

export class AdminAppRegistrationResponse extends answer({
  emailEnabled: field.flag(),
  mobileEnabled: field.flag(),
  emailResendCooldownSeconds: field.integer(30, 3600).about('Seconds between two emails with a code').example(60),
  defaultCountry: field.text().about('The country of mobile numbers written without a country code').example('CN'),
  allowedCountries: field.texts().about('Countries whose mobile numbers are accepted').example(['CN']),
}) {
  constructor({ registration }: AppDetails) {
    super({
      emailEnabled: registration.emailEnabled,
      mobileEnabled: registration.mobileEnabled,
      emailResendCooldownSeconds: registration.emailResendCooldownSeconds,
      defaultCountry: registration.defaultCountry,
      allowedCountries: registration.allowedCountries,
    });
  }
}

export class AdminAppCaptchaResponse extends answer({
  type: field.one('CaptchaType', CAPTCHA_TYPES).example('random'),
  scenes: field
    .map<AppDetails['captcha']['scenes']>({ type: 'string', enum: [...CAPTCHA_TYPES] })
    .about('Scenes with a CAPTCHA type that differs from `type`')
    .example({ login: 'click' }),
  level: field.one('CaptchaLevel', CAPTCHA_LEVELS).example('standard'),
  characters: field.one('CaptchaCharacters', CAPTCHA_CHARACTERS),
}) {
  constructor({ captcha }: AppDetails) {
    super({ type: captcha.type, scenes: captcha.scenes, level: captcha.level, characters: captcha.characters });
  }
}

export class AdminAppMaintenanceResponse {
  @Answer.Flag({ example: false })
  readonly active: boolean;

  @Answer.Localized({
    nullable: true,
    description: 'Message shown during maintenance, at least in the default locale',
    example: null,
  })
  readonly message: LocalizedText | null;

  @Answer.Instant({
    nullable: true,
    description: 'Announced end of the maintenance, for display only: maintenance does not end by itself',
    example: null,
  })
  readonly until: string | null;

  constructor({ upgrade: { maintenance } }: AppDetails) {
    this.active = maintenance.active;
    this.message = maintenance.message;
    this.until = maintenance.until;
  }
}

export class AdminAppUpgradeResponse extends answer({
  blockedVersions: field.texts().about('Versions that may no longer be used').example(['1.2.10']),
  reviewVersions: field.texts().about('Versions that a store is reviewing').example(['1.2.10']),
  maintenance: field.nested(() => AdminAppMaintenanceResponse),
}) {
  constructor(app: AppDetails) {
    super({
      ...app,
      blockedVersions: app.upgrade.blockedVersions,
      reviewVersions: app.upgrade.reviewVersions,
      maintenance: app,
    });
  }
}

export class AdminAppSupportResponse extends answer({
  email: field.email().nullable().example('help@example.com'),
  url: field.url('iri').nullable().example('https://help.example.com'),
  phone: field.text().nullable().about('Phone number, for display').example('+86 400 123 4567'),
}) {
  constructor({ support }: AppDetails) {
    super({ email: support.email, url: support.url, phone: support.phone });
  }
}

export class AdminAppStartupResponse extends answer({
  onboarding: field.nested(() => AdminAppOnboardingResponse),
}) {}

export class AdminAppResponse {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Text({ example: 'Corner Shop' })
  readonly name: string;

  @Answer.OneOf('AppType', APP_TYPES)
  readonly app_type: AppType;

  @Answer.Text({ nullable: true, example: 'Everything around the corner' })
  readonly description: string | null;

  @Answer.OneOf('AppStatus', APP_STATUSES)
  readonly status: AppStatus;

  @Answer.Flag({
    description:
      'Whether the App is the default App, which was created with the tenant and can be disabled but never deleted',
  })
  readonly is_default: boolean;

  @Answer.Uuid({ nullable: true, description: 'A file with the purpose `app_icon`; null for none', example: null })
  readonly icon_file_id: string | null;

  @Answer.Locale()
  readonly default_locale: SupportedLocale;

  @Answer.Locales()
  readonly supported_locales: readonly SupportedLocale[];

  @Answer.Nested(() => AdminAppRegistrationResponse)
  readonly registration: AdminAppRegistrationResponse;

  @Answer.Nested(() => AdminAppCaptchaResponse)
  readonly captcha: AdminAppCaptchaResponse;

  @Answer.MapOf(SCALAR, { example: { new_checkout: true, variant: 'b', limit: 3 } })
  readonly feature_flags: AppDetails['featureFlags'];

  @Answer.JsonObject({
    description: 'Any JSON object of up to 16 KiB, delivered to clients unchanged',
    example: { theme: 'blue' },
  })
  readonly client_config: AppDetails['clientConfig'];

  @Answer.Text({ nullable: true, description: 'Unique among all Apps', example: '__UNI__1A2B3C4' })
  readonly dcloud_appid: string | null;

  @Answer.Nested(() => AdminAppUpgradeResponse)
  readonly upgrade: AdminAppUpgradeResponse;

  @Answer.Nested(() => AdminAppSupportResponse)
  readonly support: AdminAppSupportResponse;

  @Answer.Nested(() => AdminAppStartupResponse)
  readonly startup: AdminAppStartupResponse;

  @Answer.Count({ description: 'Number of active members', example: 0 })
  readonly member_count: number;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  constructor(app: AppDetails, memberCount: number) {
    this.id = app.id;
    this.name = app.name;
    this.app_type = app.appType;
    this.description = app.description;
    this.status = app.status;
    this.is_default = app.isDefault;
    this.icon_file_id = app.iconFileId;
    this.default_locale = app.defaultLocale;
    this.supported_locales = app.supportedLocales;
    this.registration = new AdminAppRegistrationResponse(app);
    this.captcha = new AdminAppCaptchaResponse(app);
    this.feature_flags = app.featureFlags;
    this.client_config = app.clientConfig;
    this.dcloud_appid = app.dcloudAppid;
    this.upgrade = new AdminAppUpgradeResponse(app);
    this.support = new AdminAppSupportResponse(app);
    this.startup = new AdminAppStartupResponse(app);
    this.member_count = memberCount;
    this.lock_version = app.lockVersion;
    this.created_at = app.createdAt.toISOString();
    this.updated_at = app.updatedAt.toISOString();
  }
}

export class AdminAppListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminAppResponse)
  readonly items: readonly AdminAppResponse[];

  constructor(query: AdminAppListQuery, items: readonly AdminAppResponse[], total: number) {
    super(query, total);
    this.items = items;
  }
}
