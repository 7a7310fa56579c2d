import {
  type Platform,
  RELEASE_PLATFORMS,
  MAX_VERSION_CODE,
  PACKAGE_TYPES,
  type PackageType,
  type DateRange,
  type UpgradeQuestion,
} from '@libs/releases';
import { ValidationFailedError } from '@libs/kernel';
import { OneOf, QueryInteger, Text, Uuid } from '../../http/fields/fields';
import { Day } from './admin-release-fields';

const MAX_TEXT_LENGTH = 64;

/** Both days are inclusive. */
export class AdminMobileReleaseStatisticsQuery {
  @Day({ description: 'The first day (UTC)', example: '2026-11-01' })
  readonly from?: string;

  @Day({ description: 'The last day (UTC)', example: '2026-11-30' })
  readonly to?: string;

  /** @throws ValidationFailedError when it ends before it begins. */
  range(): DateRange {
    const { from, to } = this;
    if (from !== undefined && to !== undefined && to < from) throw ValidationFailedError.of('to', 'before_from');
    return { from, to };
  }
}

/** What a client would report about itself. */
export class AdminMobileReleaseExplainQuery {
  @OneOf('ReleasePlatform', RELEASE_PLATFORMS)
  readonly platform!: Platform;

  @OneOf('ReleasePackageType', PACKAGE_TYPES, { optional: true, default: 'native_app' })
  readonly package_type: PackageType = 'native_app';

  @QueryInteger(0, MAX_VERSION_CODE, {
    description: 'The version_code that the client runs, of the package type',
    example: 10_200,
  })
  readonly version_code?: number;

  @QueryInteger(0, MAX_VERSION_CODE, {
    description: 'The version_code of the native app around a wgt',
    example: 10_200,
  })
  readonly native_version_code?: number;

  @QueryInteger(0, MAX_VERSION_CODE, {
    description: 'The version_code of the wgt, if version_code is that of the native app',
  })
  readonly wgt_version_code?: number;

  @Text({ max: MAX_TEXT_LENGTH }, { optional: true, description: 'The uni-app runtime of the client', example: '4.29' })
  readonly runtime_version?: string;

  @Text(
    { max: MAX_TEXT_LENGTH },
    { optional: true, description: 'Accepted as from a client; the answer does not depend on it', example: 'huawei' },
  )
  readonly channel?: string;

  @Uuid({ optional: true, description: 'UUID of the installation; if absent, the device is outside every rollout' })
  readonly device_key?: string;

  question(): UpgradeQuestion {
    return {
      platform: this.platform,
      packageType: this.package_type,
      versionCode: this.version_code ?? null,
      nativeVersionCode: this.native_version_code ?? null,
      wgtVersionCode: this.wgt_version_code ?? null,
      runtimeVersion: this.runtime_version ?? null,
      deviceKey: this.device_key ?? null,
    };
  }
}
