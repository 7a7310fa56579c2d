import { domainEvent } from '@libs/kernel';
import type { HealthReading } from './health-gate';
import type { Release } from './release';
import type { ReleasePlaces } from './release-settings';

const NOWHERE: ReleasePlaces = { current: [], fallback: [] };

/** The release after the event, with the keys of the wire. */
function factsOf(release: Release, { current, fallback }: ReleasePlaces) {
  return {
    release_id: release.id,
    app_id: release.appId,
    platform: release.platform,
    package_type: release.packageType,
    target_platforms: release.targetPlatforms,
    version_name: release.versionName,
    version_code: release.versionCode,
    upgrade_mode: release.upgradeMode,
    rollout_percent: release.rolloutPercent,
    rollout_paused: release.rolloutPaused,
    publish_status: release.statusOn(current),
    published_platforms: current,
    fallback_platforms: fallback,
    published_at: release.publishedAt?.toISOString() ?? null,
    lock_version: release.lockVersion,
  };
}

export class ReleaseCreated extends domainEvent('release.created', (release: Release) => factsOf(release, NOWHERE)) {}

export class ReleasePublished extends domainEvent('release.published', factsOf) {}

export class ReleaseUnpublished extends domainEvent('release.unpublished', factsOf) {}

export class ReleaseDeleted extends domainEvent('release.deleted', (release: Release) => factsOf(release, NOWHERE)) {}

/** A health gate has acted. If its action unpublished the release, another event reports that. */
export class ReleaseHealthTripped extends domainEvent(
  'release.health.tripped',
  (release: Release, places: ReleasePlaces, { gate, failures, reports }: HealthReading) => ({
    ...factsOf(release, places),
    action: gate.action,
    failures,
    reports,
    failure_rate: failures / reports,
    max_failure_percent: gate.maxFailurePercent,
    min_reports: gate.minReports,
    window_minutes: gate.windowMinutes,
  }),
) {}

/** Has the health gate of a release checked. */
export class HealthCheckRequested extends domainEvent(
  'releases.health_check_requested',
  (_app: { readonly tenantId: string; readonly appId: string }, releaseId: string) => ({ release_id: releaseId }),
) {}
