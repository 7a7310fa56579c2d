export { type LinkedPackage, PackageLinks } from './application/package-links';
export { type ImportedVersion, ReleaseImportService } from './application/release-import.service';
export { ReleasePublicationService } from './application/release-publication.service';
export { type AcceptedReports, ReleaseReportsService } from './application/release-reports.service';
export { ReleasesService } from './application/releases.service';
export { type UpgradeAnswer, UpgradeDecisions, type UpgradeQuestion } from './application/upgrade-decisions';
export { type ClientFacts, type ClientVersion, versionNamed } from './domain/client-facts';
export { decide, type Decision, DECISION_ACTIONS, type DecisionAction, type UpgradeVerdict } from './domain/decision';
export { ReleasePolicyUnavailableError } from './domain/policy.errors';
export type { RolloutChanges } from './domain/release';
export type { NewRelease, ReleaseChanges } from './domain/release-changes';
export { releaseReport } from './domain/release-report';
export {
  decidedRelease,
  type HealthAction,
  healthGate,
  MAX_VERSION_CODE,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  PUBLISH_STATUSES,
  type PublishStatus,
  release,
  RELEASE_PLATFORMS,
  type StoreLink,
  storeLink,
} from './domain/release-settings';
export {
  ReleaseFrozenError,
  ReleaseNotReadyError,
  ReleaseStateError,
  ReleaseVersionDuplicateError,
} from './domain/releases.errors';
export { isDeviceSpecific } from './domain/upgrade-policy';
export { versionCodeOf } from './domain/version-code';
export { compareVersionNames } from './domain/version-name';
export { DECISION_REASONS, type DecisionReason, type TriedRule } from './domain/upgrade-rules';
export { type MinimumVersions, type OfferedRelease, PublishedReleases } from './infrastructure/published-releases';
export { ReleaseApps } from './infrastructure/release-apps';
export { ReleaseDownloads } from './infrastructure/release-downloads';
export { ReleaseSearch } from './infrastructure/release-search';
export { ReleaseFigures } from './infrastructure/release-figures';
export { type ReleaseDetails, type ReleaseFile, ReleaseQueries } from './infrastructure/release-queries';
export {
  type DateRange,
  type DayCounts,
  type DeviceCounts,
  type ErrorCount,
  type PlatformCounts,
  ReleaseStatistics,
  type ReleaseStatisticsDetails,
  type ReportCounts,
} from './infrastructure/release-statistics';
export { ReleasesModule } from './releases.module';
export { type KnownVersions, VersionNames } from './infrastructure/version-names';
