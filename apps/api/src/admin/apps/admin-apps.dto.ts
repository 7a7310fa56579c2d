import {
  app,
  APP_STATUSES,
  APP_TYPES,
  type AppChanges,
  AppQueries,
  appSettings,
  type AppStatus,
  type AppType,
} from '@libs/apps';
import { only, SUPPORTED_LOCALES } from '@libs/kernel';
import { checkLocale } from '../../http/fields/field-checks';
import { Nested, OneOf, Values } from '../../http/fields/fields';
import { writeRequest } from '../../http/fields/request';
import { Ids, LockVersionRequest, SearchQuery, Sort } from '../common/admin-requests.dto';
import { FeatureFlagsField } from './admin-app-fields';
import {
  AdminAppCaptchaRequest,
  AdminAppContentRequest,
  AdminAppMailRequest,
  AdminAppRegistrationRequest,
  AdminAppSupportRequest,
  AdminAppUpgradeRequest,
} from './admin-app-settings.dto';

export class AdminAppListQuery extends SearchQuery {
  @Sort(AppQueries.order)
  override readonly sort?: string;

  @Ids('Apps')
  override readonly ids?: string[];

  @OneOf('AppType', APP_TYPES, { optional: true })
  readonly app_type?: AppType;

  @OneOf('AppStatus', APP_STATUSES, { optional: true })
  readonly status?: AppStatus;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new App; null resets it to the latter. */
export class AdminAppRequest extends writeRequest(
  {
    ...only(app, 'name', 'appType'),
    ...appSettings,
    appType: app.appType.about('Never changed afterwards'),
    iconFileId: app.iconFileId.about('A clean file with the purpose `app_icon`; null for none'),
    defaultLocale: app.defaultLocale.about('One of `supported_locales`'),
    supportedLocales: app.supportedLocales
      .optional()
      .about('The locales that the App supports; initially only the default locale')
      .example(['zh-CN', 'en-US']),
    registration: app.registration.as<AppChanges['registration']>(),
    captcha: app.captcha.as<AppChanges['captcha']>(),
    featureFlags: app.featureFlags.about('Replaced as a whole'),
    clientConfig: app.clientConfig.about(`${app.clientConfig.properties.description}; replaced as a whole`),
    upgrade: app.upgrade.as<AppChanges['upgrade']>(),
    support: app.support.as<AppChanges['support']>(),
    mail: app.mail.as<AppChanges['mail']>(),
    content: app.content.as<AppChanges['content']>(),
  },
  {
    supportedLocales: (options) =>
      Values(
        checkLocale,
        { min: 1, max: SUPPORTED_LOCALES.length },
        { type: 'string', enum: [...SUPPORTED_LOCALES] },
        options,
      ),
    registration: (options) => Nested(() => AdminAppRegistrationRequest, options),
    captcha: (options) => Nested(() => AdminAppCaptchaRequest, options),
    featureFlags: FeatureFlagsField,
    upgrade: (options) => Nested(() => AdminAppUpgradeRequest, options),
    support: (options) => Nested(() => AdminAppSupportRequest, options),
    mail: (options) => Nested(() => AdminAppMailRequest, options),
    content: (options) => Nested(() => AdminAppContentRequest, options),
  },
) {}

export class AdminAppStatusRequest extends LockVersionRequest {}
