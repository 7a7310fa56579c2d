import { isDeepStrictEqual } from 'node:util';
import {
  changedBy,
  type Changes,
  type FieldError,
  given,
  namesOf,
  picked,
  type SettingsChanges,
  type SupportedLocale,
  textErrors,
  wireNameOf,
} from '@libs/kernel';
import {
  FROZEN_FIELDS,
  GATE_FIELDS,
  type HealthGate,
  type IndispensableSetting,
  initialSettings,
  type PackageType,
  type Platform,
  type ReleaseSettings,
} from './release-settings';

/**
 * Undefined fields stay as they are, null resets to the default; the health gate merges, everything else is replaced as
 * a whole.
 */
export type ReleaseChanges = Changes<Pick<ReleaseSettings, IndispensableSetting>> &
  SettingsChanges<Omit<ReleaseSettings, IndispensableSetting | 'healthGate'>> & {
    /** Fixed at creation: only the current value is accepted. */
    readonly platform?: Platform;
    readonly packageType?: PackageType;
    /** Null for no gate. */
    readonly healthGate?: Changes<HealthGate> | null;
  };

export type NewRelease = ReleaseChanges &
  Pick<ReleaseSettings, IndispensableSetting> & { readonly platform: Platform; readonly packageType: PackageType };

/** The settings of a release being changed: its gate may still lack parts. */
export type ChangedSettings = Omit<ReleaseSettings, 'healthGate'> & {
  readonly healthGate: Partial<HealthGate> | null;
};

export function changedSettings(
  platform: Platform,
  present: ChangedSettings,
  changes: ReleaseChanges,
): ChangedSettings {
  const { healthGate, ...others } = changes;
  const atFirst = initialSettings({ ...present, platform });
  const settings = picked(present, namesOf(atFirst));
  const changed = changedBy<Omit<ReleaseSettings, 'healthGate'>>(others, settings, atFirst);
  return {
    ...changed,
    targetPlatforms: targetsOf(present.targetPlatforms, changed.targetPlatforms),
    healthGate: changedGate(present.healthGate, healthGate),
  };
}

function changedGate(
  present: ChangedSettings['healthGate'],
  changes: ReleaseChanges['healthGate'],
): ChangedSettings['healthGate'] {
  if (changes === undefined) return present;
  return changes && { ...present, ...given(changes, GATE_FIELDS) };
}

/** The changed fields among those that publication fixes, by their names on the wire. */
export function changedFrozenFields(present: ChangedSettings, next: ChangedSettings): string[] {
  return FROZEN_FIELDS.filter((field) => !isDeepStrictEqual(present[field], next[field])).map(wireNameOf);
}

/** Contradictions among the settings. */
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

/** Texts missing in the App's default locale. Unchanged ones are not checked again. */
export function missingTexts({ title, releaseNotes }: ReleaseChanges, defaultLocale: SupportedLocale): FieldError[] {
  return Object.entries({ title, release_notes: releaseNotes }).flatMap(([field, text]) =>
    text ? textErrors(field, text, defaultLocale) : [],
  );
}

/** Each platform once; in the current order if they are the same. */
function targetsOf(present: readonly Platform[], wanted: readonly Platform[]): readonly Platform[] {
  const targets = [...new Set(wanted)];
  const isSame = targets.length === present.length && targets.every((platform) => present.includes(platform));
  return isSame ? present : targets;
}
