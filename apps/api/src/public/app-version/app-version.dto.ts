import { field, localize, type SupportedLocale } from '@libs/kernel';
import {
  DECISION_ACTIONS,
  DECISION_REASONS,
  type OfferedRelease,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  RELEASE_PLATFORMS,
  UPGRADE_MODES,
  type UpgradeMode,
  type UpgradeVerdict,
} from '@libs/releases';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';

/** Where a package can be downloaded, and until when. */
export interface PackageLocation {
  readonly url: string;
  readonly expiresAt: Date;
}

/** The contents of a policy: the release for this client, the location of its package, and the language. */
export interface AppVersionAnswer {
  readonly platform: Platform;
  readonly offered: OfferedRelease;
  readonly location: PackageLocation | null;
  readonly verdict: UpgradeVerdict<OfferedRelease>;
  readonly locale: SupportedLocale;
  readonly defaultLocale: SupportedLocale;
}

export class MobileAppVersionPackage {
  @Answer.Url({
    format: 'uri-reference',
    description: 'URL of the package relative to the root of this service; needs no headers and supports ranges',
    example:
      '/api/v1/public/app-version/download/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' +
      '?expires=1795251600&signature=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  })
  readonly url: string;

  @Answer.Instant({ description: 'The download must begin before this time' })
  readonly expires_at: string;

  @Answer.Integer({ min: 1, example: 18_874_368 })
  readonly size_bytes: number;

  @Answer.Sha256({ description: 'SHA-256 of the package in hexadecimal' })
  readonly sha256: string;

  @Answer.Text({ example: 'application/vnd.android.package-archive' })
  readonly media_type: string;

  constructor({ sizeBytes, sha256, mediaType }: NonNullable<OfferedRelease['package']>, location: PackageLocation) {
    this.url = location.url;
    this.expires_at = location.expiresAt.toISOString();
    this.size_bytes = sizeBytes;
    this.sha256 = sha256;
    this.media_type = mediaType;
  }
}

export class MobileAppVersionStoreLink extends answer({
  name: field.text().example('Huawei AppGallery'),
  scheme: field.text().about('Opens the app store').example('appmarket://details?id=com.example.shop'),
  url: field.url('iri').example('https://appgallery.huawei.com/app/C100000001'),
  priority: field.integer(0).about('Priority in the list of links, the highest first').example(10),
}) {}

export class MobileAppVersionDecision extends answer({
  action: field
    .one('AppVersionAction', DECISION_ACTIONS)
    .about(
      'Install the package (`wgt`, `native`), or get the native app before the wgt (`native`); go to a store; do not ' +
        'go on (`block`)',
    )
    .example('native'),
  reason: field.one('AppVersionReason', DECISION_REASONS).example('newer_available'),
  nextCheckAfterSeconds: field.integer(1).example(3_600),
}) {}

/** The release that a client gets, in one language, and what the client should do. */
export class MobileAppVersionResponse {
  @Answer.OneOf('ReleasePlatform', RELEASE_PLATFORMS)
  readonly platform: Platform;

  @Answer.OneOf('ReleasePackageType', PACKAGE_TYPES)
  readonly package_type: PackageType;

  @Answer.Text({ max: 64, example: '1.2.10' })
  readonly version_name: string;

  @Answer.Integer({ min: 1, example: 10_210 })
  readonly version_code: number;

  @Answer.OneOf('ReleaseUpgradeMode', UPGRADE_MODES, { example: 'recommended' })
  readonly upgrade_mode: UpgradeMode;

  @Answer.Integer({
    nullable: true,
    min: 1,
    description: 'Clients with a lower version_code must upgrade; null for none',
    example: 10_000,
  })
  readonly min_supported_version_code: number | null;

  @Answer.Integer({
    nullable: true,
    min: 1,
    description: 'The least version_code of the native app that a wgt needs; null for none',
    example: null,
  })
  readonly min_native_version_code: number | null;

  @Answer.Text({ example: 'Faster than ever' })
  readonly title: string;

  @Answer.Text({ example: 'Opens in half the time.' })
  readonly release_notes: string;

  @Answer.Nested(() => MobileAppVersionPackage, { nullable: true })
  readonly package: MobileAppVersionPackage | null;

  @Answer.Url({
    nullable: true,
    format: 'iri',
    description: 'URL of a store page',
    example: 'https://apps.apple.com/app/id100000001',
  })
  readonly external_url: string | null;

  @Answer.ListOf(() => MobileAppVersionStoreLink, { description: 'The highest priority first' })
  readonly store_links: readonly MobileAppVersionStoreLink[];

  @Answer.Instant()
  readonly published_at: string;

  @Answer.Flag({
    nullable: true,
    description:
      'Whether there is a newer version that the client can install. Null if the request has no version_code.',
  })
  readonly update_available: boolean | null;

  @Answer.Flag({
    nullable: true,
    description: 'Whether the client must upgrade before it continues. Null if the request has no version_code.',
    example: false,
  })
  readonly update_required: boolean | null;

  @Answer.Flag({
    optional: true,
    description: 'Whether the wgt needs a newer native app; only for a wgt, if the request has native_version_code',
    example: false,
  })
  readonly native_update_required?: boolean;

  @Answer.Nested(() => MobileAppVersionDecision, {
    optional: true,
    description: 'What the client should do; only if the request has version_code',
  })
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
