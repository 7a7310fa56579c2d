import type { LocalizedText } from '@libs/kernel';

export const RELEASE_PLATFORMS = ['android', 'ios', 'harmony'] as const;
export type Platform = (typeof RELEASE_PLATFORMS)[number];

/** `wgt` replaces the resources of an installed native app. */
export const PACKAGE_TYPES = ['native_app', 'wgt'] as const;
export type PackageType = (typeof PACKAGE_TYPES)[number];

export const UPGRADE_MODES = ['optional', 'recommended', 'forced', 'silent'] as const;
export type UpgradeMode = (typeof UPGRADE_MODES)[number];

export const RUNTIME_MATCHES = ['exact', 'minimum', 'any'] as const;
export type RuntimeMatch = (typeof RUNTIME_MATCHES)[number];

export const HEALTH_ACTIONS = ['notify', 'pause', 'unpublish'] as const;
export type HealthAction = (typeof HEALTH_ACTIONS)[number];

/** Derived from the pointers: never published, or current on all, some or none of its targets. */
export const PUBLISH_STATUSES = ['draft', 'online', 'partial', 'offline'] as const;
export type PublishStatus = (typeof PUBLISH_STATUSES)[number];

/** The places that a release holds. */
export interface ReleasePlaces {
  /** Where it is current: clients of the platform get it. */
  readonly current: readonly Platform[];
  /** Where it is the fallback, for clients that the rollout of the current release excludes. */
  readonly fallback: readonly Platform[];
}

/** The longest window of a health gate: 30 days. */
export const LONGEST_WINDOW_MINUTES = 43_200;

/** What happens when too many of the devices that a release reached fail with it. */
export interface HealthGate {
  /** 0 to 100: the accepted share of failures. */
  readonly maxFailurePercent: number;
  /** With fewer reports the gate does not act. */
  readonly minReports: number;
  readonly windowMinutes: number;
  readonly action: HealthAction;
}

export const GATE_FIELDS = [
  'maxFailurePercent',
  'minReports',
  'windowMinutes',
  'action',
] as const satisfies readonly (keyof HealthGate)[];

/** A market that has the native app. */
export interface StoreLink {
  readonly name: string;
  /** Opens the market's own app. */
  readonly scheme: string;
  readonly url: string;
  /** The highest comes first. */
  readonly priority: number;
  readonly enabled: boolean;
}

/** What administrators decide about a release. */
export interface ReleaseSettings {
  /** Includes the release's own platform. */
  readonly targetPlatforms: readonly Platform[];
  readonly versionName: string;
  readonly versionCode: number;
  /** Clients below it must upgrade. */
  readonly minSupportedVersionCode: number | null;
  /** The native app that a wgt requires. */
  readonly minNativeVersionCode: number | null;
  readonly upgradeMode: UpgradeMode;
  /** 0.01 to 100, in steps of 0.01. */
  readonly rolloutPercent: number;
  readonly healthGate: HealthGate | null;
  /** The uni-app runtime for which a wgt was compiled. */
  readonly requiredRuntimeVersion: string | null;
  readonly runtimeMatch: RuntimeMatch;
  readonly title: LocalizedText;
  readonly releaseNotes: LocalizedText;
  /** The package, a file of the App. */
  readonly fileId: string | null;
  /** Another place to get it: a page of a store. */
  readonly externalUrl: string | null;
  readonly storeLinks: readonly StoreLink[];
}

/** Fields that every release must have: they have no default that null could reset them to. */
export type IndispensableSetting = 'versionName' | 'versionCode' | 'upgradeMode' | 'title' | 'releaseNotes';

/** The defaults of a new release. */
export function initialSettings(
  input: Pick<ReleaseSettings, IndispensableSetting> & { readonly platform: Platform },
): ReleaseSettings {
  const { platform, versionName, versionCode, upgradeMode, title, releaseNotes } = input;
  return {
    targetPlatforms: [platform],
    versionName,
    versionCode,
    minSupportedVersionCode: null,
    minNativeVersionCode: null,
    upgradeMode,
    rolloutPercent: 100,
    healthGate: null,
    requiredRuntimeVersion: null,
    runtimeMatch: 'any',
    title,
    releaseNotes,
    fileId: null,
    externalUrl: null,
    storeLinks: [],
  };
}

/** The fields that cannot change once clients may have the release. */
export const FROZEN_FIELDS = [
  'targetPlatforms',
  'versionName',
  'versionCode',
  'minNativeVersionCode',
  'requiredRuntimeVersion',
  'runtimeMatch',
  'fileId',
  'externalUrl',
] as const satisfies readonly (keyof ReleaseSettings)[];
