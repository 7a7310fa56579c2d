import { isDeepStrictEqual } from 'node:util';
import {
  but,
  type Changes,
  type ChangesOf,
  changesIn,
  type FieldError,
  given,
  namesOf,
  picked,
  type SupportedLocale,
  textErrors,
  valuesIn,
  type ValuesOf,
  wireNameOf,
} from '@libs/kernel';
import {
  decidedRelease,
  FROZEN_FIELDS,
  type HealthGate,
  healthGate,
  type NewStoreLink,
  type PackageType,
  type Platform,
  type ReleaseSettings,
  releaseSettings,
  type StoreLink,
  storeLink,
} from './release-settings';

const PLAIN = but(decidedRelease, 'rolloutPaused', 'healthGate', 'storeLinks');
const PLAIN_SETTINGS = but(PLAIN, 'platform', 'packageType');

/**
 * The health gate merges, null for none; everything else is replaced as a whole. Platform and package type are fixed at
 * creation: only the current value is accepted.
 */
export type ReleaseChanges = ChangesOf<typeof PLAIN> & {
  readonly healthGate?: Changes<HealthGate> | null | undefined;
  readonly storeLinks?: readonly NewStoreLink[] | null | undefined;
};

/** The fields that every release must be given. */
export const NEEDED = [
  'platform',
  'packageType',
  'versionName',
  'versionCode',
  'upgradeMode',
  'title',
  'releaseNotes',
] as const;
export type NewRelease = ReleaseChanges & Pick<ValuesOf<typeof PLAIN>, (typeof NEEDED)[number]>;

/** The settings of a release being changed: its gate may still lack parts. */
export type ChangedSettings = Omit<ReleaseSettings, 'healthGate'> & {
  readonly healthGate: Partial<HealthGate> | null;
};

export function changedSettings(
  platform: Platform,
  present: ChangedSettings,
  changes: ReleaseChanges,
): ChangedSettings {
  const changed = { ...picked(present, namesOf(releaseSettings)), ...changesIn(PLAIN_SETTINGS, changes) };
  const { storeLinks } = changes;
  return {
    ...changed,
    targetPlatforms: targetsOf(platform, present.targetPlatforms, changed.targetPlatforms),
    healthGate: changedGate(present.healthGate, changes.healthGate),
    storeLinks: storeLinks === undefined ? present.storeLinks : (storeLinks ?? []).map(linkOf),
  };
}

function linkOf(link: NewStoreLink): StoreLink {
  return picked(valuesIn(storeLink, link), namesOf(storeLink));
}

function changedGate(
  present: ChangedSettings['healthGate'],
  changes: ReleaseChanges['healthGate'],
): ChangedSettings['healthGate'] {
  if (changes === undefined) return present;
  return changes && { ...present, ...given(changes, namesOf(healthGate)) };
}

/** The changed fields among those that publication fixes, by their names on the wire. */
export function changedFrozenFields(present: ChangedSettings, next: ChangedSettings): string[] {
  return FROZEN_FIELDS.filter((field) => !isDeepStrictEqual(present[field], next[field])).map(wireNameOf);
}

/** Contradictions among the settings. */
export function settingsErrors(
  { platform, packageType }: { readonly platform: Platform; readonly packageType: PackageType },
  { targetPlatforms, upgradeMode, healthGate: gate }: ChangedSettings,
): FieldError[] {
  const errors: FieldError[] = [];
  if (!targetPlatforms.includes(platform)) {
    errors.push({ field: 'target_platforms', code: 'platform_missing', params: { platform } });
  }
  if (packageType !== 'wgt' && targetPlatforms.length > 1) {
    errors.push({ field: 'target_platforms', code: 'only_for_wgt' });
  }
  if (packageType !== 'wgt' && upgradeMode === 'silent') errors.push({ field: 'upgrade_mode', code: 'only_for_wgt' });
  const missing = gate ? namesOf(healthGate).filter((field) => gate[field] === undefined) : [];
  return [...errors, ...missing.map((field) => ({ field: `health_gate.${wireNameOf(field)}`, code: 'required' }))];
}

/** Texts missing in the App's default locale. Unchanged ones are not checked again. */
export function missingTexts({ title, releaseNotes }: ReleaseChanges, defaultLocale: SupportedLocale): FieldError[] {
  return Object.entries({ title, release_notes: releaseNotes }).flatMap(([field, text]) =>
    text ? textErrors(field, text, defaultLocale) : [],
  );
}

/** Each platform once, and its own where none is named; in the current order if they are the same. */
function targetsOf(own: Platform, present: readonly Platform[], wanted: readonly Platform[]): readonly Platform[] {
  const targets = wanted.length === 0 ? [own] : [...new Set(wanted)];
  const isSame = targets.length === present.length && targets.every((platform) => present.includes(platform));
  return isSame ? present : targets;
}
