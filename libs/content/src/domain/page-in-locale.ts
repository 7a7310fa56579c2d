import { type LocalizedText, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { type BodyFormat, renderBody } from './rich-text';

interface LocalizedPage {
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
}

/** A page in one language. */
export interface PageInLocale {
  readonly title: string;
  readonly body: string;
  readonly bodyHtml: string;
}

/** The languages that a page can be read in: those that have both its title and its body. */
export function pageLocales({ title, body }: LocalizedPage): SupportedLocale[] {
  return SUPPORTED_LOCALES.filter((locale) => title[locale] !== undefined && body[locale] !== undefined);
}

/**
 * The language in which a page is delivered: the wanted one, else the App's default, else any. Title and body always
 * come in the same one.
 */
export function pageLocale(
  page: LocalizedPage,
  wanted: SupportedLocale,
  defaultLocale: SupportedLocale,
): SupportedLocale {
  const locales = pageLocales(page);
  return [wanted, defaultLocale].find((locale) => locales.includes(locale)) ?? locales[0] ?? defaultLocale;
}

export function pageInLocale({ title, body, bodyFormat }: LocalizedPage, locale: SupportedLocale): PageInLocale {
  const text = body[locale] ?? '';
  return { title: title[locale] ?? '', body: text, bodyHtml: renderBody(text, bodyFormat) };
}
