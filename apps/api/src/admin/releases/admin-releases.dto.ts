import {
  HEALTH_ACTIONS,
  type HealthAction,
  type HealthGate,
  type NewRelease,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  RELEASE_PLATFORMS,
  PUBLISH_STATUSES,
  type PublishStatus,
  type ReleaseChanges,
  RUNTIME_MATCHES,
  type RuntimeMatch,
  type StoreLink,
  UPGRADE_MODES,
  type UpgradeMode,
} from '@libs/releases';
import { type LocalizedText, ValidationFailedError } from '@libs/kernel';
import { checkOneOf } from '../../http/fields/field-checks';
import {
  Flag,
  Integer,
  ListOf,
  Localized,
  LockVersion,
  Nested,
  OneOf,
  Text,
  Uuid,
  Values,
} from '../../http/fields/fields';
import { LockVersionRequest, SearchQuery } from '../common/admin-requests.dto';
import { HttpsAddress, Percent, StoreAddress, StoreScheme } from './admin-release-fields';

const MAX_VERSION_CODE = 2_147_483_647;
const MAX_STORE_LINKS = 20;
const MAX_PRIORITY = 1_000_000;
const MAX_REPORTS = 1_000_000;
const MAX_WINDOW_MINUTES = 43_200;
const VERSION = { max: 64, pattern: /^[0-9A-Za-z][0-9A-Za-z.+_-]*$/, patternCode: 'not_version' };

const VersionCode = (description: string) =>
  Integer(1, MAX_VERSION_CODE, { optional: true, nullable: true, description, example: 110 });

const TEXT = { optional: true, description: 'Required on POST, at least in the App’s default locale' };
export class AdminMobileReleaseListQuery extends SearchQuery {
  @OneOf('ReleasePackageType', PACKAGE_TYPES, { optional: true })
  readonly package_type?: PackageType;

  @OneOf('ReleasePlatform', RELEASE_PLATFORMS, { optional: true })
  readonly platform?: Platform;

  @OneOf('ReleasePublishStatus', PUBLISH_STATUSES, { optional: true })
  readonly publish_status?: PublishStatus;
}

export class AdminMobileReleaseHealthGateRequest {
  @Percent(0, {
    optional: true,
    description: 'Tolerated percentage of installations that fail',
    example: 5,
  })
  readonly max_failure_percent?: number;

  @Integer(1, MAX_REPORTS, {
    optional: true,
    description:
      'Number of installations that must report on their first run before the gate decides. Each ' +
      'counts once, by its last report within the window, at most three of one network (/24 or /48) and at most 30 of ' +
      'one IPv6 /32. Reports are anonymous, so that anybody with a few networks can reach a small number: `unpublish` ' +
      'therefore also requires failures of at least 1 % of the installations that reported anything about the release.',
    example: 50,
  })
  readonly min_reports?: number;

  @Integer(1, MAX_WINDOW_MINUTES, { optional: true, example: 60 })
  readonly window_minutes?: number;

  @OneOf('ReleaseHealthAction', HEALTH_ACTIONS, { optional: true, example: 'pause' })
  readonly action?: HealthAction;

  gate(): Partial<HealthGate> {
    return {
      maxFailurePercent: this.max_failure_percent,
      minReports: this.min_reports,
      windowMinutes: this.window_minutes,
      action: this.action,
    };
  }
}

export class AdminMobileReleaseStoreLinkRequest {
  @Text({ max: 64, pattern: /\S/, patternCode: 'required' }, { example: 'Huawei AppGallery' })
  readonly name!: string;

  @StoreScheme({ description: 'URI that opens the app of the store' })
  readonly scheme!: string;

  @StoreAddress({ description: 'URL of the page in the store' })
  readonly url!: string;

  @Integer(0, MAX_PRIORITY, {
    optional: true,
    nullable: true,
    default: 0,
    description: 'Priority in the list of links, the highest first',
    example: 10,
  })
  readonly priority?: number | null;

  @Flag({
    optional: true,
    nullable: true,
    default: true,
    description: 'Whether clients get the link',
    example: true,
  })
  readonly enabled?: boolean | null;

  link(): StoreLink {
    const { name, scheme, url, priority, enabled } = this;
    return { name, scheme, url, priority: priority ?? 0, enabled: enabled ?? true };
  }
}

/** The required fields of a new release. */
const REQUIRED = [
  'platform',
  'package_type',
  'version_name',
  'version_code',
  'upgrade_mode',
  'title',
  'release_notes',
] as const;

/** For both POST and PATCH. An absent field keeps its value, or that of a new release; null resets it to the latter. */
export class AdminMobileReleaseRequest {
  @OneOf('ReleasePlatform', RELEASE_PLATFORMS, {
    optional: true,
    description: 'Required on POST, never changed afterwards',
  })
  readonly platform?: Platform;

