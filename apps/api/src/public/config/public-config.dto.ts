import { app, type AppSnapshot, CAPTCHA_SCENES, type CaptchaScene, type CaptchaType } from '@libs/apps';
import type { CurrentLegalDocument } from '@libs/content';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@libs/iam';
import { field, localize, type LocalizedText, type SupportedLocale } from '@libs/kernel';
import type { SettingValues } from '@libs/operations';
import type { MinimumVersions } from '@libs/releases';
import { answer } from '../../http/answers/answer';
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
} from './public-config-parts.dto';

/** The inputs of the configuration. Equal inputs make equal configurations: neither time nor user matters. */
export interface PublicConfigState {
  readonly app: AppSnapshot;
  readonly legal: readonly CurrentLegalDocument[];
  readonly settings: SettingValues;
  readonly minimums: MinimumVersions;
}

/** Everything that a client needs to know before anybody signs in, in one locale. */
export class AppPublicConfigResponse extends answer({
  app: field.nested(() => AppPublicConfigApp),
  locale: field.nested(() => AppPublicConfigLocale),
  onboarding: field.nested(() => AppPublicConfigOnboarding),
  registration: field.nested(() => AppPublicConfigRegistration),
  passwordPolicy: field.nested(() => AppPublicConfigPasswordPolicy),
  captcha: field.nested(() => AppPublicConfigCaptcha),
  legal: field.madeListOf(() => AppPublicConfigLegalDocument).about('The published legal documents'),
  featureFlags: app.featureFlags.example({ new_checkout: true }),
  clientConfig: app.clientConfig.about('The client configuration of the App, unchanged'),
  upgrade: field.nested(() => AppPublicConfigUpgrade),
  support: field.nested(() => AppPublicConfigSupport),
  settings: field
    .json<SettingValues>()
    .about('Active, global, public settings by key')
    .example({ 'company.name': 'Corner Shop Ltd' }),
}) {
  /** @param assetUrl the absolute URL of a file that the App shows at its start. */
  constructor(
    { app, legal, settings, minimums }: PublicConfigState,
    locale: SupportedLocale,
    assetUrl: (fileId: string) => string,
  ) {
    const { onboarding, upgrade, iconFileId } = app;
    const localized = (text: LocalizedText) => localize(text, locale, app.defaultLocale);
    const { message } = upgrade.maintenance;
    super({
      ...app,
      app: { ...app, iconUrl: iconFileId === null ? null : assetUrl(iconFileId) },
      locale: { current: locale, default: app.defaultLocale, supported: app.supportedLocales },
      onboarding: {
        ...onboarding,
        slides: onboarding.slides.map(({ imageFileId, title, description }) => ({
          imageUrl: assetUrl(imageFileId),
          title: localized(title),
          description: localized(description),
        })),
      },
      passwordPolicy: { minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH },
      captcha: { scenes: captchaTypes(app) },
      legal,
      upgrade: {
        minSupported: minimums,
        maintenance: { ...upgrade.maintenance, message: message && localized(message) },
      },
      settings,
    });
  }
}

function captchaTypes({ captcha }: AppSnapshot): Readonly<Record<CaptchaScene, CaptchaType>> {
  const types = CAPTCHA_SCENES.map((scene) => [scene, captcha.scenes[scene] ?? captcha.type] as const);
  return Object.fromEntries(types) as Record<CaptchaScene, CaptchaType>;
}
