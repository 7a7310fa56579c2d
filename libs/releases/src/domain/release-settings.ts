import { but, field, fields, type NewOf, type ValuesOf } from '@libs/kernel';

export const RELEASE_PLATFORMS = ['android', 'ios', 'harmony'] as const;
export type Platform = (typeof RELEASE_PLATFORMS)[number];

/** `wgt` replaces the resources of an installed native app. */
export const PACKAGE_TYPES = ['native_app', 'wgt'] as const;
export type PackageType = (typeof PACKAGE_TYPES)[number];

export const UPGRADE_MODES = ['optional', 'recommended', 'forced', 'silent'] as const;

export const RUNTIME_MATCHES = ['exact', 'minimum', 'any'] as const;
export type RuntimeMatch = (typeof RUNTIME_MATCHES)[number];

export const HEALTH_ACTIONS = ['notify', 'pause', 'unpublish'] as const;
export type HealthAction = (typeof HEALTH_ACTIONS)[number];

/** Derived from the pointers: never published, or current on all, some or none of its targets. */
export const PUBLISH_STATUSES = ['draft', 'online', 'partial', 'offline'] as const;
export type PublishStatus = (typeof PUBLISH_STATUSES)[number];

/** The places that a release holds. */
export interface ReleasePlaces {
  /** Where it is current: clients of the platform get it. */
  readonly current: readonly Platform[];
  /** Where it is the fallback, for clients that the rollout of the current release excludes. */
  readonly fallback: readonly Platform[];
}

/** The longest window of a health gate: 30 days. */
export const LONGEST_WINDOW_MINUTES = 43_200;

/** What happens when too many of the devices that a release reached fail with it. */
export const healthGate = fields({
  maxFailurePercent: field.decimal(0, 100).about('Tolerated percentage of installations that fail').example(5),
  /** With fewer reports the gate does not act. */
  minReports: field.integer(1, 1_000_000).example(50),
  windowMinutes: field.integer(1, LONGEST_WINDOW_MINUTES).example(60),
  action: field.one('ReleaseHealthAction', HEALTH_ACTIONS).example('pause'),
});
export type HealthGate = ValuesOf<typeof healthGate>;

const MAX_URL_LENGTH = 2_048;

/** A market that has the native app. */
export const storeLink = fields({
  name: field.text(64, { pattern: /\S/, patternCode: 'required' }).example('Huawei AppGallery'),
  scheme: field
    .text(MAX_URL_LENGTH)
    .about('URI that opens the app of the store')
    .example('market://details?id=com.example.shop'),
  url: field
    .url('iri', MAX_URL_LENGTH)
    .about('URL of the page in the store')
    .example('https://store.example.com/com.example.shop'),
  priority: field
    .integer(0, 1_000_000)
    .initially(0)
    .about('Priority in the list of links, the highest first')
    .example(10),
  enabled: field.flag().initially(true).about('Whether clients get the link').example(true),
});
export type StoreLink = ValuesOf<typeof storeLink>;
export type NewStoreLink = NewOf<typeof storeLink>;

export const MAX_VERSION_CODE = 2_147_483_647;
const VERSION = { pattern: /^[0-9A-Za-z][0-9A-Za-z.+_-]*$/, patternCode: 'not_version' };

/** One version of an App for its clients to upgrade to. */
export const release = fields({
  tenantId: field.uuid(),
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910'),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be900'),
  platform: field.one('ReleasePlatform', RELEASE_PLATFORMS),
  packageType: field.one('ReleasePackageType', PACKAGE_TYPES).example('wgt'),
  /** Includes the release's own platform, which is all that there is initially. */
  targetPlatforms: field.some('ReleasePlatform', RELEASE_PLATFORMS).initially([]),
  versionName: field.text(64, VERSION).example('1.2.10'),
  versionCode: field.integer(1, MAX_VERSION_CODE).example(120),
  minSupportedVersionCode: field
    .integer(1, MAX_VERSION_CODE)
    .nullable()
    .initially(null)
    .about('Clients with a lower version_code must upgrade; null for none')
    .example(110),
  minNativeVersionCode: field
    .integer(1, MAX_VERSION_CODE)
    .nullable()
    .initially(null)
    .about('The least version_code of the native app that a wgt needs; null for none')
    .example(null),
  upgradeMode: field.one('ReleaseUpgradeMode', UPGRADE_MODES).example('recommended'),
  /** In steps of 0.01. */
  rolloutPercent: field
    .decimal(0.01, 100)
    .initially(100)
    .about('Percentage of devices that get the release')
    .example(100),
  rolloutPaused: field
    .flag()
    .initially(false)
    .about('Whether the rollout is paused: devices that do not have the release yet get the fallback')
    .example(false),
  healthGate: field.json<HealthGate>().nullable().initially(null),
  requiredRuntimeVersion: field
    .text(64, VERSION)
    .nullable()
    .initially(null)
    .about('The uni-app runtime for which a wgt was compiled; null for none')
    .example(null),
  runtimeMatch: field.one('ReleaseRuntimeMatch', RUNTIME_MATCHES).initially('any').example('any'),
  title: field.localized(120).example({ 'zh-CN': '更新', 'en-US': 'Update' }),
  releaseNotes: field.localized(5_000).example({ 'zh-CN': '修复问题', 'en-US': 'Bug fixes' }),
  fileId: field
    .uuid()
    .nullable()
    .initially(null)
    .about('A file of the App with the purpose `release_package`; null for none')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  externalUrl: field
    .url('iri', MAX_URL_LENGTH)
    .nullable()
    .initially(null)
    .about('Another source of the package, such as a store page; null for none')
    .example(null),
  storeLinks: field.json<readonly StoreLink[]>().initially([]),
  firstPublishedAt: field.instant().nullable().initially(null),
  /** Kept when the release goes offline. */
  publishedAt: field
    .instant()
    .nullable()
    .initially(null)
    .about('Time of the latest publication; null if never published'),
  /** When the health gate acted; null if it has not acted since the gate was set or the release published. */
  healthTrippedAt: field.instant().nullable().initially(null),
  createdBy: field
    .uuid()
    .nullable()
    .about('The user or API client who created the release; null if none did, as for an imported one')
    .example(null),
  lockVersion: field.lockVersion().initially(1),
  /** Set by the database, both. */
  createdAt: field.instant().example('2026-11-21T08:00:00.000Z'),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
  deletedAt: field.instant().nullable().initially(null),
});

/** What administrators decide about a release, in the order in which audit records tell it. */
export const decidedRelease = but(
  release,
  'tenantId',
  'id',
  'appId',
  'firstPublishedAt',
  'publishedAt',
  'healthTrippedAt',
  'createdBy',
  'lockVersion',
  'createdAt',
  'updatedAt',
  'updatedBy',
  'deletedAt',
);

/** What can change until the first publication, and in part after it. */
export const releaseSettings = but(decidedRelease, 'platform', 'packageType', 'rolloutPaused');
export type ReleaseSettings = ValuesOf<typeof releaseSettings>;

/** The fields that cannot change once clients may have the release. */
export const FROZEN_FIELDS = [
  'targetPlatforms',
  'versionName',
  'versionCode',
  'minNativeVersionCode',
  'requiredRuntimeVersion',
  'runtimeMatch',
  'fileId',
  'externalUrl',
] as const satisfies readonly (keyof ReleaseSettings)[];
