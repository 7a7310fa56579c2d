import { but, field, only } from '@libs/kernel';
import {
  decidedRelease,
  healthGate,
  PUBLISH_STATUSES,
  release,
  RELEASE_PLATFORMS,
  type ReleaseDetails,
  storeLink,
} from '@libs/releases';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';

export class AdminMobileReleaseHealthGateResponse extends answer({
  ...healthGate,
  maxFailurePercent: field.decimal(0, 100).about('Tolerated percentage of installations that fail').example(5),
}) {}

export class AdminMobileReleaseStoreLinkResponse extends answer(storeLink) {}

export class AdminMobileReleaseFileResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  filename: field.text().example('shop-1.2.10.wgt'),
  sizeBytes: field.integer(1).example(1_048_576),
  sha256: field.sha256().example('a'.repeat(64)),
}) {}

export class AdminMobileReleaseResponse extends answer({
  ...only(release, 'id', 'appId'),
  ...but(decidedRelease, 'externalUrl', 'storeLinks'),
  rolloutPercent: field.decimal(0.01, 100).about('Percentage of devices that get the release').example(100),
  healthGate: release.healthGate.told(() => AdminMobileReleaseHealthGateResponse),
  file: field.nested(() => AdminMobileReleaseFileResponse).nullable(),
  externalUrl: release.externalUrl,
  storeLinks: release.storeLinks.toldEach(() => AdminMobileReleaseStoreLinkResponse),
  publishStatus: field
    .one('ReleasePublishStatus', PUBLISH_STATUSES)
    .about('Whether the release was never published, or is current on all, some or none of its target platforms')
    .example('online'),
  publishedPlatforms: field
    .some('ReleasePlatform', RELEASE_PLATFORMS)
    .about('The platforms on which the release is current'),
  fallbackPlatforms: field
    .some('ReleasePlatform', RELEASE_PLATFORMS)
    .about('The platforms on which devices outside the rollout of the current release get this release')
    .example([]),
  ...only(release, 'firstPublishedAt', 'publishedAt', 'createdBy'),
  downloadCount: field.count().example(0),
  ...only(release, 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
}) {}

/** One page of releases. */
export class AdminMobileReleasePageResponse extends pageOf(AdminMobileReleaseResponse) {}

/** The newest releases, without paging. */
export class AdminMobileReleaseListResponse extends answer({
  items: field.listOf(() => AdminMobileReleaseResponse),
}) {
  constructor(releases: readonly ReleaseDetails[]) {
    super({ items: releases });
  }
}
