import { isDeepStrictEqual } from 'node:util';
import { type FieldError, type LocalizedText, type SupportedLocale, textErrors } from '@libs/kernel';
import {
  FROZEN_FIELDS,
  type HealthGate,
  type PackageType,
  type Platform,
  type ReleaseSettings,
  type UpgradeMode,
} from './release-settings';

/**
 * What is undefined stays as it is, what is null becomes as a new release has it; the health gate merges, everything
 * else is replaced whole.
 */
export type ReleaseChanges = Partial<
  Omit<ReleaseSettings, 'healthGate' | 'targetPlatforms' | 'rolloutPercent' | 'runtimeMatch' | 'storeLinks'>
> & {
  readonly targetPlatforms?: ReleaseSettings['targetPlatforms'] | null;
  readonly rolloutPercent?: number | null;
  readonly runtimeMatch?: ReleaseSettings['runtimeMatch'] | null;
  readonly storeLinks?: ReleaseSettings['storeLinks'] | null;
  /** Fixed at creation: only the present value may be given. */
  readonly platform?: Platform;
  readonly packageType?: PackageType;
  /** Null for no gate. */
  readonly healthGate?: Partial<HealthGate> | null;
};

export type NewRelease = ReleaseChanges & {
  readonly platform: Platform;
  readonly packageType: PackageType;
  readonly versionName: string;
  readonly versionCode: number;
  readonly upgradeMode: UpgradeMode;
  readonly title: LocalizedText;
  readonly releaseNotes: LocalizedText;
};

/** A release in the making: its gate may still lack parts. */
export type ChangedSettings = Omit<ReleaseSettings, 'healthGate'> & {
  readonly healthGate: Partial<HealthGate> | null;
};

/** What a new release has where nothing else is asked for. */
export function initialSettings(input: NewRelease): ChangedSettings {
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

export function changedSettings(
  platform: Platform,
  present: ChangedSettings,
  changes: ReleaseChanges,
): ChangedSettings {
  const { healthGate } = changes;
  const targetPlatforms = valueOf(changes.targetPlatforms, present.targetPlatforms) ?? [platform];
  return {
    targetPlatforms: targetsOf(present.targetPlatforms, targetPlatforms),
    versionName: changes.versionName ?? present.versionName,
    versionCode: changes.versionCode ?? present.versionCode,
    minSupportedVersionCode: valueOf(changes.minSupportedVersionCode, present.minSupportedVersionCode),
    minNativeVersionCode: valueOf(changes.minNativeVersionCode, present.minNativeVersionCode),
    upgradeMode: changes.upgradeMode ?? present.upgradeMode,
    rolloutPercent: valueOf(changes.rolloutPercent, present.rolloutPercent) ?? 100,
    healthGate: healthGate ? merged(present.healthGate ?? {}, healthGate) : valueOf(healthGate, present.healthGate),
    requiredRuntimeVersion: valueOf(changes.requiredRuntimeVersion, present.requiredRuntimeVersion),
    runtimeMatch: valueOf(changes.runtimeMatch, present.runtimeMatch) ?? 'any',
    title: changes.title ?? present.title,
    releaseNotes: changes.releaseNotes ?? present.releaseNotes,
    fileId: valueOf(changes.fileId, present.fileId),
    externalUrl: valueOf(changes.externalUrl, present.externalUrl),
    storeLinks: valueOf(changes.storeLinks, present.storeLinks) ?? [],
  };
}

/** Which of the fields that publication fixes are not what they were, by their names on the wire. */
export function changedFrozenFields(present: ChangedSettings, next: ChangedSettings): string[] {
  return FROZEN_FIELDS.filter((field) => !isDeepStrictEqual(present[field], next[field])).map(wireNameOf);
}

const GATE_FIELDS = ['maxFailurePercent', 'minReports', 'windowMinutes', 'action'] as const;

/** Why the settings do not go together. */
export function settingsErrors(
  { platform, packageType }: { readonly platform: Platform; readonly packageType: PackageType },
  { targetPlatforms, upgradeMode, healthGate }: ChangedSettings,
): FieldError[] {
  const errors: FieldError[] = [];
  if (!targetPlatforms.includes(platform)) {
    errors.push({ field: 'target_platforms', code: 'platform_missing', params: { platform } });
  }
  if (packageType !== 'wgt' && targetPlatforms.length > 1) {
    errors.push({ field: 'target_platforms', code: 'only_for_wgt' });
  }
  if (packageType !== 'wgt' && upgradeMode === 'silent') errors.push({ field: 'upgrade_mode', code: 'only_for_wgt' });
  for (const field of healthGate ? GATE_FIELDS : []) {
    if (healthGate?.[field] === undefined) {
      errors.push({ field: `health_gate.${wireNameOf(field)}`, code: 'required' });
    }
  }
  return errors;
}

/** Texts that are not there in the App's default locale. Those that do not change are not looked at again. */
export function missingTexts({ title, releaseNotes }: ReleaseChanges, defaultLocale: SupportedLocale): FieldError[] {
  return Object.entries({ title, release_notes: releaseNotes }).flatMap(([field, text]) =>
    text ? textErrors(field, text, defaultLocale) : [],
  );
}

/** Each once; in the order that is there where they are the same. */
function targetsOf(present: readonly Platform[], given: readonly Platform[]): readonly Platform[] {
  const targets = [...new Set(given)];
  const isSame = targets.length === present.length && targets.every((platform) => present.includes(platform));
  return isSame ? present : targets;
}

function wireNameOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function valueOf<T>(change: T | undefined, present: T): T {
  return change === undefined ? present : change;
}

function merged(present: Partial<HealthGate>, changes: Partial<HealthGate>): Partial<HealthGate> {
  return { ...present, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) };
}
