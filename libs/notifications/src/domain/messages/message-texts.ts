import { type FieldError, isSupportedLocale, type LocalizedText, type SupportedLocale } from '@libs/kernel';
import { isPlaceholder, PLACEHOLDER_FORMS, placeholdersIn } from './placeholders';

/** The limit in characters, per language. */
export const MAX_TITLE_LENGTH = 120;
export const MAX_BODY_LENGTH = 10_000;

/** Other than tabs and line breaks: they show nothing. */
const CONTROL_CHARACTER = /(?![\t\n\r])\p{Cc}/u;
/** A title is one line, in lists and on the screens of devices. */
const CONTROL_CHARACTER_IN_TITLE = /\p{Cc}/u;
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

const ALLOWED = PLACEHOLDER_FORMS.join(', ');

export function titleProblems(title: LocalizedText, defaultLocale: SupportedLocale): FieldError[] {
  return textProblems('title', title, defaultLocale, MAX_TITLE_LENGTH, CONTROL_CHARACTER_IN_TITLE);
}

export function bodyProblems(body: LocalizedText, defaultLocale: SupportedLocale): FieldError[] {
  return textProblems('body', body, defaultLocale, MAX_BODY_LENGTH, CONTROL_CHARACTER);
}

function textProblems(
  field: string,
  texts: LocalizedText,
  defaultLocale: SupportedLocale,
  max: number,
  refused: RegExp,
): FieldError[] {
  const errors = Object.entries(texts).flatMap(([locale, text]): FieldError[] => {
    const problem = isSupportedLocale(locale) ? textProblem(text, max, refused) : { code: 'not_supported_locale' };
    return problem ? [{ field: `${field}.${locale}`, ...problem }] : [];
  });
  if (texts[defaultLocale] === undefined) errors.push({ field: `${field}.${defaultLocale}`, code: 'required' });
  return errors;
}

function textProblem(text: string, max: number, refused: RegExp): Pick<FieldError, 'code' | 'params'> | null {
  // A character is one or two units, so most texts need not be counted.
  if (text.length > max && (text.length > 2 * max || [...text].length > max))
    return { code: 'too_long', params: { max } };
  if (refused.test(text)) return { code: 'invalid_text' };
  if (BLANK.test(text)) return { code: 'required' };
  return placeholdersIn(text).every(isPlaceholder)
    ? null
    : { code: 'unknown_placeholder', params: { allowed: ALLOWED } };
}
