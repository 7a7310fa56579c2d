import { but, partial, ValidationFailedError } from '@libs/kernel';
import {
  decidedRelease,
  healthGate,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  PUBLISH_STATUSES,
  type PublishStatus,
  release,
  RELEASE_PLATFORMS,
  ReleaseQueries,
  storeLink,
} from '@libs/releases';
import { checkOneOf } from '../../http/fields/field-checks';
import { Flag, OneOf, Values } from '../../http/fields/fields';
import { newRequest, writeRequest } from '../../http/fields/request';
import { Ids, LockVersionRequest, SearchQuery, Sort } from '../common/admin-requests.dto';
import { HttpsAddress, Percent, StoreAddress, StoreScheme } from './admin-release-fields';

const MAX_STORE_LINKS = 20;
const FIXED = 'Never changed afterwards';
const TEXT = 'At least in the App’s default locale';

export class AdminMobileReleaseListQuery extends SearchQuery {
  @Sort(ReleaseQueries.order)
  override readonly sort?: string;

  @Ids('releases')
  override readonly ids?: string[];

  @OneOf('ReleasePackageType', PACKAGE_TYPES, { optional: true })
  readonly package_type?: PackageType;

  @OneOf('ReleasePlatform', RELEASE_PLATFORMS, { optional: true })
  readonly platform?: Platform;

  @OneOf('ReleasePublishStatus', PUBLISH_STATUSES, { optional: true })
  readonly publish_status?: PublishStatus;
}

/** Fields that are absent keep their value, or are missing. */
export class AdminMobileReleaseHealthGateRequest extends newRequest(
  partial({
    ...healthGate,
    minReports: healthGate.minReports.about(
      'Number of installations that must report on their first run before the gate decides. Each ' +
        'counts once, by its last report within the window, at most three of one network (/24 or /48) and at most 30 of ' +
        'one IPv6 /32. Reports are anonymous, so that anybody with a few networks can reach a small number: `unpublish` ' +
        'therefore also requires failures of at least 1 % of the installations that reported anything about the release.',
    ),
  }),
  { maxFailurePercent: (options) => Percent(0, options) },
) {}

export class AdminMobileReleaseStoreLinkRequest extends newRequest(storeLink, {
  scheme: StoreScheme,
  url: StoreAddress,
}) {}

/** For both POST and PATCH. An absent field keeps its value, or that of a new release; null resets it to the latter. */
export class AdminMobileReleaseRequest extends writeRequest(
  {
    ...but(decidedRelease, 'rolloutPaused'),
    platform: release.platform.about(FIXED),
    packageType: release.packageType.about(FIXED),
    targetPlatforms: release.targetPlatforms
      .about('Initially only `platform`, which is always included; several only for wgt')
      .example(['android']),
    versionCode: release.versionCode.about('Unique per App, platform and package type'),
    upgradeMode: release.upgradeMode.about('`silent` only for wgt'),
    healthGate: release.healthGate
      .told(() => AdminMobileReleaseHealthGateRequest)
      .about(
        'Pauses or unpublishes the release if too many installations fail. All fields are required at first, later changes are merged; null for none',
      ),
    requiredRuntimeVersion: release.requiredRuntimeVersion.example('4.29'),
    runtimeMatch: release.runtimeMatch.about('How the runtime of the client must match required_runtime_version'),
    title: release.title.about(TEXT),
    releaseNotes: release.releaseNotes.about(TEXT),
    fileId: release.fileId
      .about('A clean file of the App with the purpose `release_package`; null for none')
      .example(null),
    externalUrl: release.externalUrl.example('https://apps.apple.com/app/id1'),
    storeLinks: release.storeLinks
      .toldEach(() => AdminMobileReleaseStoreLinkRequest, MAX_STORE_LINKS)
      .about('Stores that have the native app; initially none'),
  },
  {
    targetPlatforms: (options) => {
      const limits = { min: 1, max: RELEASE_PLATFORMS.length };
      return Values(checkOneOf(RELEASE_PLATFORMS), limits, { type: 'string', enum: [...RELEASE_PLATFORMS] }, options);
    },
    rolloutPercent: (options) => Percent(0.01, options),
    externalUrl: HttpsAddress,
  },
) {}

export class AdminMobileReleaseRolloutRequest extends LockVersionRequest {
  @Percent(0.01, { optional: true, description: 'Percentage of devices that get the release', example: 25 })
  readonly rollout_percent?: number;

  @Flag({
    optional: true,
    description: 'Whether the rollout is paused: devices that do not have the release yet get the fallback',
    example: false,
  })
  readonly paused?: boolean;

  /** @throws ValidationFailedError when no change is requested. */
  changes() {
    const { rollout_percent: rolloutPercent, paused } = this;
    if (rolloutPercent === undefined && paused === undefined) {
      throw ValidationFailedError.of('rollout_percent', 'required');
    }
    return { rolloutPercent, paused };
  }
}
