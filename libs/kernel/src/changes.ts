import { type FieldError, VersionConflictError } from './common-errors';
import type { LocalizedText, SupportedLocale } from './locale';

/** @throws VersionConflictError when somebody changed the resource since it was read. */
export function expectVersion({ lockVersion }: { readonly lockVersion: number }, expected: number): void {
  if (lockVersion !== expected) throw new VersionConflictError({ extra: { current_lock_version: lockVersion } });
}

/** A text must at least be there in the default locale of the App. */
export function textErrors(field: string, text: LocalizedText, defaultLocale: SupportedLocale): FieldError[] {
  const isMissing = (text[defaultLocale] ?? '').trim() === '';
  return isMissing ? [{ field: `${field}.${defaultLocale}`, code: 'required' }] : [];
}
