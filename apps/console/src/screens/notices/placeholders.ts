import type { Locale } from '../../locale';
import type { LocalizedText } from '../../parts/localized';

/** What may be left open in a title or body. */
export const PLACEHOLDERS = ['{{display_name}}', '{{app_name}}'] as const;

/** The word of each language for a member without a name. */
const NAMELESS: Readonly<Record<Locale, string>> = {
  'zh-CN': '用户',
  'zh-TW': '用戶',
  'en-US': 'there',
  'ja-JP': 'ユーザー',
};
const NAMED = /\{\{([^{}]*)\}\}/g;
const WITH_TEXT = 'display_name|';

/** What stands for them in a preview. */
export interface Sample {
  /** Empty for a member without a name. */
  readonly displayName: string;
  readonly appName: string;
  readonly locale: Locale;
}

/** What the API refuses: something else in double braces. Each once, as it is written. */
export function unknownIn(text: LocalizedText): string[] {
  const found = Object.values(text).flatMap((each) => Array.from(each.matchAll(NAMED)));
  return [...new Set(found.filter(([, inside = '']) => nameOf(inside) === null).map(([whole]) => whole))];
}

/** Languages that leave out what another language fills in: allowed, and mostly forgotten. */
export function missingIn(text: LocalizedText): { readonly locale: Locale; readonly placeholder: string }[] {
  const written = Object.entries(text) as [Locale, string][];
  const names = new Map(written.map(([locale, each]) => [locale, namesIn(each)]));
  const all = [...new Set([...names.values()].flatMap((some) => [...some]))];
  return written.flatMap(([locale]) =>
    all.filter((name) => !names.get(locale)?.has(name)).map((name) => ({ locale, placeholder: `{{${name}}}` })),
  );
}

/** As one member reads it. */
export function filledIn(text: string, sample: Sample, escape: (value: string) => string = asItIs): string {
  return text.replaceAll(NAMED, (whole, inside: string) => {
    const name = nameOf(inside);
    if (name === null) return whole;
    if (name === 'app_name') return escape(sample.appName);
    if (sample.displayName !== '') return escape(sample.displayName);
    return escape(inside.startsWith(WITH_TEXT) ? inside.slice(WITH_TEXT.length) : NAMELESS[sample.locale]);
  });
}

function namesIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(NAMED)).flatMap(([, inside = '']) => nameOf(inside) ?? []));
}

function nameOf(inside: string): 'display_name' | 'app_name' | null {
  if (inside === 'app_name') return inside;
  return inside === 'display_name' || inside.startsWith(WITH_TEXT) ? 'display_name' : null;
}

function asItIs(value: string): string {
  return value;
}
