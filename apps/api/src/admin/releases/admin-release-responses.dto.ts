import {
  HEALTH_ACTIONS,
  type HealthGate,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  RELEASE_PLATFORMS,
  PUBLISH_STATUSES,
  type PublishStatus,
  type ReleaseDetails,
  type ReleaseFile,
  RUNTIME_MATCHES,
  type RuntimeMatch,
  type StoreLink,
  UPGRADE_MODES,
  type UpgradeMode,
} from '@libs/releases';
import type { LocalizedText, ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { AdminListResponse } from '../common/admin-responses.dto';
import type { AdminMobileReleaseListQuery } from './admin-releases.dto';

const FILE_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902';

export class AdminMobileReleaseHealthGateResponse {
  @Answer.Number({ min: 0, max: 100, description: 'Tolerated percentage of installations that fail', example: 5 })
  readonly max_failure_percent: number;

  @Answer.Integer({ min: 1, example: 50 })
  readonly min_reports: number;

  @Answer.Integer({ min: 1, example: 60 })
  readonly window_minutes: number;

  @Answer.OneOf('ReleaseHealthAction', HEALTH_ACTIONS, { example: 'pause' })
  readonly action: HealthGate['action'];

  constructor({ maxFailurePercent, minReports, windowMinutes, action }: HealthGate) {
    this.max_failure_percent = maxFailurePercent;
    this.min_reports = minReports;
    this.window_minutes = windowMinutes;
    this.action = action;
  }
}

export class AdminMobileReleaseStoreLinkResponse {
  @Answer.Text({ example: 'Huawei AppGallery' })
  readonly name: string;

  @Answer.Text({ example: 'market://details?id=com.example.shop' })
  readonly scheme: string;

  @Answer.Url({ format: 'iri', example: 'https://store.example.com/com.example.shop' })
  readonly url: string;

  @Answer.Integer({ min: 0, description: 'Priority in the list of links, the highest first', example: 10 })
  readonly priority: number;

  @Answer.Flag({ description: 'Whether clients get the link' })
  readonly enabled: boolean;

  constructor({ name, scheme, url, priority, enabled }: StoreLink) {
    this.name = name;
    this.scheme = scheme;
    this.url = url;
    this.priority = priority;
    this.enabled = enabled;
  }
}

export class AdminMobileReleaseFileResponse {
  @Answer.Uuid({ example: FILE_ID })
  readonly id: string;

  @Answer.Text({ example: 'shop-1.2.10.wgt' })
  readonly filename: string;

  @Answer.Integer({ min: 1, example: 1_048_576 })
  readonly size_bytes: number;

  @Answer.Sha256({ example: 'a'.repeat(64) })
  readonly sha256: string;

  constructor({ id, filename, sizeBytes, sha256 }: ReleaseFile) {
    this.id = id;
    this.filename = filename;
    this.size_bytes = sizeBytes;
    this.sha256 = sha256;
  }
}

export class AdminMobileReleaseResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910' })
  readonly id: string;

  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be900' })
  readonly app_id: string;

  @Answer.OneOf('ReleasePlatform', RELEASE_PLATFORMS)
  readonly platform: Platform;

  @Answer.OneOf('ReleasePackageType', PACKAGE_TYPES, { example: 'wgt' })
  readonly package_type: PackageType;

  @Answer.SomeOf('ReleasePlatform', RELEASE_PLATFORMS)
  readonly target_platforms: readonly Platform[];

  @Answer.Text({ example: '1.2.10' })
  readonly version_name: string;

  @Answer.Integer({ min: 1, example: 120 })
  readonly version_code: number;

  @Answer.Integer({
    nullable: true,
    min: 1,
    description: 'Clients with a lower version_code must upgrade; null for none',
    example: 110,
  })
  readonly min_supported_version_code: number | null;

  @Answer.Integer({
    nullable: true,
    min: 1,
    description: 'The least version_code of the native app that a wgt needs; null for none',
    example: null,
  })
  readonly min_native_version_code: number | null;

  @Answer.OneOf('ReleaseUpgradeMode', UPGRADE_MODES, { example: 'recommended' })
  readonly upgrade_mode: UpgradeMode;

  @Answer.Number({ min: 0.01, max: 100, description: 'Percentage of devices that get the release', example: 100 })
  readonly rollout_percent: number;

  @Answer.Flag({
    description: 'Whether the rollout is paused: devices that do not have the release yet get the fallback',
    example: false,
  })
  readonly rollout_paused: boolean;

  @Answer.Nested(() => AdminMobileReleaseHealthGateResponse, { nullable: true })
  readonly health_gate: AdminMobileReleaseHealthGateResponse | null;

  @Answer.Text({
    nullable: true,
    description: 'The uni-app runtime for which a wgt was compiled; null for none',
    example: null,
  })
  readonly required_runtime_version: string | null;

  @Answer.OneOf('ReleaseRuntimeMatch', RUNTIME_MATCHES, { example: 'any' })
  readonly runtime_match: RuntimeMatch;

  @Answer.Localized({ example: { 'zh-CN': '更新', 'en-US': 'Update' } })
  readonly title: LocalizedText;

  @Answer.Localized({ example: { 'zh-CN': '修复问题', 'en-US': 'Bug fixes' } })
  readonly release_notes: LocalizedText;

  @Answer.Uuid({
    nullable: true,
    description: 'A file of the App with the purpose `release_package`; null for none',
    example: FILE_ID,
  })
  readonly file_id: string | null;

  @Answer.Nested(() => AdminMobileReleaseFileResponse, { nullable: true })
  readonly file: AdminMobileReleaseFileResponse | null;

  @Answer.Url({
    nullable: true,
    format: 'iri',
    description: 'Another source of the package, such as a store page; null for none',
    example: null,
  })
  readonly external_url: string | null;

  @Answer.ListOf(() => AdminMobileReleaseStoreLinkResponse)
  readonly store_links: readonly AdminMobileReleaseStoreLinkResponse[];

  @Answer.OneOf('ReleasePublishStatus', PUBLISH_STATUSES, {
    description: 'Whether the release was never published, or is current on all, some or none of its target platforms',
    example: 'online',
  })
  readonly publish_status: PublishStatus;

  @Answer.SomeOf('ReleasePlatform', RELEASE_PLATFORMS, { description: 'The platforms on which the release is current' })
  readonly published_platforms: readonly Platform[];

  @Answer.SomeOf('ReleasePlatform', RELEASE_PLATFORMS, {
    description: 'The platforms on which devices outside the rollout of the current release get this release',
    example: [],
  })
  readonly fallback_platforms: readonly Platform[];

  @Answer.Instant({ nullable: true })
  readonly first_published_at: string | null;

  @Answer.Instant({ nullable: true, description: 'Time of the latest publication; null if never published' })
  readonly published_at: string | null;

  @Answer.Uuid({
    nullable: true,
    description: 'The user who last published the release; null if never published',
    example: null,
  })
  readonly created_by: string | null;

  @Answer.Count({ example: 0 })
  readonly download_count: number;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant({ example: '2026-11-21T08:00:00.000Z' })
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  constructor(release: ReleaseDetails) {
    this.id = release.id;
    this.app_id = release.appId;
    this.platform = release.platform;
    this.package_type = release.packageType;
    this.target_platforms = release.targetPlatforms;
    this.version_name = release.versionName;
    this.version_code = release.versionCode;
    this.min_supported_version_code = release.minSupportedVersionCode;
    this.min_native_version_code = release.minNativeVersionCode;
    this.upgrade_mode = release.upgradeMode;
    this.rollout_percent = release.rolloutPercent;
    this.rollout_paused = release.rolloutPaused;
    this.health_gate = release.healthGate && new AdminMobileReleaseHealthGateResponse(release.healthGate);
    this.required_runtime_version = release.requiredRuntimeVersion;
    this.runtime_match = release.runtimeMatch;
    this.title = release.title;
    this.release_notes = release.releaseNotes;
    this.file_id = release.fileId;
    this.file = release.file && new AdminMobileReleaseFileResponse(release.file);
    this.external_url = release.externalUrl;
    this.store_links = release.storeLinks.map((link) => new AdminMobileReleaseStoreLinkResponse(link));
    this.publish_status = release.publishStatus;
    this.published_platforms = release.publishedPlatforms;
    this.fallback_platforms = release.fallbackPlatforms;
    this.first_published_at = release.firstPublishedAt?.toISOString() ?? null;
    this.published_at = release.publishedAt?.toISOString() ?? null;
    this.created_by = release.createdBy;
    this.download_count = release.downloadCount;
    this.lock_version = release.lockVersion;
    this.created_at = release.createdAt.toISOString();
    this.updated_at = release.updatedAt.toISOString();
  }
}

/** One page of releases. */
export class AdminMobileReleasePageResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminMobileReleaseResponse)
  readonly items: readonly AdminMobileReleaseResponse[];

  constructor(query: AdminMobileReleaseListQuery, { items, total }: ListPage<ReleaseDetails>) {
    super(query, total);
    this.items = items.map((release) => new AdminMobileReleaseResponse(release));
  }
}

/** The newest releases, without paging. */
export class AdminMobileReleaseListResponse {
  @Answer.ListOf(() => AdminMobileReleaseResponse)
  readonly items: readonly AdminMobileReleaseResponse[];

  constructor(releases: readonly ReleaseDetails[]) {
    this.items = releases.map((release) => new AdminMobileReleaseResponse(release));
  }
}
