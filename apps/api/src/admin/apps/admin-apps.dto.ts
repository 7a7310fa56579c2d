import { type AppChanges, APP_STATUSES, APP_TYPES, type AppStatus, type AppType, type NewApp } from '@libs/apps';
import { SUPPORTED_LOCALES, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { checkLocale } from '../../http/fields/field-checks';
import { JsonObject, Locale, LockVersion, Nested, OneOf, Text, Uuid, Values } from '../../http/fields/fields';
import { LockVersionRequest, SearchQuery } from '../common/admin-requests.dto';
import { FeatureFlagsField } from './admin-app-fields';
import {
  AdminAppCaptchaRequest,
  AdminAppRegistrationRequest,
  AdminAppSupportRequest,
  AdminAppUpgradeRequest,
} from './admin-app-settings.dto';

const RESETTABLE = { optional: true, nullable: true } as const;
const MAX_CLIENT_CONFIG_BYTES = 16 * 1024;

export class AdminAppListQuery extends SearchQuery {
  @OneOf('AppType', APP_TYPES, { optional: true })
  readonly app_type?: AppType;

  @OneOf('AppStatus', APP_STATUSES, { optional: true })
  readonly status?: AppStatus;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new App; null resets it to the latter. */
export class AdminAppRequest {
  @Text(
    { max: 80, pattern: /\S/, patternCode: 'required' },
    { optional: true, description: 'Required on POST', example: 'Corner Shop' },
  )
  readonly name?: string;

  @OneOf('AppType', APP_TYPES, { optional: true, description: 'Required on POST, never changed afterwards' })
  readonly app_type?: AppType;

  @Text({ min: 0, max: 500 }, { optional: true, nullable: true, example: 'Everything around the corner' })
  readonly description?: string | null;

  @Uuid({
    optional: true,
    nullable: true,
    description: 'A clean file with the purpose `app_icon`; null for none',
    example: null,
  })
  readonly icon_file_id?: string | null;

  @Locale({ optional: true, description: 'Required on POST; one of `supported_locales`', example: 'zh-CN' })
  readonly default_locale?: SupportedLocale;

  @Values(
    checkLocale,
    { min: 1, max: SUPPORTED_LOCALES.length },
    { type: 'string', enum: [...SUPPORTED_LOCALES] },
    {
      optional: true,
      description: 'The locales that the App supports; initially only the default locale',
      example: ['zh-CN', 'en-US'],
    },
  )
  readonly supported_locales?: SupportedLocale[];

  @Nested(() => AdminAppRegistrationRequest, RESETTABLE)
  readonly registration?: AdminAppRegistrationRequest | null;

  @Nested(() => AdminAppCaptchaRequest, RESETTABLE)
  readonly captcha?: AdminAppCaptchaRequest | null;

  @FeatureFlagsField({ ...RESETTABLE, description: 'Replaced as a whole' })
  readonly feature_flags?: Record<string, boolean | string | number> | null;

  @JsonObject(MAX_CLIENT_CONFIG_BYTES, {
    ...RESETTABLE,
    description: 'Any JSON object of up to 16 KiB, delivered to clients unchanged; replaced as a whole',
    example: { theme: 'blue' },
  })
  readonly client_config?: Record<string, unknown> | null;

  @Text(
    { max: 64, pattern: /^[A-Za-z0-9._-]+$/ },
    { optional: true, nullable: true, description: 'Unique among all Apps', example: '__UNI__1A2B3C4' },
  )
  readonly dcloud_appid?: string | null;

  @Nested(() => AdminAppUpgradeRequest, RESETTABLE)
  readonly upgrade?: AdminAppUpgradeRequest | null;

  @Nested(() => AdminAppSupportRequest, RESETTABLE)
  readonly support?: AdminAppSupportRequest | null;

  @LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })
  readonly lock_version?: number;

  /** @throws ValidationFailedError naming missing required fields, and those that a new App cannot have. */
  newApp(): NewApp {
    const { name, app_type: appType, default_locale: defaultLocale } = this;
    if (name === undefined || appType === undefined || defaultLocale === undefined) {
      const missing = (['name', 'app_type', 'default_locale'] as const).filter((field) => this[field] === undefined);
      throw new ValidationFailedError(missing.map((field) => ({ field, code: 'required' })));
    }
    if (this.lock_version !== undefined) throw ValidationFailedError.of('lock_version', 'unknown_field');
    return { ...this.changes(), name, appType, defaultLocale };
  }

  /** @throws ValidationFailedError when it is missing. */
  expectedVersion(): number {
    if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
    return this.lock_version;
  }

  changes(): AppChanges {
    return {
      name: this.name,
      appType: this.app_type,
      description: this.description,
      iconFileId: this.icon_file_id,
      defaultLocale: this.default_locale,
      supportedLocales: this.supported_locales,
      registration: this.registration && this.registration.settings(),
      captcha: this.captcha && this.captcha.settings(),
      featureFlags: this.feature_flags,
      clientConfig: this.client_config,
      dcloudAppid: this.dcloud_appid,
      upgrade: this.upgrade && this.upgrade.settings(),
      support: this.support && this.support.settings(),
    };
  }
}

export class AdminAppStatusRequest extends LockVersionRequest {}
