import type { PackageType, ReleaseSettings } from './release-settings';
import type { Rollout } from './rollout';

/** A published release as far as it decides what clients do. */
export interface DecidingRelease
  extends
    Rollout,
    Pick<
      ReleaseSettings,
      | 'versionName'
      | 'versionCode'
      | 'minSupportedVersionCode'
      | 'minNativeVersionCode'
      | 'upgradeMode'
      | 'requiredRuntimeVersion'
      | 'runtimeMatch'
    > {
  readonly packageType: PackageType;
  readonly rolloutPaused: boolean;
}

/** A release and where clients get it now: null when there is no such place. */
export interface Candidate<R extends DecidingRelease = DecidingRelease> {
  readonly release: R;
  readonly delivery: 'package' | 'store' | null;
}

/** The release that clients get, and the last one that was out to everybody, for those whom its rollout leaves out. */
export interface UpgradePolicy<C extends Candidate = Candidate> {
  readonly current: C;
  readonly fallback: C | null;
}

/** What an App says about its versions, by code or name. */
export interface UpgradeSettings {
  readonly blockedVersions: readonly string[];
  readonly reviewVersions: readonly string[];
  readonly maintenance: { readonly active: boolean };
}

/** Whether every client gets the release, so that nobody falls back to another one. */
export function isForEverybody({ rolloutPercent, rolloutPaused }: DecidingRelease): boolean {
  return rolloutPercent >= 100 && !rolloutPaused;
}

/** Whether the answer to a client depends on the device key that it sends. */
export function isDeviceSpecific({ current }: UpgradePolicy): boolean {
  return !isForEverybody(current.release);
}
