import type { FieldError, SupportedLocale } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

/** The message for one field error in the locale. Placeholders such as `{max}` are the figures of the problem. */
export function fieldMessage(error: FieldError, locale: SupportedLocale): string {
  const { fields, otherField } = TEXTS[locale];
  const template = (fields as Readonly<Record<string, string>>)[error.code] ?? otherField;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(error.params?.[name] ?? ''));
}
