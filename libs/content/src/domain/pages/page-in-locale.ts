import { SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';

/** The languages that a page can be read in: those that have both its title and its body. */
export function pageLocales(inTitle: readonly string[], inBody: readonly string[]): SupportedLocale[] {
  return SUPPORTED_LOCALES.filter((locale) => inTitle.includes(locale) && inBody.includes(locale));
}

/**
 * The language in which a page is delivered: the wanted one, else the App's default, else any. Title and body are
 * always in the same language.
 */
export function pageLocale(
  locales: readonly SupportedLocale[],
  wanted: SupportedLocale,
  defaultLocale: SupportedLocale,
): SupportedLocale {
  return [wanted, defaultLocale].find((locale) => locales.includes(locale)) ?? locales[0] ?? defaultLocale;
}
