import { type FieldError, VersionConflictError } from './common-errors';
import type { LocalizedText, SupportedLocale } from './locale';

/** @throws VersionConflictError when somebody changed the resource since it was read. */
export function expectVersion({ lockVersion }: { readonly lockVersion: number }, expected: number): void {
  if (lockVersion !== expected) throw new VersionConflictError({ extra: { current_lock_version: lockVersion } });
}

/** What is undefined stays as it is, what is null becomes as it was at first. */
export type SettingsChanges<T> = { readonly [Key in keyof T]?: T[Key] | null };

/** The settings as the changes leave them; null makes all of them as they were at first. */
export function changedBy<T extends object>(changes: SettingsChanges<T> | null | undefined, present: T, atFirst: T): T {
  if (changes === null) return atFirst;
  const given = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined);
  const values = given.map(([key, value]) => [key, value ?? atFirst[key as keyof T]]);
  return { ...present, ...(Object.fromEntries(values) as Partial<T>) };
}

/** A text must at least be there in the default locale of the App. */
export function textErrors(field: string, text: LocalizedText, defaultLocale: SupportedLocale): FieldError[] {
  const isMissing = (text[defaultLocale] ?? '').trim() === '';
  return isMissing ? [{ field: `${field}.${defaultLocale}`, code: 'required' }] : [];
}
