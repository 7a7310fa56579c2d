import {
  APP_STATUSES,
  APP_TYPES,
  type AppDetails,
  type AppStatus,
  type AppType,
  CAPTCHA_CHARACTERS,
  CAPTCHA_LEVELS,
  CAPTCHA_TYPES,
  type CaptchaType,
} from '@libs/apps';
import type { LocalizedText, SupportedLocale } from '@libs/kernel';
import { Answer, SCALAR } from '../../http/answers/answer-fields';
import { AdminListResponse } from '../common/admin-responses.dto';
import type { AdminAppListQuery } from './admin-apps.dto';
import { AdminAppOnboardingResponse } from './admin-app-onboarding.dto';

export class AdminAppRegistrationResponse {
  @Answer.Flag()
  readonly email_enabled: boolean;

  @Answer.Flag()
  readonly mobile_enabled: boolean;

  @Answer.Integer({ min: 30, max: 3600, description: 'Seconds between two emails with a code', example: 60 })
  readonly email_resend_cooldown_seconds: number;

  @Answer.Text({ description: 'The country of mobile numbers written without a country code', example: 'CN' })
  readonly default_country: string;

  @Answer.Texts({ description: 'Countries whose mobile numbers are accepted', example: ['CN'] })
  readonly allowed_countries: readonly string[];

  constructor({ registration }: AppDetails) {
    this.email_enabled = registration.emailEnabled;
    this.mobile_enabled = registration.mobileEnabled;
    this.email_resend_cooldown_seconds = registration.emailResendCooldownSeconds;
    this.default_country = registration.defaultCountry;
    this.allowed_countries = registration.allowedCountries;
  }
}

export class AdminAppCaptchaResponse {
  @Answer.OneOf('CaptchaType', CAPTCHA_TYPES, { example: 'random' })
  readonly type: CaptchaType;

  @Answer.MapOf(
    { type: 'string', enum: [...CAPTCHA_TYPES] },
    { description: 'Scenes with a CAPTCHA type that differs from `type`', example: { login: 'click' } },
  )
  readonly scenes: AppDetails['captcha']['scenes'];

  @Answer.OneOf('CaptchaLevel', CAPTCHA_LEVELS, { example: 'standard' })
  readonly level: AppDetails['captcha']['level'];

  @Answer.OneOf('CaptchaCharacters', CAPTCHA_CHARACTERS)
  readonly characters: AppDetails['captcha']['characters'];

  constructor({ captcha }: AppDetails) {
    this.type = captcha.type;
    this.scenes = captcha.scenes;
    this.level = captcha.level;
    this.characters = captcha.characters;
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

export class AdminAppUpgradeResponse {
  @Answer.Texts({ description: 'Versions that may no longer be used', example: ['1.2.10'] })
  readonly blocked_versions: readonly string[];

  @Answer.Texts({ description: 'Versions that a store is reviewing', example: ['1.2.10'] })
  readonly review_versions: readonly string[];

  @Answer.Nested(() => AdminAppMaintenanceResponse)
  readonly maintenance: AdminAppMaintenanceResponse;

  constructor(app: AppDetails) {
    this.blocked_versions = app.upgrade.blockedVersions;
    this.review_versions = app.upgrade.reviewVersions;
    this.maintenance = new AdminAppMaintenanceResponse(app);
  }
}

export class AdminAppSupportResponse {
  @Answer.EmailAddress({ nullable: true, example: 'help@example.com' })
  readonly email: string | null;

  @Answer.Url({ nullable: true, format: 'iri', example: 'https://help.example.com' })
  readonly url: string | null;

  @Answer.Text({ nullable: true, description: 'Phone number, for display', example: '+86 400 123 4567' })
  readonly phone: string | null;

  constructor({ support }: AppDetails) {
    this.email = support.email;
    this.url = support.url;
    this.phone = support.phone;
  }
}

export class AdminAppStartupResponse {
  @Answer.Nested(() => AdminAppOnboardingResponse)
  readonly onboarding: AdminAppOnboardingResponse;

  constructor({ onboarding }: AppDetails) {
    this.onboarding = new AdminAppOnboardingResponse(onboarding);
  }
}

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
