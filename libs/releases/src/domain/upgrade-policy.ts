import type { PackageType, ReleaseSettings } from './release-settings';
import type { Rollout } from './rollout';

/** A published release, as far as it affects the decision. */
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

/** A release and where clients can get it: null if there is no such place. */
export interface Candidate<R extends DecidingRelease = DecidingRelease> {
  readonly release: R;
  readonly delivery: 'package' | 'store' | null;
}

/** The current release, and the last one that every client got, for those that the rollout excludes. */
export interface UpgradePolicy<C extends Candidate = Candidate> {
  readonly current: C;
  readonly fallback: C | null;
}

/** An App's settings for its versions, by code or name. */
export interface UpgradeSettings {
  readonly blockedVersions: readonly string[];
  readonly reviewVersions: readonly string[];
  readonly maintenance: { readonly active: boolean };
}

/** Whether every client gets the release, so that none falls back to another one. */
export function isForEverybody({ rolloutPercent, rolloutPaused }: DecidingRelease): boolean {
  return rolloutPercent >= 100 && !rolloutPaused;
}

/** Whether the answer to a client depends on the device key that it sends. */
export function isDeviceSpecific({ current }: UpgradePolicy): boolean {
  return !isForEverybody(current.release);
}
