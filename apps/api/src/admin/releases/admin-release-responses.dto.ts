import {
  HEALTH_ACTIONS,
  type HealthGate,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  PLATFORMS,
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
import type { LocalizedText, Page } from '@libs/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { AdminListResponse } from '../common/admin-responses.dto';
import type { AdminMobileReleaseListQuery } from './admin-releases.dto';

const FILE_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902';

export class AdminMobileReleaseHealthGateResponse {
  @ApiProperty({ minimum: 0, maximum: 100, example: 5 })
  readonly max_failure_percent: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 50 })
  readonly min_reports: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 60 })
  readonly window_minutes: number;

  @ApiProperty({ enum: [...HEALTH_ACTIONS], enumName: 'ReleaseHealthAction', example: 'pause' })
  readonly action: HealthGate['action'];

  constructor({ maxFailurePercent, minReports, windowMinutes, action }: HealthGate) {
    this.max_failure_percent = maxFailurePercent;
    this.min_reports = minReports;
    this.window_minutes = windowMinutes;
    this.action = action;
  }
}

export class AdminMobileReleaseStoreLinkResponse {
  @ApiProperty({ example: 'Huawei AppGallery' })
  readonly name: string;

  @ApiProperty({ example: 'market://details?id=com.example.shop' })
  readonly scheme: string;

  @ApiProperty({ example: 'https://store.example.com/com.example.shop' })
  readonly url: string;

  @ApiProperty({ type: 'integer', description: 'The highest comes first', example: 10 })
  readonly priority: number;

  @ApiProperty()
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
  @ApiProperty({ format: 'uuid', example: FILE_ID })
  readonly id: string;

  @ApiProperty({ example: 'shop-1.2.10.wgt' })
  readonly filename: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1_048_576 })
  readonly size_bytes: number;

  @ApiProperty({ pattern: '^[0-9a-f]{64}$', example: 'a'.repeat(64) })
  readonly sha256: string;

  constructor({ id, filename, sizeBytes, sha256 }: ReleaseFile) {
    this.id = id;
    this.filename = filename;
    this.size_bytes = sizeBytes;
    this.sha256 = sha256;
  }
}

export class AdminMobileReleaseResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910' })
  readonly id: string;

  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be900' })
  readonly app_id: string;

  @ApiProperty({ enum: [...PLATFORMS], enumName: 'ReleasePlatform', example: 'android' })
  readonly platform: Platform;

  @ApiProperty({ enum: [...PACKAGE_TYPES], enumName: 'ReleasePackageType', example: 'wgt' })
  readonly package_type: PackageType;

  @ApiProperty({ enum: [...PLATFORMS], enumName: 'ReleasePlatform', isArray: true, example: ['android'] })
  readonly target_platforms: readonly Platform[];

  @ApiProperty({ example: '1.2.10' })
  readonly version_name: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 120 })
  readonly version_code: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Clients below it must upgrade', example: 110 })
  readonly min_supported_version_code: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The native app that a wgt needs', example: null })
  readonly min_native_version_code: number | null;

  @ApiProperty({ enum: [...UPGRADE_MODES], enumName: 'ReleaseUpgradeMode', example: 'recommended' })
  readonly upgrade_mode: UpgradeMode;

  @ApiProperty({ minimum: 0.01, maximum: 100, example: 100 })
  readonly rollout_percent: number;

  @ApiProperty({ description: 'Whether devices that do not have it get the fallback', example: false })
  readonly rollout_paused: boolean;

  @ApiProperty({ type: () => AdminMobileReleaseHealthGateResponse, nullable: true })
  readonly health_gate: AdminMobileReleaseHealthGateResponse | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly required_runtime_version: string | null;

  @ApiProperty({ enum: [...RUNTIME_MATCHES], enumName: 'ReleaseRuntimeMatch', example: 'any' })
  readonly runtime_match: RuntimeMatch;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: { 'zh-CN': '更新' } })
  readonly title: LocalizedText;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: { 'zh-CN': '修复问题' } })
  readonly release_notes: LocalizedText;

  @ApiProperty({ type: String, nullable: true, format: 'uuid', example: FILE_ID })
  readonly file_id: string | null;

  @ApiProperty({ type: () => AdminMobileReleaseFileResponse, nullable: true })
  readonly file: AdminMobileReleaseFileResponse | null;

  @ApiProperty({ type: String, nullable: true, format: 'iri', example: null })
  readonly external_url: string | null;

  @ApiProperty({ type: () => [AdminMobileReleaseStoreLinkResponse] })
  readonly store_links: readonly AdminMobileReleaseStoreLinkResponse[];

  @ApiProperty({
    enum: [...PUBLISH_STATUSES],
    enumName: 'ReleasePublishStatus',
    description: 'Never published, or current on all, some or none of its targets',
    example: 'online',
  })
  readonly publish_status: PublishStatus;

  @ApiProperty({
    enum: [...PLATFORMS],
    enumName: 'ReleasePlatform',
    isArray: true,
    description: 'Where it is current',
    example: ['android'],
  })
  readonly published_platforms: readonly Platform[];

  @ApiProperty({
    enum: [...PLATFORMS],
    enumName: 'ReleasePlatform',
    isArray: true,
    description: 'Where those get it whom the rollout of the current release leaves out',
    example: [],
  })
  readonly fallback_platforms: readonly Platform[];

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly first_published_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'The latest publication',
    example: '2026-11-21T09:00:00.000Z',
  })
  readonly published_at: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The user', example: null })
  readonly created_by: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  readonly download_count: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  readonly lock_version: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:00:00.000Z' })
  readonly created_at: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
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

/** One page of them. */
export class AdminMobileReleasePageResponse extends AdminListResponse {
  @ApiProperty({ type: () => [AdminMobileReleaseResponse] })
  readonly items: readonly AdminMobileReleaseResponse[];

  constructor(query: AdminMobileReleaseListQuery, { items, total }: Page<ReleaseDetails>) {
    super(query, total);
    this.items = items.map((release) => new AdminMobileReleaseResponse(release));
  }
}

/** The newest of them, without paging. */
export class AdminMobileReleaseListResponse {
  @ApiProperty({ type: () => [AdminMobileReleaseResponse] })
  readonly items: readonly AdminMobileReleaseResponse[];

  constructor(releases: readonly ReleaseDetails[]) {
    this.items = releases.map((release) => new AdminMobileReleaseResponse(release));
  }
}
