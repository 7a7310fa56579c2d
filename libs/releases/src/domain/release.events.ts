import type { DomainEvent } from '@libs/kernel';
import type { HealthReading } from './health-gate';
import type { Release } from './release';
import type { ReleasePlaces } from './release-settings';

const NOWHERE: ReleasePlaces = { current: [], fallback: [] };

/** The release after the event, with the keys of the wire. */
abstract class ReleaseEvent implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(release: Release, { current, fallback }: ReleasePlaces, more: Readonly<Record<string, unknown>> = {}) {
    this.tenantId = release.tenantId;
    this.appId = release.appId;
    this.data = {
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
      ...more,
    };
  }
}

export class ReleaseCreated extends ReleaseEvent {
  readonly type = 'release.created';

  constructor(release: Release) {
    super(release, NOWHERE);
  }
}

export class ReleasePublished extends ReleaseEvent {
  readonly type = 'release.published';
}

export class ReleaseUnpublished extends ReleaseEvent {
  readonly type = 'release.unpublished';
}

export class ReleaseDeleted extends ReleaseEvent {
  readonly type = 'release.deleted';

  constructor(release: Release) {
    super(release, NOWHERE);
  }
}

/** A health gate has acted. If its action unpublished the release, another event reports that. */
export class ReleaseHealthTripped extends ReleaseEvent {
  readonly type = 'release.health.tripped';

  constructor(release: Release, places: ReleasePlaces, { gate, failures, reports }: HealthReading) {
    super(release, places, {
      action: gate.action,
      failures,
      reports,
      failure_rate: failures / reports,
      max_failure_percent: gate.maxFailurePercent,
      min_reports: gate.minReports,
      window_minutes: gate.windowMinutes,
    });
  }
}

/** The type of outbox message that has the health gate of a release checked. */
export const HEALTH_CHECK_REQUESTED = 'releases.health_check_requested';

export class HealthCheckRequested implements DomainEvent {
  readonly type = HEALTH_CHECK_REQUESTED;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    readonly tenantId: string,
    readonly appId: string,
    releaseId: string,
  ) {
    this.data = { release_id: releaseId };
  }
}
