import type { SupportedLocale } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

/**
 * What a title or body may leave open until it is shown to a member. The name may have a text for members without one,
 * which may be empty.
 */
export const PLACEHOLDER_FORMS = ['{{display_name}}', '{{display_name|text}}', '{{app_name}}'] as const;

/** What stands in their place for one member. */
export interface PlaceholderValues {
  /** Empty for a member without a name. */
  readonly display_name: string;
  readonly app_name: string;
  /** The word for a member without a name, where the placeholder has no text of its own. */
  readonly nameless: string;
}

/**
 * A text with numbers in place of what stands in the braces, so that whatever is made of it (HTML, text without markup)
 * leaves that alone: a text for members without a name is no markup.
 */
export interface NumberedText {
  readonly text: string;
  /** What stood in the braces, by the number. */
  readonly placeholders: readonly string[];
}

/** The names have no braces, so that a text of nothing but braces is looked through once. */
const NAMED = /\{\{([^{}]*)\}\}/g;
const NAMES: readonly string[] = ['display_name', 'app_name'];
const WITH_TEXT = 'display_name|';
const NUMBER = /^\d+$/;
/** In the address of a link, where nothing is filled in. */
const NUMBERED_IN_ADDRESS = /%7B%7B(\d+)%7D%7D/gi;

/** @param locale of the text. */
export function placeholderValues(
  displayName: string | null,
  appName: string,
  locale: SupportedLocale,
): PlaceholderValues {
  return { display_name: displayName?.trim() ?? '', app_name: appName, nameless: TEXTS[locale].nameless };
}

/** What stands in double braces, each once, whether or not it is a placeholder. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(NAMED), ([, inside = '']) => inside))];
}

/** Whether it is a placeholder when it stands in double braces. */
export function isPlaceholder(inside: string): boolean {
  return NAMES.includes(inside) || inside.startsWith(WITH_TEXT);
}

/** Double braces with something else in them are text. */
export function numbered(text: string): NumberedText {
  const placeholders: string[] = [];
  if (!text.includes('{{')) return { text, placeholders };
  const withNumbers = text.replaceAll(NAMED, (named, inside: string) =>
    isPlaceholder(inside) || NUMBER.test(inside) ? `{{${placeholders.push(inside) - 1}}}` : named,
  );
  return { text: withNumbers, placeholders };
}

/** The same, with addresses as they were written. */
export function withAddressesAsWritten({ text, placeholders }: NumberedText): NumberedText {
  const written = text.replaceAll(NUMBERED_IN_ADDRESS, (found, number: string) => {
    const inside = placeholders[Number(number)];
    return inside === undefined ? found : encodeURIComponent(`{{${inside}}}`);
  });
  return { text: written, placeholders };
}

/**
 * The text for one member. What is filled in is not looked through again: a member may be called `{{app_name}}`.
 *
 * @param escape makes text of a value that means nothing else where the whole is shown. Called once for each value.
 */
export function filledIn(
  { text, placeholders }: NumberedText,
  values: PlaceholderValues,
  escape: (value: string) => string,
): string {
  if (placeholders.length === 0) return text;
  const escaped = new Map<string, string>();
  return text.replaceAll(NAMED, (named, number: string) => {
    const inside = NUMBER.test(number) ? placeholders[Number(number)] : undefined;
    if (inside === undefined) return named;
    const known = escaped.get(inside);
    if (known !== undefined) return known;
    const shown = escape(valueOf(inside, values));
    escaped.set(inside, shown);
    return shown;
  });
}

function valueOf(inside: string, values: PlaceholderValues): string {
  if (inside === 'app_name') return values.app_name;
  if (!isPlaceholder(inside)) return `{{${inside}}}`;
  if (values.display_name !== '') return values.display_name;
  return inside.startsWith(WITH_TEXT) ? inside.slice(WITH_TEXT.length) : values.nameless;
}
