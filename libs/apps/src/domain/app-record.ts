import { isDeepStrictEqual } from 'node:util';
import type { App } from './app';
import type { OnboardingSlide } from './app-settings';
import type { OnboardingContent } from './onboarding-revision';

/** What administrators decide about an App, with the keys of the wire. */
export function recordOf(app: App): Readonly<Record<string, unknown>> {
  const { registration, captcha, upgrade, support } = app;
  return {
    name: app.name,
    app_type: app.appType,
    description: app.description,
    status: app.status,
    icon_file_id: app.iconFileId,
    default_locale: app.defaultLocale,
    supported_locales: app.supportedLocales,
    registration: {
      email_enabled: registration.emailEnabled,
      mobile_enabled: registration.mobileEnabled,
      email_resend_cooldown_seconds: registration.emailResendCooldownSeconds,
      default_country: registration.defaultCountry,
      allowed_countries: registration.allowedCountries,
    },
    captcha: { type: captcha.type, scenes: captcha.scenes, level: captcha.level, characters: captcha.characters },
    feature_flags: app.featureFlags,
    client_config: app.clientConfig,
    dcloud_appid: app.dcloudAppid,
    upgrade: {
      blocked_versions: upgrade.blockedVersions,
      review_versions: upgrade.reviewVersions,
      maintenance: upgrade.maintenance,
    },
    support,
  };
}

/** The names of the fields that are not what they were. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

/** The published onboarding with the keys of the wire. */
export function onboardingRecordOf(version: number, { enabled, slides }: OnboardingContent): object {
  const slideRecord = ({ imageFileId, title, description }: OnboardingSlide) => ({
    image_file_id: imageFileId,
    title,
    description,
  });
  return { startup: { onboarding: { published_version: version, enabled, slides: slides.map(slideRecord) } } };
}
