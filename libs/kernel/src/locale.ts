export const SUPPORTED_LOCALES = ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'] as const;

export type SupportedLocale = (typeof SUPPORTED_LOCALES)[number];

/** A text in some of the supported locales. */
export type LocalizedText = Partial<Record<SupportedLocale, string>>;

/** The texts of a module by locale: catalogues with the same keys. */
export type Catalogues<Texts> = Readonly<Record<SupportedLocale, Texts>>;

interface LanguageRange {
  readonly range: string;
  readonly quality: number;
}

/** A longer header value counts as malformed: nobody prefers that many languages. */
const MAX_HEADER_LENGTH = 1_000;

const LANGUAGE_RANGE = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)$/i;
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** The ranges that name a locale, longest first. */
const NAMES: Readonly<Record<SupportedLocale, readonly string[]>> = {
  'zh-CN': ['zh-hans-cn', 'zh-cn', 'zh-hans', 'zh'],
  'zh-TW': ['zh-hant-tw', 'zh-tw', 'zh-hant', 'zh'],
  'en-US': ['en-us', 'en'],
  'ja-JP': ['ja-jp', 'ja'],
};

/** Chinese tags name a script or a place; both tell which written form the reader expects. */
const TRADITIONAL_CHINESE = new Set(['hant', 'tw', 'hk', 'mo']);

export function isSupportedLocale(value: unknown): value is SupportedLocale {
  return SUPPORTED_LOCALES.some((locale) => locale === value);
}

/**
 * Chooses the locale for a request by RFC 4647 lookup: ranges are tried by descending quality against the supported
 * locales; the default is used where none fits or the header is missing or malformed.
 */
export function negotiateLocale(
  acceptLanguage: string | undefined,
  supported: readonly SupportedLocale[],
  defaultLocale: SupportedLocale,
): SupportedLocale {
  const ranges = parseAcceptLanguage(acceptLanguage);
  const allowed = supported.filter((locale) => !isExcluded(locale, ranges));
  for (const { range, quality } of ranges) {
    if (quality === 0) continue;
    const match = range === '*' ? anyOf(allowed, defaultLocale) : lookUp(range, allowed);
    if (match) return match;
  }
  return defaultLocale;
}

/** The text in the wanted locale, else in the default locale, else in any language present, else empty. */
export function localize(text: LocalizedText, locale: SupportedLocale, defaultLocale: SupportedLocale): string {
  return text[locale] ?? text[defaultLocale] ?? Object.values(text)[0] ?? '';
}

function parseAcceptLanguage(header: string | undefined): LanguageRange[] {
  if (!header || header.length > MAX_HEADER_LENGTH) return [];
  const parsed: LanguageRange[] = [];
  for (const item of header.split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (range === '' && parameters.length === 0) continue;
    const quality = parseQuality(parameters);
    if (!LANGUAGE_RANGE.test(range) || quality === null) return [];
    parsed.push({ range: range.toLowerCase(), quality });
  }
  // The sort is stable: ranges of equal quality keep the client's order.
  return parsed.sort((a, b) => b.quality - a.quality);
}

function parseQuality(parameters: string[]): number | null {
  if (parameters.length === 0) return 1;
  const [name, value] = (parameters[0] ?? '').split('=').map((part) => part.trim());
  if (parameters.length > 1 || name?.toLowerCase() !== 'q' || value === undefined || !QUALITY.test(value)) return null;
  return Number(value);
}

/** The longest matching range of a locale decides: `zh-TW, zh;q=0` excludes all Chinese but that of Taiwan. */
function isExcluded(locale: SupportedLocale, ranges: readonly LanguageRange[]): boolean {
  for (const name of NAMES[locale]) {
    const named = ranges.find(({ range }) => range === name);
    if (named) return named.quality === 0;
  }
  return false;
}

function anyOf(allowed: readonly SupportedLocale[], preferred: SupportedLocale): SupportedLocale | undefined {
  return allowed.includes(preferred) ? preferred : allowed[0];
}

function lookUp(range: string, allowed: readonly SupportedLocale[]): SupportedLocale | undefined {
  const exact = allowed.find((locale) => locale.toLowerCase() === range);
  if (exact) return exact;
  const language = languageOf(range);
  if (language === 'zh') {
    const form = range.split('-').some((subtag) => TRADITIONAL_CHINESE.has(subtag)) && !range.includes('-hans');
    const written = allowed.find((locale) => locale === (form ? 'zh-TW' : 'zh-CN'));
    if (written) return written;
  }
  return allowed.find((locale) => languageOf(locale.toLowerCase()) === language);
}

function languageOf(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}
