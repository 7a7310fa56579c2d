import type { AppSnapshot } from '@libs/apps';
import type { CurrentLegalDocument } from '@libs/content';
import type { SupportedLocale } from '@libs/kernel';
import type { SettingValues } from '@libs/operations';
import type { MinimumVersions } from '@libs/releases';
import { Answer, SCALAR } from '../../http/answers/answer-fields';
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

/** The inputs of the configuration. Equal inputs make equal configurations: neither time nor user matters. */
export interface PublicConfigState {
  readonly app: AppSnapshot;
  readonly legal: readonly CurrentLegalDocument[];
  readonly settings: SettingValues;
  readonly minimums: MinimumVersions;
}

/** Everything that a client needs to know before anybody signs in, in one locale. */
export class AppPublicConfigResponse {
  @Answer.Nested(() => AppPublicConfigApp)
  readonly app: AppPublicConfigApp;

  @Answer.Nested(() => AppPublicConfigLocale)
  readonly locale: AppPublicConfigLocale;

  @Answer.Nested(() => AppPublicConfigOnboarding)
  readonly onboarding: AppPublicConfigOnboarding;

  @Answer.Nested(() => AppPublicConfigRegistration)
  readonly registration: AppPublicConfigRegistration;

  @Answer.Nested(() => AppPublicConfigPasswordPolicy)
  readonly password_policy: AppPublicConfigPasswordPolicy;

  @Answer.Nested(() => AppPublicConfigCaptcha)
  readonly captcha: AppPublicConfigCaptcha;

  @Answer.ListOf(() => AppPublicConfigLegalDocument, { description: 'The published legal documents' })
  readonly legal: readonly CurrentLegalDocument[];

  @Answer.MapOf(SCALAR, { example: { new_checkout: true } })
  readonly feature_flags: AppSnapshot['featureFlags'];

  @Answer.JsonObject({ description: 'The client configuration of the App, unchanged', example: { theme: 'blue' } })
  readonly client_config: AppSnapshot['clientConfig'];

  @Answer.Nested(() => AppPublicConfigUpgrade)
  readonly upgrade: AppPublicConfigUpgrade;

  @Answer.Nested(() => AppPublicConfigSupport)
  readonly support: AppPublicConfigSupport;

  @Answer.JsonObject({
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
