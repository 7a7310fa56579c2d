import { type FieldError, type PresentVersion, VersionConflictError } from './common-errors';
import type { LocalizedText, SupportedLocale } from './locale';

/** @throws VersionConflictError when the resource was changed since it was read. */
export function expectVersion(present: PresentVersion, expected: number): void {
  if (present.lockVersion !== expected) throw new VersionConflictError(present);
}

/** Undefined fields stay as they are. */
export type Changes<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** Undefined fields stay as they are, null resets to the default. */
export type SettingsChanges<T> = { readonly [Key in keyof T]?: T[Key] | null | undefined };

export function namesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[];
}

/** The given fields of an object, in the given order. */
export function picked<T extends object, Field extends keyof T>(object: T, fields: readonly Field[]): Pick<T, Field> {
  return Object.fromEntries(fields.map((field) => [field, object[field]])) as Pick<T, Field>;
}

/** The defined changes of these fields; other fields are dropped. */
export function given<T extends object, Field extends keyof T>(
  changes: T,
  fields: readonly Field[],
): { [Key in Field]?: Exclude<T[Key], undefined> } {
  return picked(
    changes,
    fields.filter((field) => changes[field] !== undefined),
  ) as { [Key in Field]?: Exclude<T[Key], undefined> };
}

/** A text must be present at least in the App's default locale. */
export function textErrors(field: string, text: LocalizedText, defaultLocale: SupportedLocale): FieldError[] {
  const isMissing = (text[defaultLocale] ?? '').trim() === '';
  return isMissing ? [{ field: `${field}.${defaultLocale}`, code: 'required' }] : [];
}
