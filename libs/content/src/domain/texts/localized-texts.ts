import { type FieldError, isSupportedLocale, type LocalizedText, type SupportedLocale } from '@libs/kernel';
import { type BodyFormat, CONTROL_CHARACTER, isBlank, type PreparedBody } from './rich-text';
import { RichTextRefusedError } from './rich-text-problem';

/** The limit in characters, per language. */
export const MAX_TITLE_LENGTH = 200;

/** A text in one language, ready to be stored, or why it is refused. */
type Prepared = { readonly text: string } | Pick<FieldError, 'code' | 'params'>;

export type BodyPreparation = (body: string, format: BodyFormat, locale: SupportedLocale) => Promise<PreparedBody>;

/**
 * The texts of a field in the form in which they are stored. A text that shows nothing, whether it is blank or made of
 * markup alone, counts as missing, in any language.
 *
 * @param defaultLocale of the App, in which a text must at least be there.
 * @param errors receives the locales whose texts are missing, unknown or too much.
 */
export async function textsToStore(
  field: string,
  given: LocalizedText,
  defaultLocale: SupportedLocale,
  errors: FieldError[],
  prepare: (text: string, locale: SupportedLocale) => Prepared | Promise<Prepared>,
): Promise<LocalizedText> {
  const stored: Partial<Record<SupportedLocale, string>> = {};
  for (const [locale, text] of Object.entries(given)) {
    const prepared = isSupportedLocale(locale) ? await prepare(text, locale) : { code: 'not_supported_locale' };
    if ('text' in prepared) stored[locale as SupportedLocale] = prepared.text;
    else errors.push({ field: `${field}.${locale}`, ...prepared });
  }
  if (given[defaultLocale] === undefined) errors.push({ field: `${field}.${defaultLocale}`, code: 'required' });
  return stored;
}

/** A title, or another text without markup. */
export function plainTextToStore(text: string): Prepared {
  if (CONTROL_CHARACTER.test(text)) return { code: 'invalid_text' };
  return isBlank(text) ? { code: 'required' } : { text };
}

/** @param prepare sanitises HTML, so that nothing else is ever stored. */
export async function bodyToStore(
  body: string,
  format: BodyFormat,
  locale: SupportedLocale,
  prepare: BodyPreparation,
): Promise<Prepared> {
  try {
    const { text, showsNothing } = await prepare(body, format, locale);
    return showsNothing ? { code: 'required' } : { text };
  } catch (error) {
    if (error instanceof RichTextRefusedError) return bodyProblem(error);
    throw error;
  }
}

/** The reason for refusing a body, as a field error. */
export function bodyProblem({ code, max }: RichTextRefusedError): Pick<FieldError, 'code' | 'params'> {
  return max === undefined ? { code } : { code, params: { max } };
}