  @OneOf('ReleasePackageType', PACKAGE_TYPES, {
    optional: true,
    description: 'Required on POST, never changed afterwards',
  })
  readonly package_type?: PackageType;

  @Values(
    checkOneOf(RELEASE_PLATFORMS),
    { min: 1, max: RELEASE_PLATFORMS.length },
    { type: 'string', enum: [...RELEASE_PLATFORMS] },
    {
      optional: true,
      nullable: true,
      description: 'Initially only `platform`, which is always included; several only for wgt',
      example: ['android'],
    },
  )
  readonly target_platforms?: Platform[] | null;

  @Text(VERSION, { optional: true, description: 'Required on POST', example: '1.2.10' })
  readonly version_name?: string;

  @Integer(1, MAX_VERSION_CODE, {
    optional: true,
    description: 'Required on POST; unique per App, platform and package type',
    example: 120,
  })
  readonly version_code?: number;

  @VersionCode('Clients with a lower version_code must upgrade; null for none')
  readonly min_supported_version_code?: number | null;

  @VersionCode('The least version_code of the native app that a wgt needs; null for none')
  readonly min_native_version_code?: number | null;

  @OneOf('ReleaseUpgradeMode', UPGRADE_MODES, {
    optional: true,
    description: 'Required on POST; `silent` only for wgt',
  })
  readonly upgrade_mode?: UpgradeMode;

  @Percent(0.01, {
    optional: true,
    nullable: true,
    description: 'Percentage of devices that get the release; initially 100',
    example: 100,
  })
  readonly rollout_percent?: number | null;

  @Nested(() => AdminMobileReleaseHealthGateRequest, {
    optional: true,
    nullable: true,
    description:
      'Pauses or unpublishes the release if too many installations fail. All fields are required at first, later changes are merged; null for none',
  })
  readonly health_gate?: AdminMobileReleaseHealthGateRequest | null;

  @Text(VERSION, {
    optional: true,
    nullable: true,
    description: 'The uni-app runtime for which a wgt was compiled; null for none',
    example: '4.29',
  })
  readonly required_runtime_version?: string | null;

  @OneOf('ReleaseRuntimeMatch', RUNTIME_MATCHES, {
    optional: true,
    nullable: true,
    description: 'How the runtime of the client must match required_runtime_version; initially `any`',
  })
  readonly runtime_match?: RuntimeMatch | null;

  @Localized({ max: 120 }, { ...TEXT, example: { 'zh-CN': '更新', 'en-US': 'Update' } })
  readonly title?: LocalizedText;

  @Localized({ max: 5_000 }, { ...TEXT, example: { 'zh-CN': '修复问题', 'en-US': 'Bug fixes' } })
  readonly release_notes?: LocalizedText;

  @Uuid({
    optional: true,
    nullable: true,
    description: 'A clean file of the App with the purpose `release_package`; null for none',
    example: null,
  })
  readonly file_id?: string | null;

  @HttpsAddress({
    optional: true,
    nullable: true,
    description: 'Another source of the package, such as a store page; null for none',
  })
  readonly external_url?: string | null;

  @ListOf(() => AdminMobileReleaseStoreLinkRequest, { max: MAX_STORE_LINKS }, { optional: true, nullable: true })
  readonly store_links?: AdminMobileReleaseStoreLinkRequest[] | null;

  @LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })
  readonly lock_version?: number;

  /** @throws ValidationFailedError naming missing required fields, and those that a new release cannot have. */
  newRelease(): NewRelease {
    const missing = REQUIRED.filter((field) => this[field] === undefined);
    if (missing.length > 0) throw new ValidationFailedError(missing.map((field) => ({ field, code: 'required' })));
    if (this.lock_version !== undefined) throw ValidationFailedError.of('lock_version', 'unknown_field');
    return this.changes() as NewRelease;
  }

  /** @throws ValidationFailedError when it is missing. */
  expectedVersion(): number {
    if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
    return this.lock_version;
  }

  changes(): ReleaseChanges {
    return {
      platform: this.platform,
      packageType: this.package_type,
      targetPlatforms: this.target_platforms,
      versionName: this.version_name,
      versionCode: this.version_code,
      minSupportedVersionCode: this.min_supported_version_code,
      minNativeVersionCode: this.min_native_version_code,
      upgradeMode: this.upgrade_mode,
      rolloutPercent: this.rollout_percent,
      healthGate: this.health_gate && this.health_gate.gate(),
      requiredRuntimeVersion: this.required_runtime_version,
      runtimeMatch: this.runtime_match,
      title: this.title,
      releaseNotes: this.release_notes,
      fileId: this.file_id,
      externalUrl: this.external_url,
      storeLinks: this.store_links && this.store_links.map((link) => link.link()),
    };
  }
}

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
