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
import { type LocalizedText, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { AdminListResponse } from '../common/admin-responses.dto';
import type { AdminAppListQuery } from './admin-apps.dto';
import { AdminAppOnboardingResponse } from './admin-app-onboarding.dto';

export class AdminAppRegistrationResponse {
  @ApiProperty()
  readonly email_enabled: boolean;

  @ApiProperty()
  readonly mobile_enabled: boolean;

  @ApiProperty({ type: 'integer', minimum: 30, maximum: 3600, example: 60 })
  readonly email_resend_cooldown_seconds: number;

  @ApiProperty({ example: 'CN' })
  readonly default_country: string;

  @ApiProperty({ type: [String], example: ['CN'] })
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
  @ApiProperty({ enum: [...CAPTCHA_TYPES], enumName: 'CaptchaType', example: 'random' })
  readonly type: CaptchaType;

  @ApiProperty({
    type: 'object',
    description: 'Scenes with a type of their own',
    additionalProperties: { type: 'string', enum: [...CAPTCHA_TYPES] },
    example: { login: 'click' },
  })
  readonly scenes: AppDetails['captcha']['scenes'];

  @ApiProperty({ enum: [...CAPTCHA_LEVELS], enumName: 'CaptchaLevel', example: 'standard' })
  readonly level: AppDetails['captcha']['level'];

  @ApiProperty({ enum: [...CAPTCHA_CHARACTERS], enumName: 'CaptchaCharacters', example: 'auto' })
  readonly characters: AppDetails['captcha']['characters'];

  constructor({ captcha }: AppDetails) {
    this.type = captcha.type;
    this.scenes = captcha.scenes;
    this.level = captcha.level;
    this.characters = captcha.characters;
  }
}

export class AdminAppMaintenanceResponse {
  @ApiProperty({ example: false })
  readonly active: boolean;

  @ApiProperty({ type: 'object', nullable: true, additionalProperties: { type: 'string' }, example: null })
  readonly message: LocalizedText | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: null })
  readonly until: string | null;

  constructor({ upgrade: { maintenance } }: AppDetails) {
    this.active = maintenance.active;
    this.message = maintenance.message;
    this.until = maintenance.until;
  }
}

export class AdminAppUpgradeResponse {
  @ApiProperty({ type: [String], example: ['1.2.10'] })
  readonly blocked_versions: readonly string[];

  @ApiProperty({ type: [String], example: [] })
  readonly review_versions: readonly string[];

  @ApiProperty({ type: () => AdminAppMaintenanceResponse })
  readonly maintenance: AdminAppMaintenanceResponse;

  constructor(app: AppDetails) {
    this.blocked_versions = app.upgrade.blockedVersions;
    this.review_versions = app.upgrade.reviewVersions;
    this.maintenance = new AdminAppMaintenanceResponse(app);
  }
}

export class AdminAppSupportResponse {
  @ApiProperty({ type: String, nullable: true, format: 'email', example: 'help@example.com' })
  readonly email: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'iri', example: 'https://help.example.com' })
  readonly url: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly phone: string | null;

  constructor({ support }: AppDetails) {
    this.email = support.email;
    this.url = support.url;
    this.phone = support.phone;
  }
}

export class AdminAppStartupResponse {
  @ApiProperty({ type: () => AdminAppOnboardingResponse })
  readonly onboarding: AdminAppOnboardingResponse;

  constructor({ onboarding }: AppDetails) {
    this.onboarding = new AdminAppOnboardingResponse(onboarding);
  }
}

export class AdminAppResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' })
  readonly id: string;

  @ApiProperty({ example: 'Corner Shop' })
  readonly name: string;

  @ApiProperty({ enum: [...APP_TYPES], enumName: 'AppType' })
  readonly app_type: AppType;

  @ApiProperty({ type: String, nullable: true, example: 'Everything around the corner' })
  readonly description: string | null;

  @ApiProperty({ enum: [...APP_STATUSES], enumName: 'AppStatus' })
  readonly status: AppStatus;

  @ApiProperty({ description: 'Made with the tenant: it can be disabled, never deleted' })
  readonly is_default: boolean;

  @ApiProperty({ type: String, nullable: true, format: 'uuid', example: null })
  readonly icon_file_id: string | null;

  @ApiProperty({ enum: [...SUPPORTED_LOCALES], enumName: 'SupportedLocale' })
  readonly default_locale: SupportedLocale;

  @ApiProperty({ enum: [...SUPPORTED_LOCALES], enumName: 'SupportedLocale', isArray: true })
  readonly supported_locales: readonly SupportedLocale[];

  @ApiProperty({ type: () => AdminAppRegistrationResponse })
  readonly registration: AdminAppRegistrationResponse;

  @ApiProperty({ type: () => AdminAppCaptchaResponse })
  readonly captcha: AdminAppCaptchaResponse;

  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'number' }] },
    example: { new_checkout: true },
  })
  readonly feature_flags: AppDetails['featureFlags'];

  @ApiProperty({ type: 'object', additionalProperties: true, example: { theme: 'blue' } })
  readonly client_config: AppDetails['clientConfig'];

  @ApiProperty({ type: String, nullable: true, example: '__UNI__1A2B3C4' })
  readonly dcloud_appid: string | null;

  @ApiProperty({ type: () => AdminAppUpgradeResponse })
  readonly upgrade: AdminAppUpgradeResponse;

  @ApiProperty({ type: () => AdminAppSupportResponse })
  readonly support: AdminAppSupportResponse;

  @ApiProperty({ type: () => AdminAppStartupResponse })
  readonly startup: AdminAppStartupResponse;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Active members', example: 0 })
  readonly member_count: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  readonly lock_version: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly created_at: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
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
  @ApiProperty({ type: () => [AdminAppResponse] })
  readonly items: readonly AdminAppResponse[];

  constructor(query: AdminAppListQuery, items: readonly AdminAppResponse[], total: number) {
    super(query, total);
    this.items = items;
  }
}
