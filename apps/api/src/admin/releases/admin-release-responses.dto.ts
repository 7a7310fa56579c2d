import { field } from '@libs/kernel';
import {
  HEALTH_ACTIONS,
  PACKAGE_TYPES,
  PUBLISH_STATUSES,
  RELEASE_PLATFORMS,
  type ReleaseDetails,
  RUNTIME_MATCHES,
  UPGRADE_MODES,
} from '@libs/releases';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';

const FILE_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902';

export class AdminMobileReleaseHealthGateResponse extends answer({
  maxFailurePercent: field.decimal(0, 100).about('Tolerated percentage of installations that fail').example(5),
  minReports: field.integer(1).example(50),
  windowMinutes: field.integer(1).example(60),
  action: field.one('ReleaseHealthAction', HEALTH_ACTIONS).example('pause'),
}) {}

export class AdminMobileReleaseStoreLinkResponse extends answer({
  name: field.text().example('Huawei AppGallery'),
  scheme: field.text().example('market://details?id=com.example.shop'),
  url: field.url('iri').example('https://store.example.com/com.example.shop'),
  priority: field.integer(0).about('Priority in the list of links, the highest first').example(10),
  enabled: field.flag().about('Whether clients get the link'),
}) {}

export class AdminMobileReleaseFileResponse extends answer({
  id: field.uuid().example(FILE_ID),
  filename: field.text().example('shop-1.2.10.wgt'),
  sizeBytes: field.integer(1).example(1_048_576),
  sha256: field.sha256().example('a'.repeat(64)),
}) {}

export class AdminMobileReleaseResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910'),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be900'),
  platform: field.one('ReleasePlatform', RELEASE_PLATFORMS),
  packageType: field.one('ReleasePackageType', PACKAGE_TYPES).example('wgt'),
  targetPlatforms: field.some('ReleasePlatform', RELEASE_PLATFORMS),
  versionName: field.text().example('1.2.10'),
  versionCode: field.integer(1).example(120),
  minSupportedVersionCode: field
    .integer(1)
    .nullable()
    .about('Clients with a lower version_code must upgrade; null for none')
    .example(110),
  minNativeVersionCode: field
    .integer(1)
    .nullable()
    .about('The least version_code of the native app that a wgt needs; null for none')
    .example(null),
  upgradeMode: field.one('ReleaseUpgradeMode', UPGRADE_MODES).example('recommended'),
  rolloutPercent: field.decimal(0.01, 100).about('Percentage of devices that get the release').example(100),
  rolloutPaused: field
    .flag()
    .about('Whether the rollout is paused: devices that do not have the release yet get the fallback')
    .example(false),
  healthGate: field.nested(() => AdminMobileReleaseHealthGateResponse).nullable(),
  requiredRuntimeVersion: field
    .text()
    .nullable()
    .about('The uni-app runtime for which a wgt was compiled; null for none')
    .example(null),
  runtimeMatch: field.one('ReleaseRuntimeMatch', RUNTIME_MATCHES).example('any'),
  title: field.localized().example({ 'zh-CN': '更新', 'en-US': 'Update' }),
  releaseNotes: field.localized().example({ 'zh-CN': '修复问题', 'en-US': 'Bug fixes' }),
  fileId: field
    .uuid()
    .nullable()
    .about('A file of the App with the purpose `release_package`; null for none')
    .example(FILE_ID),
  file: field.nested(() => AdminMobileReleaseFileResponse).nullable(),
  externalUrl: field
    .url('iri')
    .nullable()
    .about('Another source of the package, such as a store page; null for none')
    .example(null),
  storeLinks: field.listOf(() => AdminMobileReleaseStoreLinkResponse),
  publishStatus: field
    .one('ReleasePublishStatus', PUBLISH_STATUSES)
    .about('Whether the release was never published, or is current on all, some or none of its target platforms')
    .example('online'),
  publishedPlatforms: field
    .some('ReleasePlatform', RELEASE_PLATFORMS)
    .about('The platforms on which the release is current'),
  fallbackPlatforms: field
    .some('ReleasePlatform', RELEASE_PLATFORMS)
    .about('The platforms on which devices outside the rollout of the current release get this release')
    .example([]),
  firstPublishedAt: field.instant().nullable(),
  publishedAt: field.instant().nullable().about('Time of the latest publication; null if never published'),
  createdBy: field
    .uuid()
    .nullable()
    .about('The user who last published the release; null if never published')
    .example(null),
  downloadCount: field.count().example(0),
  lockVersion: field.lockVersion(),
  createdAt: field.instant().example('2026-11-21T08:00:00.000Z'),
  updatedAt: field.instant(),
}) {}

/** One page of releases. */
export class AdminMobileReleasePageResponse extends pageOf(AdminMobileReleaseResponse) {}

/** The newest releases, without paging. */
export class AdminMobileReleaseListResponse extends answer({
  items: field.listOf(() => AdminMobileReleaseResponse),
}) {
  constructor(releases: readonly ReleaseDetails[]) {
    super({ items: releases });
  }
}
