import { field } from '@libs/kernel';
import { PACKAGE_TYPES, type Platform, RELEASE_PLATFORMS, type StoreLink } from '@libs/releases';
import { answer } from '../../http/answers/answer';
import { Documented } from '../../http/fields/fields';
import { UNI_UPGRADE_CODES, type UniUpgradeCode } from './uni-upgrade-choice';

/** The names of the protocol. */
export const PROTOCOL_PLATFORMS: Readonly<Record<Platform, string>> = {
  android: 'Android',
  ios: 'iOS',
  harmony: 'Harmony',
};
const TEXT = { type: 'string', maxLength: 64 };
const FLAG = { type: 'boolean' };

/** For the document only. The request is read leniently, by hand. */
export class UniUpgradeCenterRequest {
  @Documented({ type: 'string', enum: ['checkVersion'] }, { optional: true, example: 'checkVersion' })
  readonly action?: string;

  @Documented(TEXT, {
    optional: true,
    description: 'The dcloud_appid of the App; not needed with X-AppID',
    example: '__UNI__1A2B3C4',
  })
  readonly appid?: string;

  @Documented(TEXT, { description: 'The version name of the native app', example: '1.2.10' })
  readonly appVersion!: string;

  @Documented(TEXT, { description: 'The version name of the resources that run in it', example: '1.2.10' })
  readonly wgtVersion!: string;

  @Documented(FLAG, {
    optional: true,
    description: 'An app of uni-app x, which takes no wgt on Android',
    example: false,
  })
  readonly is_uniapp_x?: boolean;

  @Documented(FLAG, { optional: true, description: 'An app in vapor mode, which takes no wgt', example: false })
  readonly is_vapor?: boolean;

  @Documented(
    { type: 'string' },
    {
      optional: true,
      description:
        'The platform of the client; also as osName or uniPlatform. Otherwise the one in the User-Agent, else Android.',
      example: 'Android',
    },
  )
  readonly platform?: string;

  @Documented(TEXT, { optional: true, description: 'The uni-app runtime of the client', example: '4.29' })
  readonly uniRuntimeVersion?: string;
}

export class UniUpgradeCenterStore extends answer({
  enable: field.flag(),
  id: field.text().example('Huawei AppGallery'),
  name: field.text().example('Huawei AppGallery'),
  scheme: field.text().example('appmarket://details?id=com.example.shop'),
  priority: field.integer(0).about('Priority in the list of links, the highest first').example(10),
}) {
  constructor({ name, scheme, priority, enabled }: StoreLink) {
    super({ name, scheme, priority, enable: enabled, id: name });
  }
}

const text = field.text().optional();

/** The fields after `message` are those of what the client should install. Clients of uni-app x need every one of them. */
export class UniUpgradeCenterResponse extends answer({
  code: field
    .schema<UniUpgradeCode>({ type: 'integer', enum: Object.values(UNI_UPGRADE_CODES) })
    .about(
      '0: nothing to install; 101: a wgt; 102: the native app; -101: nothing is published, or there is no such ' +
        'App; -102: parameters are missing. The fields after `message` are present only with 101 and 102.',
    )
    .example(101),
  message: field.text().example('A wgt package is available'),
  _id: field.uuid().optional().about('Id of the release'),
  appid: text.example('__UNI__1A2B3C4'),
  name: text.about('Name of the App').example('Corner Shop'),
  title: text.example('Faster than ever'),
  contents: text.about('The release notes').example('Opens in half the time.'),
  url: field
    .url('iri')
    .optional()
    .about('The package, valid for a few minutes, or a store page')
    .example('https://apps.apple.com/app/id100000001'),
  platform: field.some('UniUpgradePlatform', Object.values(PROTOCOL_PLATFORMS)).optional(),
  type: field.one('ReleasePackageType', PACKAGE_TYPES).optional().example('wgt'),
  version: field.text(64).optional().example('1.2.10'),
  minUniVersion: text.nullable().about('The least version of the native app that the wgt needs').example('1.2.0'),
  isSilently: field.flag().optional().about('Whether to install the package without asking').example(false),
  isMandatory: field.flag().optional().about('Whether the client must not continue without the upgrade').example(false),
  storeList: field
    .listOf(() => UniUpgradeCenterStore)
    .optional()
    .about('The highest priority first'),
  uniPlatform: field.one('ReleasePlatform', RELEASE_PLATFORMS).optional(),
  stablePublish: field.constant(true).optional(),
  createEnv: field.constant('upgrade-center').optional(),
  createDate: field
    .schema<number>({ type: 'integer', format: 'int64', minimum: 0 })
    .optional()
    .about('Time of publication in milliseconds since 1970')
    .example(1_795_251_600_000),
}) {}
