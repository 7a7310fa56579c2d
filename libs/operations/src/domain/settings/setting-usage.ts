import { SettingLimitError, SettingSizeError } from './setting.errors';

/** The limit for a tenant with its Apps, and for the global scope. */
export const MAX_SETTINGS = 1_000;

/** The limit in bytes of all stored values together: a page of a list contains a hundred. */
export const MAX_SETTINGS_BYTES = 1024 * 1024;

/** The limit in bytes of all settings that clients read, which are in the configuration of each App in each language. */
export const MAX_PUBLIC_SETTINGS_BYTES = 64 * 1024;

/** The space that the settings of a tenant, or the global settings, use. */
export interface SettingUsage {
  readonly count: number;
  readonly bytes: number;
  /** Of keys and values that clients read. */
  readonly publicBytes: number;
}

/**
 * Usage that already exceeds a limit may shrink.
 *
 * @throws SettingLimitError, SettingSizeError when usage grows beyond a limit.
 */
export function expectRoom(before: SettingUsage, after: SettingUsage): void {
  const outgrew = (figure: keyof SettingUsage, max: number) => after[figure] > max && after[figure] > before[figure];
  if (outgrew('count', MAX_SETTINGS)) throw new SettingLimitError();
  for (const [figure, max] of [
    ['bytes', MAX_SETTINGS_BYTES],
    ['publicBytes', MAX_PUBLIC_SETTINGS_BYTES],
  ] as const) {
    if (outgrew(figure, max)) throw new SettingSizeError({ extra: { max_bytes: max } });
  }
}
