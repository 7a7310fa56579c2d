import { ApiProperty } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import type { CurrentLegalDocument } from '@libs/content';
import type { SupportedLocale } from '@libs/kernel';
import type { SettingValues } from '@libs/operations';
import type { MinimumVersions } from '@libs/releases';
import {
  AppPublicConfigApp,
  AppPublicConfigCaptcha,
  AppPublicConfigLegalDocument,
  AppPublicConfigLocale,
  AppPublicConfigOnboarding,
  AppPublicConfigPasswordPolicy,
  AppPublicConfigRegistration,
  AppPublicConfigSupport,
  AppPublicConfigUpgrade,
  type AssetUrl,
} from './public-config-parts.dto';

/** What the configuration is made of. Equal states make equal configurations: no clock, nobody's data. */
export interface PublicConfigState {
  readonly app: AppSnapshot;
  readonly legal: readonly CurrentLegalDocument[];
  readonly settings: SettingValues;
  readonly minimums: MinimumVersions;
}

/** Everything that a client needs to know before anyone has signed in, in one locale. */
export class AppPublicConfigResponse {
  @ApiProperty({ type: AppPublicConfigApp })
  readonly app: AppPublicConfigApp;

  @ApiProperty({ type: AppPublicConfigLocale })
  readonly locale: AppPublicConfigLocale;

  @ApiProperty({ type: AppPublicConfigOnboarding })
  readonly onboarding: AppPublicConfigOnboarding;

  @ApiProperty({ type: AppPublicConfigRegistration })
  readonly registration: AppPublicConfigRegistration;

  @ApiProperty({ type: AppPublicConfigPasswordPolicy })
  readonly password_policy: AppPublicConfigPasswordPolicy;

  @ApiProperty({ type: AppPublicConfigCaptcha })
  readonly captcha: AppPublicConfigCaptcha;

  @ApiProperty({ type: [AppPublicConfigLegalDocument], description: 'The published legal documents' })
  readonly legal: readonly CurrentLegalDocument[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'number' }] },
    example: { new_checkout: true },
  })
  readonly feature_flags: AppSnapshot['featureFlags'];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'As the App has it',
    example: { theme: 'blue' },
  })
  readonly client_config: AppSnapshot['clientConfig'];

  @ApiProperty({ type: AppPublicConfigUpgrade })
  readonly upgrade: AppPublicConfigUpgrade;

  @ApiProperty({ type: AppPublicConfigSupport })
  readonly support: AppPublicConfigSupport;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Active, global, public settings by key',
    example: { 'company.name': 'Corner Shop Ltd' },
  })
  readonly settings: SettingValues;

  constructor({ app, legal, settings, minimums }: PublicConfigState, locale: SupportedLocale, assetUrl: AssetUrl) {
    this.app = new AppPublicConfigApp(app, assetUrl);
    this.locale = new AppPublicConfigLocale(app, locale);
    this.onboarding = new AppPublicConfigOnboarding(app, locale, assetUrl);
    this.registration = new AppPublicConfigRegistration(app);
    this.password_policy = new AppPublicConfigPasswordPolicy();
    this.captcha = new AppPublicConfigCaptcha(app);
    this.legal = legal;
    this.feature_flags = app.featureFlags;
    this.client_config = app.clientConfig;
    this.upgrade = new AppPublicConfigUpgrade(app, minimums, locale);
    this.support = new AppPublicConfigSupport(app);
    this.settings = settings;
  }
}
