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
import { field, localize, type SupportedLocale } from '@libs/kernel';
import type { MinimumVersions } from '@libs/releases';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';

const ASSET_URL =
  'https://api.example.com/api/v1/public/startup-assets/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902?app_id=0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';
const REVISION_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** The absolute URL of a file that the App shows at its start. */
export type AssetUrl = (fileId: string) => string;

export class AppPublicConfigApp {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Text({ example: 'Corner Shop' })
  readonly name: string;

  @Answer.OneOf('AppType', APP_TYPES)
  readonly app_type: AppType;

  @Answer.Text({ nullable: true, example: 'Everything around the corner' })
  readonly description: string | null;

  @Answer.Url({ nullable: true, description: 'Absolute URL of the image, which needs no headers', example: ASSET_URL })
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
  @Answer.Locale({ description: 'The locale of this answer' })
  readonly current: SupportedLocale;

  @Answer.Locale()
  readonly default: SupportedLocale;

  @Answer.Locales()
  readonly supported: readonly SupportedLocale[];

  constructor(app: AppSnapshot, current: SupportedLocale) {
    this.current = current;
    this.default = app.defaultLocale;
    this.supported = app.supportedLocales;
  }
}

export class AppPublicConfigSlide {
  @Answer.Url({ description: 'Absolute URL of the image, which needs no headers', example: ASSET_URL })
  readonly image_url!: string;

  @Answer.Text({ example: 'Welcome' })
  readonly title!: string;

  @Answer.Text({ example: 'Everything around the corner' })
  readonly description!: string;
}

export class AppPublicConfigOnboarding {
  @Answer.Count({ description: 'The published version, 0 before the first', example: 1 })
  readonly version: number;

  @Answer.Flag()
  readonly enabled: boolean;

  @Answer.ListOf(() => AppPublicConfigSlide, { max: 10 })
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

export class AppPublicConfigRegistration extends answer({
  emailEnabled: field.flag(),
  mobileEnabled: field.flag(),
}) {
  constructor({ registration }: AppSnapshot) {
    super({ emailEnabled: registration.emailEnabled, mobileEnabled: registration.mobileEnabled });
  }
}

export class AppPublicConfigPasswordPolicy {
  @Answer.Integer({
    min: 1,
    description: 'Minimum length of a password in Unicode code points',
    example: PASSWORD_MIN_LENGTH,
  })
  readonly min_length = PASSWORD_MIN_LENGTH;

  @Answer.Integer({
    min: 1,
    description: 'Minimum length of a password in Unicode code points',
    example: PASSWORD_MAX_LENGTH,
  })
  readonly max_length = PASSWORD_MAX_LENGTH;
}

export class AppPublicConfigCaptcha {
  @Answer.MapOf(
    { type: 'string', enum: [...CAPTCHA_TYPES] },
    {
      description: `The type of CAPTCHA before an SMS, for each scene: ${CAPTCHA_SCENES.join(', ')}`,
      example: Object.fromEntries(CAPTCHA_SCENES.map((scene) => [scene, 'random'])),
    },
  )
  readonly scenes: Readonly<Record<CaptchaScene, CaptchaType>>;

  constructor({ captcha }: AppSnapshot) {
    const types = CAPTCHA_SCENES.map((scene) => [scene, captcha.scenes[scene] ?? captcha.type] as const);
    this.scenes = Object.fromEntries(types) as Record<CaptchaScene, CaptchaType>;
  }
}

export class AppPublicConfigLegalDocument implements CurrentLegalDocument {
  @Answer.OneOf('LegalDocumentType', DOCUMENT_TYPES)
  readonly document_type!: DocumentType;

  @Answer.Sha256({ description: 'SHA-256, hex, of the published revision', example: REVISION_HASH })
  readonly revision_hash!: string;

  @Answer.Instant({ nullable: true, example: '2026-12-01T00:00:00.000Z' })
  readonly effective_at!: string | null;
}

export class AppPublicConfigMaintenance {
  @Answer.Flag({ example: false })
  readonly active: boolean;

  @Answer.Text({ nullable: true, example: null })
  readonly message: string | null;

  @Answer.Instant({ nullable: true, description: 'Phone number, for display', example: null })
  readonly until: string | null;

  constructor({ upgrade: { maintenance }, defaultLocale }: AppSnapshot, locale: SupportedLocale) {
    this.active = maintenance.active;
    this.message = maintenance.message === null ? null : localize(maintenance.message, locale, defaultLocale);
    this.until = maintenance.until;
  }
}

export class AppPublicConfigUpgrade {
  @Answer.MapOf(
    { type: 'integer' },
    {
      description:
        'The least version_code that is still supported, by platform; platforms whose releases name none are absent',
      example: { android: 100 },
    },
  )
  readonly min_supported: MinimumVersions;

  @Answer.Nested(() => AppPublicConfigMaintenance)
  readonly maintenance: AppPublicConfigMaintenance;

  constructor(app: AppSnapshot, minimums: MinimumVersions, locale: SupportedLocale) {
    this.min_supported = minimums;
    this.maintenance = new AppPublicConfigMaintenance(app, locale);
  }
}

export class AppPublicConfigSupport extends answer({
  email: field.email().nullable().example('help@example.com'),
  url: field.url('iri').nullable().example('https://help.example.com'),
  phone: field.text().nullable().example(null),
}) {
  constructor({ support }: AppSnapshot) {
    super({ email: support.email, url: support.url, phone: support.phone });
  }
}
