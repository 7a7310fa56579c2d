import type { Release } from './release';
import type { HealthGate, ReleasePlaces } from './release-settings';

/** A release with the keys of the wire. */
export function recordOf(release: Release, { current, fallback }: ReleasePlaces): Readonly<Record<string, unknown>> {
  return {
    platform: release.platform,
    package_type: release.packageType,
    target_platforms: release.targetPlatforms,
    version_name: release.versionName,
    version_code: release.versionCode,
    min_supported_version_code: release.minSupportedVersionCode,
    min_native_version_code: release.minNativeVersionCode,
    upgrade_mode: release.upgradeMode,
    rollout_percent: release.rolloutPercent,
    rollout_paused: release.rolloutPaused,
    health_gate: release.healthGate && gateRecordOf(release.healthGate),
    required_runtime_version: release.requiredRuntimeVersion,
    runtime_match: release.runtimeMatch,
    title: release.title,
    release_notes: release.releaseNotes,
    file_id: release.fileId,
    external_url: release.externalUrl,
    store_links: release.storeLinks,
    publish_status: release.statusOn(current),
    published_platforms: current,
    fallback_platforms: fallback,
  };
}

/** What tells which release it was. */
export function briefOf({ id, platform, packageType, versionName, versionCode }: Release): object {
  return { id, platform, package_type: packageType, version_name: versionName, version_code: versionCode };
}

function gateRecordOf({ maxFailurePercent, minReports, windowMinutes, action }: HealthGate): object {
  return {
    max_failure_percent: maxFailurePercent,
    min_reports: minReports,
    window_minutes: windowMinutes,
    action,
  };
}
