import type { DomainEvent } from '@libs/kernel';
import type { Release } from './release';

abstract class ReleaseEvent implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(release: Release) {
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
      lock_version: release.lockVersion,
    };
  }
}

export class ReleaseCreated extends ReleaseEvent {
  readonly type = 'release.created';
}

export class ReleasePublished extends ReleaseEvent {
  readonly type = 'release.published';
}

export class ReleaseUnpublished extends ReleaseEvent {
  readonly type = 'release.unpublished';
}

export class ReleaseDeleted extends ReleaseEvent {
  readonly type = 'release.deleted';
}
