import { LOCALES, type Locale } from '../locale';

export type LocalizedText = { readonly [locale in Locale]?: string };

/** What a device gets, and in which language it was written. */
export interface Served {
  readonly text: string;
  readonly locale: Locale;
}

/**
 * - `own`: written in this language.
 * - `fallback`: devices get the text of another language.
 * - `missing`: nothing is written in any.
 */
export type Mark = 'own' | 'fallback' | 'missing';

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** As the API resolves a text: the wanted language, the default one, any that is there. An empty text is none. */
export function serve(text: LocalizedText | null | undefined, wanted: Locale, standard: Locale): Served | null {
  const locale = [wanted, standard, ...LOCALES].find((each) => isWritten(text, each));
  return locale === undefined ? null : { text: text?.[locale] ?? '', locale };
}

/** The text in a language of the page, for names in lists and titles. */
export function localize(text: LocalizedText | null | undefined, wanted: string, standard: Locale = 'en-US'): string {
  return serve(text, isLocale(wanted) ? wanted : standard, standard)?.text ?? '';
}

export function markOf(text: LocalizedText | null | undefined, locale: Locale, standard: Locale): Mark {
  const served = serve(text, locale, standard);
  if (!served) return 'missing';
  return served.locale === locale ? 'own' : 'fallback';
}

/** How many of the languages are written, for `3/4` beside a field. */
export function completeness(
  text: LocalizedText | null | undefined,
  supported: readonly Locale[],
): { readonly written: number; readonly of: number } {
  return { written: supported.filter((locale) => isWritten(text, locale)).length, of: supported.length };
}

/** Languages in which readers get one of the texts, or more, in another one. */
export function fallingBack(texts: readonly LocalizedText[], locales: readonly Locale[]): Locale[] {
  return locales.filter((locale) => !texts.every((text) => isWritten(text, locale)));
}

/** An emptied language is left out: the API refuses empty texts. */
export function withText(text: LocalizedText | null | undefined, locale: Locale, value: string): LocalizedText {
  const { [locale]: _, ...others } = text ?? {};
  return value === '' ? others : { ...others, [locale]: value };
}

function isWritten(text: LocalizedText | null | undefined, locale: Locale): boolean {
  return (text?.[locale] ?? '') !== '';
}
