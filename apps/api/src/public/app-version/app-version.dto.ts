import { field, localize, type SupportedLocale } from '@libs/kernel';
import {
  DECISION_ACTIONS,
  DECISION_REASONS,
  type OfferedRelease,
  type Platform,
  release,
  type UpgradeVerdict,
} from '@libs/releases';
import { answer } from '../../http/answers/answer';

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

export class MobileAppVersionPackage extends answer({
  url: field
    .url('uri-reference')
    .about('URL of the package relative to the root of this service; needs no headers and supports ranges')
    .example(
      '/api/v1/public/app-version/download/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' +
        '?expires=1795251600&signature=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    ),
  expiresAt: field.instant().about('The download must begin before this time'),
  sizeBytes: field.integer(1).example(18_874_368),
  sha256: field.sha256().about('SHA-256 of the package in hexadecimal'),
  mediaType: field.text().example('application/vnd.android.package-archive'),
}) {}

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
export class MobileAppVersionResponse extends answer({
  platform: release.platform,
  packageType: release.packageType.example('native_app'),
  versionName: field.text(64).example('1.2.10'),
  versionCode: release.versionCode.example(10_210),
  upgradeMode: release.upgradeMode,
  minSupportedVersionCode: release.minSupportedVersionCode.example(10_000),
  minNativeVersionCode: release.minNativeVersionCode,
  title: field.text().example('Faster than ever'),
  releaseNotes: field.text().example('Opens in half the time.'),
  package: field.nested(() => MobileAppVersionPackage).nullable(),
  externalUrl: release.externalUrl.about('URL of a store page').example('https://apps.apple.com/app/id100000001'),
  storeLinks: field.listOf(() => MobileAppVersionStoreLink).about('The highest priority first'),
  publishedAt: field.instant(),
  updateAvailable: field
    .flag()
    .nullable()
    .about('Whether there is a newer version that the client can install. Null if the request has no version_code.'),
  updateRequired: field
    .flag()
    .nullable()
    .about('Whether the client must upgrade before it continues. Null if the request has no version_code.')
    .example(false),
  nativeUpdateRequired: field
    .flag()
    .optional()
    .about('Whether the wgt needs a newer native app; only for a wgt, if the request has native_version_code')
    .example(false),
  decision: field
    .nested(() => MobileAppVersionDecision)
    .optional()
    .about('What the client should do; only if the request has version_code'),
}) {
  constructor({ platform, offered, location, verdict, locale, defaultLocale }: AppVersionAnswer) {
    const { release: offeredRelease, package: asset } = offered;
    super({
      ...offeredRelease,
      ...verdict,
      platform,
      title: localize(offeredRelease.title, locale, defaultLocale),
      releaseNotes: localize(offeredRelease.releaseNotes, locale, defaultLocale),
      package: asset && location && { ...asset, ...location },
      nativeUpdateRequired: verdict.nativeUpdateRequired ?? undefined,
      decision: verdict.decision ?? undefined,
    });
  }
}
