import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { localize, type SupportedLocale } from '@libs/kernel';
import {
  type Decision,
  DECISION_ACTIONS,
  DECISION_REASONS,
  type DecisionAction,
  type DecisionReason,
  type OfferedRelease,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  PLATFORMS,
  type StoreLink,
  UPGRADE_MODES,
  type UpgradeMode,
  type Verdict,
} from '@libs/releases';

/** Where a package is to be had, and until when. */
export interface PackageLocation {
  readonly url: string;
  readonly expiresAt: Date;
}

/** What a policy is told with: the release for this client, where its package is, and in which language. */
export interface AppVersionAnswer {
  readonly platform: Platform;
  readonly offered: OfferedRelease;
  readonly location: PackageLocation | null;
  readonly verdict: Verdict<OfferedRelease>;
  readonly locale: SupportedLocale;
  readonly defaultLocale: SupportedLocale;
}

export class MobileAppVersionPackage {
  @ApiProperty({
    format: 'uri-reference',
    description: 'From the root of this service; needs no header, and may be asked for in ranges',
    example:
      '/api/v1/public/app-version/download/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' +
      '?expires=1795251600&signature=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  })
  readonly url: string;

  @ApiProperty({
    format: 'date-time',
    description: 'The download has to begin before',
    example: '2026-11-21T09:00:00.000Z',
  })
  readonly expires_at: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 18_874_368 })
  readonly size_bytes: number;

  @ApiProperty({
    description: 'Hex',
    minLength: 64,
    maxLength: 64,
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  readonly sha256: string;

  @ApiProperty({ example: 'application/vnd.android.package-archive' })
  readonly media_type: string;

  constructor({ sizeBytes, sha256, mediaType }: NonNullable<OfferedRelease['package']>, location: PackageLocation) {
    this.url = location.url;
    this.expires_at = location.expiresAt.toISOString();
    this.size_bytes = sizeBytes;
    this.sha256 = sha256;
    this.media_type = mediaType;
  }
}

export class MobileAppVersionStoreLink {
  @ApiProperty({ example: 'Huawei AppGallery' })
  readonly name: string;

  @ApiProperty({ description: 'Opens the app of the market', example: 'appmarket://details?id=com.example.shop' })
  readonly scheme: string;

  @ApiProperty({ format: 'iri', example: 'https://appgallery.huawei.com/app/C100000001' })
  readonly url: string;

  @ApiProperty({ type: 'integer', description: 'The highest comes first', example: 10 })
  readonly priority: number;

  constructor({ name, scheme, url, priority }: StoreLink) {
    this.name = name;
    this.scheme = scheme;
    this.url = url;
    this.priority = priority;
  }
}

export class MobileAppVersionDecision {
  @ApiProperty({
    enum: [...DECISION_ACTIONS],
    enumName: 'AppVersionAction',
    description:
      'Install the package (`wgt`, `native`), or get the native app before the wgt (`native`); go to a store; do not ' +
      'go on (`block`)',
    example: 'native',
  })
  readonly action: DecisionAction;

  @ApiProperty({ enum: [...DECISION_REASONS], enumName: 'AppVersionReason', example: 'newer_available' })
  readonly reason: DecisionReason;

  @ApiProperty({ type: 'integer', minimum: 1, example: 3_600 })
  readonly next_check_after_seconds: number;

  constructor({ action, reason, nextCheckAfterSeconds }: Decision) {
    this.action = action;
    this.reason = reason;
    this.next_check_after_seconds = nextCheckAfterSeconds;
  }
}

/** The release that a client gets, in one language, and what the client is to do. */
export class MobileAppVersionResponse {
  @ApiProperty({ enum: [...PLATFORMS], enumName: 'ReleasePlatform', example: 'android' })
  readonly platform: Platform;

  @ApiProperty({ enum: [...PACKAGE_TYPES], enumName: 'ReleasePackageType', example: 'native_app' })
  readonly package_type: PackageType;

  @ApiProperty({ maxLength: 64, example: '1.2.10' })
  readonly version_name: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 10_210 })
  readonly version_code: number;

  @ApiProperty({ enum: [...UPGRADE_MODES], enumName: 'ReleaseUpgradeMode', example: 'recommended' })
  readonly upgrade_mode: UpgradeMode;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Clients below it must upgrade', example: 10_000 })
  readonly min_supported_version_code: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The native app that a wgt needs', example: null })
  readonly min_native_version_code: number | null;

  @ApiProperty({ example: 'Faster than ever' })
  readonly title: string;

  @ApiProperty({ example: 'Opens in half the time.' })
  readonly release_notes: string;

  @ApiProperty({ type: MobileAppVersionPackage, nullable: true })
  readonly package: MobileAppVersionPackage | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'iri',
    description: 'A page of a store',
    example: 'https://apps.apple.com/app/id100000001',
  })
  readonly external_url: string | null;

  @ApiProperty({ type: [MobileAppVersionStoreLink], description: 'The highest priority first' })
  readonly store_links: readonly MobileAppVersionStoreLink[];

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly published_at: string;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Something newer is there that the client can install. Null without version_code.',
    example: true,
  })
  readonly update_available: boolean | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'The client must upgrade before it goes on. Null without version_code.',
    example: false,
  })
  readonly update_required: boolean | null;

  @ApiPropertyOptional({
    description: 'Of a wgt, where native_version_code is given: it needs a newer native app',
    example: false,
  })
  readonly native_update_required?: boolean;

  @ApiPropertyOptional({ type: MobileAppVersionDecision, description: 'With version_code' })
  readonly decision?: MobileAppVersionDecision;

  constructor({ platform, offered, location, verdict, locale, defaultLocale }: AppVersionAnswer) {
    const { release, package: asset } = offered;
    this.platform = platform;
    this.package_type = release.packageType;
    this.version_name = release.versionName;
    this.version_code = release.versionCode;
    this.upgrade_mode = release.upgradeMode;
    this.min_supported_version_code = release.minSupportedVersionCode;
    this.min_native_version_code = release.minNativeVersionCode;
    this.title = localize(release.title, locale, defaultLocale);
    this.release_notes = localize(release.releaseNotes, locale, defaultLocale);
    this.package = asset && location && new MobileAppVersionPackage(asset, location);
    this.external_url = release.externalUrl;
    this.store_links = release.storeLinks.map((link) => new MobileAppVersionStoreLink(link));
    this.published_at = release.publishedAt.toISOString();
    this.update_available = verdict.updateAvailable;
    this.update_required = verdict.updateRequired;
    if (verdict.nativeUpdateRequired !== null) this.native_update_required = verdict.nativeUpdateRequired;
    if (verdict.decision) this.decision = new MobileAppVersionDecision(verdict.decision);
  }
}
