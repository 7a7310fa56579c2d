import type { components } from '../../api/schema';

type Schemas = components['schemas'];
export type Release = Schemas['AdminMobileReleaseResponse'];
export type Platform = Schemas['ReleasePlatform'];
export type PackageType = Schemas['ReleasePackageType'];
export type UpgradeMode = Schemas['ReleaseUpgradeMode'];
export type Statistics = Schemas['AdminMobileReleaseStatisticsResponse'];
/** A release as decisions know it. */
export type Considered = Schemas['AdminConsideredReleaseResponse'];

export const PLATFORMS = ['android', 'ios', 'harmony'] as const satisfies readonly Platform[];
export const PACKAGE_TYPES = ['native_app', 'wgt'] as const satisfies readonly PackageType[];
export const MODES = ['optional', 'recommended', 'forced', 'silent'] as const satisfies readonly UpgradeMode[];
export const RUNTIME_MATCHES = ['any', 'minimum', 'exact'] as const satisfies readonly Schemas['ReleaseRuntimeMatch'][];
export const HEALTH_ACTIONS = [
  'notify',
  'pause',
  'unpublish',
] as const satisfies readonly Schemas['ReleaseHealthAction'][];
export const STATUSES = [
  'draft',
  'online',
  'partial',
  'offline',
] as const satisfies readonly Schemas['ReleasePublishStatus'][];

export const STATUS_TONES = {
  draft: 'neutral',
  online: 'success',
  partial: 'warning',
  offline: 'neutral',
} as const satisfies Record<Schemas['ReleasePublishStatus'], string>;

/** What the dialog of the browser offers; what a package is, the server finds out by itself. */
const NATIVE: Readonly<Record<Platform, string>> = { android: '.apk', ios: '.ipa', harmony: '.hap,.app,.zip' };

export function acceptedFor(platform: Platform, type: PackageType): string {
  return type === 'wgt' ? '.wgt,.zip' : NATIVE[platform];
}

/** `1.2.10 (120)`: the name is for people, the code decides. */
export function versionOf({ version_name, version_code }: Pick<Release, 'version_name' | 'version_code'>): string {
  return `${version_name} (${version_code})`;
}

type Reach = Pick<Release, 'rollout_percent' | 'rollout_paused'>;

/** Whether every device gets it. */
export function isForEverybody({ rollout_percent, rollout_paused }: Reach): boolean {
  return rollout_percent >= 100 && !rollout_paused;
}

/** Whether devices get it anywhere, be it outside of the rollout of another. */
export function holdsPlace({ published_platforms, fallback_platforms }: Release): boolean {
  return published_platforms.length + fallback_platforms.length > 0;
}
