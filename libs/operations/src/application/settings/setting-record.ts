import { withWireNames } from '@libs/kernel';
import type { Setting } from '../../domain/settings/setting';
import { SETTING_MASK } from '../../domain/settings/setting-fields';
import { managed } from '../../infrastructure/settings/managed-settings';

const FIELDS = [
  'scope',
  'appId',
  'key',
  'valueType',
  'value',
  'isPublic',
  'isSecret',
  'status',
  'description',
] as const;

type SettingRecord = Readonly<Record<string, unknown>>;

/** A setting with the keys of the wire, for the audit log: with a mask in place of a secret. */
export function recordOf(setting: Setting): SettingRecord {
  return withWireNames(managed(setting), FIELDS);
}

/**
 * The same before and after a change. What becomes a secret is not told as it was before; of a secret only whether
 * another took its place.
 */
export function withReplacement(
  before: SettingRecord,
  after: SettingRecord,
  isReplaced: boolean,
): [SettingRecord, SettingRecord] {
  if (!after['is_secret']) return [before, after];
  return [
    { ...before, value: SETTING_MASK, value_replaced: false },
    { ...after, value_replaced: isReplaced },
  ];
}
