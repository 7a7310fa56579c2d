import {
  type AppChanges,
  captcha,
  CAPTCHA_SCENES,
  CAPTCHA_TYPES,
  type CaptchaScene,
  content,
  mail,
  maintenance,
  registration,
  support,
  upgrade,
} from '@libs/apps';
import { field } from '@libs/kernel';
import { Nested } from '../../http/fields/fields';
import { settingsRequest } from '../../http/fields/request';
import { CountryCode, CountryCodes, VersionNames, WebAddress } from './admin-app-fields';

/** The nested settings of an App: an absent field keeps its value, null resets it to that of a new App. */

export class AdminAppRegistrationRequest extends settingsRequest(
  {
    ...registration,
    allowedCountries: registration.allowedCountries.about(
      'Countries whose mobile numbers are accepted; initially the default country',
    ),
  },
  { defaultCountry: CountryCode, allowedCountries: CountryCodes },
) {}

const scene = field
  .one('CaptchaType', CAPTCHA_TYPES)
  .nullable()
  .about('The type of CAPTCHA for this scene; null to use `type`');
const scenes = Object.fromEntries(CAPTCHA_SCENES.map((name) => [name, scene])) as Record<CaptchaScene, typeof scene>;

export class AdminAppCaptchaScenesRequest extends settingsRequest(scenes) {}

export class AdminAppCaptchaRequest extends settingsRequest(
  {
    ...captcha,
    scenes: captcha.scenes
      .about(`${captcha.scenes.properties.description}: ${CAPTCHA_SCENES.join(', ')}`)
      .as<NonNullable<AppChanges['captcha']>['scenes']>(),
  },
  { scenes: (options) => Nested(() => AdminAppCaptchaScenesRequest, options) },
) {}

export class AdminAppMaintenanceRequest extends settingsRequest({
  ...maintenance,
  message: maintenance.message.about(`${maintenance.message.properties.description}; replaced as a whole`),
}) {
  override changes() {
    const { until, ...others } = super.changes();
    return { ...others, until: until && new Date(until).toISOString() };
  }
}

export class AdminAppUpgradeRequest extends settingsRequest(
  { ...upgrade, maintenance: upgrade.maintenance.as<NonNullable<AppChanges['upgrade']>['maintenance']>() },
  {
    blockedVersions: VersionNames,
    reviewVersions: VersionNames,
    maintenance: (options) => Nested(() => AdminAppMaintenanceRequest, options),
  },
) {}

export class AdminAppSupportRequest extends settingsRequest(support, { url: WebAddress }) {}

export class AdminAppMailRequest extends settingsRequest(mail) {}
export class AdminAppContentRequest extends settingsRequest(content) {}
