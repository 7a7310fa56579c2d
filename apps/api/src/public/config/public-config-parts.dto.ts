import { ApiProperty } from '@nestjs/swagger';
import {
  APP_TYPES,
  type AppSnapshot,
  type AppType,
  CAPTCHA_SCENES,
  CAPTCHA_TYPES,
  type CaptchaScene,
  type CaptchaType,
} from '@libs/apps';
import { type CurrentLegalDocument, DOCUMENT_TYPES, type DocumentType } from '@libs/content';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@libs/iam';
import { localize, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import type { MinimumVersions } from '@libs/releases';

const ASSET_URL =
  'https://api.example.com/api/v1/public/startup-assets/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902?app_id=0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';
const REVISION_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** The absolute URL of a file that the App shows at its start. */
export type AssetUrl = (fileId: string) => string;

export class AppPublicConfigApp {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' })
  readonly id: string;

  @ApiProperty({ example: 'Corner Shop' })
  readonly name: string;

  @ApiProperty({ enum: [...APP_TYPES], enumName: 'AppType' })
  readonly app_type: AppType;

  @ApiProperty({ type: String, nullable: true, example: 'Everything around the corner' })
  readonly description: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uri',
    description: 'Absolute; needs no header',
    example: ASSET_URL,
  })
  readonly icon_url: string | null;

  constructor(app: AppSnapshot, assetUrl: AssetUrl) {
    this.id = app.id;
    this.name = app.name;
    this.app_type = app.appType;
    this.description = app.description;
    this.icon_url = app.iconFileId === null ? null : assetUrl(app.iconFileId);
  }
}

export class AppPublicConfigLocale {
  @ApiProperty({ enum: [...SUPPORTED_LOCALES], enumName: 'SupportedLocale', description: 'The locale of this answer' })
  readonly current: SupportedLocale;

  @ApiProperty({ enum: [...SUPPORTED_LOCALES], enumName: 'SupportedLocale' })
  readonly default: SupportedLocale;

  @ApiProperty({ enum: [...SUPPORTED_LOCALES], enumName: 'SupportedLocale', isArray: true })
  readonly supported: readonly SupportedLocale[];

  constructor(app: AppSnapshot, current: SupportedLocale) {
    this.current = current;
    this.default = app.defaultLocale;
    this.supported = app.supportedLocales;
  }
}

export class AppPublicConfigSlide {
  @ApiProperty({ format: 'uri', description: 'Absolute; needs no header', example: ASSET_URL })
  readonly image_url!: string;

  @ApiProperty({ example: 'Welcome' })
  readonly title!: string;

  @ApiProperty({ example: 'Everything around the corner' })
  readonly description!: string;
}

export class AppPublicConfigOnboarding {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The published version, 0 before the first' })
  readonly version: number;

  @ApiProperty()
  readonly enabled: boolean;

  @ApiProperty({ type: [AppPublicConfigSlide], maxItems: 10 })
  readonly slides: AppPublicConfigSlide[];

  constructor({ onboarding, defaultLocale }: AppSnapshot, locale: SupportedLocale, assetUrl: AssetUrl) {
    this.version = onboarding.version;
    this.enabled = onboarding.enabled;
    this.slides = onboarding.slides.map(({ imageFileId, title, description }) => ({
      image_url: assetUrl(imageFileId),
      title: localize(title, locale, defaultLocale),
      description: localize(description, locale, defaultLocale),
    }));
  }
}

export class AppPublicConfigRegistration {
  @ApiProperty()
  readonly email_enabled: boolean;

  @ApiProperty()
  readonly mobile_enabled: boolean;

  constructor({ registration }: AppSnapshot) {
    this.email_enabled = registration.emailEnabled;
    this.mobile_enabled = registration.mobileEnabled;
  }
}

export class AppPublicConfigPasswordPolicy {
  @ApiProperty({ type: 'integer', description: 'Unicode code points', example: PASSWORD_MIN_LENGTH })
  readonly min_length = PASSWORD_MIN_LENGTH;

  @ApiProperty({ type: 'integer', description: 'Unicode code points', example: PASSWORD_MAX_LENGTH })
  readonly max_length = PASSWORD_MAX_LENGTH;
}

export class AppPublicConfigCaptcha {
  @ApiProperty({
    type: 'object',
    description: `The type of CAPTCHA before an SMS, for each scene: ${CAPTCHA_SCENES.join(', ')}`,
    additionalProperties: { type: 'string', enum: [...CAPTCHA_TYPES] },
    example: Object.fromEntries(CAPTCHA_SCENES.map((scene) => [scene, 'random'])),
  })
  readonly scenes: Readonly<Record<CaptchaScene, CaptchaType>>;

  constructor({ captcha }: AppSnapshot) {
    const types = CAPTCHA_SCENES.map((scene) => [scene, captcha.scenes[scene] ?? captcha.type] as const);
    this.scenes = Object.fromEntries(types) as Record<CaptchaScene, CaptchaType>;
  }
}

export class AppPublicConfigLegalDocument implements CurrentLegalDocument {
  @ApiProperty({ enum: [...DOCUMENT_TYPES], enumName: 'LegalDocumentType' })
  readonly document_type!: DocumentType;

  @ApiProperty({
    description: 'SHA-256, hex, of the published revision',
    minLength: 64,
    maxLength: 64,
    example: REVISION_HASH,
  })
  readonly revision_hash!: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-12-01T00:00:00.000Z' })
  readonly effective_at!: string | null;
}

export class AppPublicConfigMaintenance {
  @ApiProperty({ example: false })
  readonly active: boolean;

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly message: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'For display', example: null })
  readonly until: string | null;

  constructor({ upgrade: { maintenance }, defaultLocale }: AppSnapshot, locale: SupportedLocale) {
    this.active = maintenance.active;
    this.message = maintenance.message === null ? null : localize(maintenance.message, locale, defaultLocale);
    this.until = maintenance.until;
  }
}

export class AppPublicConfigUpgrade {
  @ApiProperty({
    type: 'object',
    description: 'The least version_code that is still supported, by platform; absent where no release names one',
    additionalProperties: { type: 'integer' },
    example: { android: 100 },
  })
  readonly min_supported: MinimumVersions;

  @ApiProperty({ type: AppPublicConfigMaintenance })
  readonly maintenance: AppPublicConfigMaintenance;

  constructor(app: AppSnapshot, minimums: MinimumVersions, locale: SupportedLocale) {
    this.min_supported = minimums;
    this.maintenance = new AppPublicConfigMaintenance(app, locale);
  }
}

export class AppPublicConfigSupport {
  @ApiProperty({ type: String, nullable: true, format: 'email', example: 'help@example.com' })
  readonly email: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'iri', example: 'https://help.example.com' })
  readonly url: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly phone: string | null;

  constructor({ support }: AppSnapshot) {
    this.email = support.email;
    this.url = support.url;
    this.phone = support.phone;
  }
}
