export { type LinkedPackage, type LinkTicket, PackageLinks } from './application/package-links';
export { ReleasePublicationService } from './application/release-publication.service';
export { ReleasesService } from './application/releases.service';
export type { ClientFacts, ClientVersion } from './domain/client-facts';
export { decide, type Decision, DECISION_ACTIONS, type DecisionAction, type Verdict } from './domain/decision';
export { ReleasePolicyUnavailableError } from './domain/policy.errors';
export type { RolloutChanges } from './domain/release';
export type { NewRelease, ReleaseChanges } from './domain/release-changes';
export {
  HEALTH_ACTIONS,
  type HealthAction,
  type HealthGate,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  PLATFORMS,
  PUBLISH_STATUSES,
  type PublishStatus,
  RUNTIME_MATCHES,
  type RuntimeMatch,
  type StoreLink,
  UPGRADE_MODES,
  type UpgradeMode,
} from './domain/release-settings';
export {
  ReleaseFrozenError,
  ReleaseNotReadyError,
  ReleaseStateError,
  ReleaseVersionDuplicateError,
} from './domain/releases.errors';
export { isDeviceSpecific } from './domain/upgrade-policy';
export { DECISION_REASONS, type DecisionReason } from './domain/upgrade-rules';
export { type MinimumVersions, type OfferedRelease, PublishedReleases } from './infrastructure/published-releases';
export { ReleaseApps } from './infrastructure/release-apps';
export { ReleaseDownloads } from './infrastructure/release-downloads';
export { type ReleaseDetails, type ReleaseFile, ReleaseQueries } from './infrastructure/release-queries';
export { ReleasesModule } from './releases.module';
export { VersionNames } from './infrastructure/version-names';
