import { field } from '@libs/kernel';
import { PACKAGE_TYPES, type PackageType, type Platform, RELEASE_PLATFORMS, type StoreLink } from '@libs/releases';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { Documented } from '../../http/fields/fields';
import { UNI_UPGRADE_CODES, type UniUpgradeCode } from './uni-upgrade-choice';

const PROTOCOL_PLATFORMS: Readonly<Record<Platform, string>> = { android: 'Android', ios: 'iOS', harmony: 'Harmony' };
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

/** What the client should install, under the names of the protocol. Clients of uni-app x need every one of them. */
export interface UniUpgradePackage {
  readonly id: string;
  readonly appid: string;
  readonly appName: string;
  readonly title: string;
  readonly contents: string;
  readonly url: string;
  readonly platform: Platform;
  readonly type: PackageType;
  readonly version: string;
  readonly minNativeVersion: string | null;
  readonly isSilent: boolean;
  readonly isMandatory: boolean;
  readonly storeLinks: readonly StoreLink[];
  readonly publishedAt: Date;
}

export class UniUpgradeCenterResponse {
  @Answer.Schema(
    { type: 'integer', enum: Object.values(UNI_UPGRADE_CODES) },
    {
      description:
        '0: nothing to install; 101: a wgt; 102: the native app; -101: nothing is published, or there is no such ' +
        'App; -102: parameters are missing. The fields after `message` are present only with 101 and 102.',
      example: 101,
    },
  )
  readonly code: UniUpgradeCode;

  @Answer.Text({ example: 'A wgt package is available' })
  readonly message: string;

  @Answer.Uuid({ optional: true, description: 'Id of the release' })
  readonly _id?: string;

  @Answer.Text({ optional: true, example: '__UNI__1A2B3C4' })
  readonly appid?: string;

  @Answer.Text({ optional: true, description: 'Name of the App', example: 'Corner Shop' })
  readonly name?: string;

  @Answer.Text({ optional: true, example: 'Faster than ever' })
  readonly title?: string;

  @Answer.Text({ optional: true, description: 'The release notes', example: 'Opens in half the time.' })
  readonly contents?: string;

  @Answer.Url({
    optional: true,
    format: 'iri',
    description: 'The package, valid for a few minutes, or a store page',
    example: 'https://apps.apple.com/app/id100000001',
  })
  readonly url?: string;

  @Answer.SomeOf('UniUpgradePlatform', Object.values(PROTOCOL_PLATFORMS), { optional: true })
  readonly platform?: readonly string[];

  @Answer.OneOf('ReleasePackageType', PACKAGE_TYPES, { optional: true, example: 'wgt' })
  readonly type?: PackageType;

  @Answer.Text({ optional: true, max: 64, example: '1.2.10' })
  readonly version?: string;

  @Answer.Text({
    optional: true,
    nullable: true,
    description: 'The least version of the native app that the wgt needs',
    example: '1.2.0',
  })
  readonly min_uni_version?: string | null;

  @Answer.Flag({ optional: true, description: 'Whether to install the package without asking', example: false })
  readonly is_silently?: boolean;

  @Answer.Flag({
    optional: true,
    description: 'Whether the client must not continue without the upgrade',
    example: false,
  })
  readonly is_mandatory?: boolean;

  @Answer.ListOf(() => UniUpgradeCenterStore, { optional: true, description: 'The highest priority first' })
  readonly store_list?: readonly UniUpgradeCenterStore[];

  @Answer.OneOf('ReleasePlatform', RELEASE_PLATFORMS, { optional: true })
  readonly uni_platform?: Platform;

  @Answer.Constant(true, { optional: true })
  readonly stable_publish?: boolean;

  @Answer.Constant('upgrade-center', { optional: true })
  readonly create_env?: string;

  @Answer.Schema(
    { type: 'integer', format: 'int64', minimum: 0 },
    { optional: true, description: 'Time of publication in milliseconds since 1970', example: 1_795_251_600_000 },
  )
  readonly create_date?: number;

  constructor(code: UniUpgradeCode, message: string, offered: UniUpgradePackage | null = null) {
    this.code = code;
    this.message = message;
    if (!offered) return;
    this._id = offered.id;
    this.appid = offered.appid;
    this.name = offered.appName;
    this.title = offered.title;
    this.contents = offered.contents;
    this.url = offered.url;
    this.platform = [PROTOCOL_PLATFORMS[offered.platform]];
    this.type = offered.type;
    this.version = offered.version;
    this.min_uni_version = offered.minNativeVersion;
    this.is_silently = offered.isSilent;
    this.is_mandatory = offered.isMandatory;
    this.store_list = offered.storeLinks.map((link) => new UniUpgradeCenterStore(link));
    this.uni_platform = offered.platform;
    this.stable_publish = true;
    this.create_env = 'upgrade-center';
    this.create_date = offered.publishedAt.getTime();
  }
}
