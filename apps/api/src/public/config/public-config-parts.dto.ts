import { ApiProperty } from '@nestjs/swagger';
import {
  APP_TYPES,
  type AppSnapshot,
  type AppType,
  CAPTCHA_SCENES,
  type CaptchaScene,
  type CaptchaType,
} from '@libs/apps';
import { type CurrentLegalDocument, DOCUMENT_TYPES, type DocumentType } from '@libs/content';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@libs/iam';
import { localize, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';

const CAPTCHA_TYPES: readonly CaptchaType[] = ['click', 'slide', 'drag', 'rotate', 'random'];

/** The absolute URL of a file that the App shows at its start. */
export type AssetUrl = (fileId: string) => string;

export class AppPublicConfigApp {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ example: 'Corner Shop' })
  readonly name: string;

  @ApiProperty({ enum: [...APP_TYPES], enumName: 'AppType' })
  readonly app_type: AppType;

  @ApiProperty({ type: String, nullable: true })
  readonly description: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri', description: 'Absolute; needs no header' })
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
  @ApiProperty({ format: 'uri', description: 'Absolute; needs no header' })
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
  @ApiProperty({ enum: [...DOCUMENT_TYPES], enumName: 'DocumentType' })
  readonly document_type!: DocumentType;

  @ApiProperty({ description: 'SHA-256, hex, of the published revision', minLength: 64, maxLength: 64 })
  readonly revision_hash!: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  readonly effective_at!: string | null;
}

export class AppPublicConfigMaintenance {
  @ApiProperty()
  readonly active: boolean;

  @ApiProperty({ type: String, nullable: true })
  readonly message: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'For display' })
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
    example: {},
  })
  readonly min_supported: Readonly<Record<string, number>> = {};

  @ApiProperty({ type: AppPublicConfigMaintenance })
  readonly maintenance: AppPublicConfigMaintenance;

  constructor(app: AppSnapshot, locale: SupportedLocale) {
    this.maintenance = new AppPublicConfigMaintenance(app, locale);
  }
}

export class AppPublicConfigSupport {
  @ApiProperty({ type: String, nullable: true, format: 'email' })
  readonly email: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri' })
  readonly url: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly phone: string | null;

  constructor({ support }: AppSnapshot) {
    this.email = support.email;
    this.url = support.url;
    this.phone = support.phone;
  }
}
