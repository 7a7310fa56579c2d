import {
  type FieldError,
  isSupportedLocale,
  type LocalizedText,
  type SupportedLocale,
  ValidationFailedError,
} from '@libs/kernel';
import type { RevisionContent } from './page-revision';
import {
  type BodyFormat,
  CONTROL_CHARACTER,
  isBlank,
  type PreparedBody,
  RichTextRefusedError,
} from '../texts/rich-text';

/** In characters, per language. */
export const MAX_TITLE_LENGTH = 200;

const RFC_3339_LENGTH = '2026-12-01T00:00:00.000Z'.length;

/** A text being written, in the form in which it will be published. */
export interface PageDraft {
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
  /** ISO 8601 UTC with milliseconds: drafts are stored as JSON. */
  readonly effectiveAt: string | null;
}

/** A text of the draft in one language, ready to be stored, or why it is refused. */
type Prepared = { readonly text: string } | Pick<FieldError, 'code' | 'params'>;

type BodyPreparation = (body: string, format: BodyFormat) => Promise<PreparedBody>;

/**
 * Makes a draft of what somebody wrote.
 *
 * @param defaultLocale of the App: title and body must at least be there in it. A text that shows nothing, whether it
 *   is blank or made of markup alone, counts as missing, in any language.
 * @param prepare sanitises HTML, so that nothing else is ever stored.
 * @throws ValidationFailedError naming the locales whose texts are missing, unknown or too much.
 */
export async function pageDraft(
  { title, body, bodyFormat, effectiveAt }: RevisionContent,
  defaultLocale: SupportedLocale,
  prepare: BodyPreparation,
): Promise<PageDraft> {
  const errors: FieldError[] = [];
  const draft: PageDraft = {
    title: await texts('title', title, defaultLocale, errors, titleToStore),
    body: await texts('body', body, defaultLocale, errors, (text) => bodyToStore(text, bodyFormat, prepare)),
    bodyFormat,
    effectiveAt: effectiveAt?.toISOString() ?? null,
  };
  // Years after 9999 and before 0 have another, longer format.
  if (draft.effectiveAt !== null && draft.effectiveAt.length !== RFC_3339_LENGTH) {
    errors.push({ field: 'effective_at', code: 'not_instant' });
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return draft;
}

async function texts(
  field: string,
  given: LocalizedText,
  defaultLocale: SupportedLocale,
  errors: FieldError[],
  prepare: (text: string) => Prepared | Promise<Prepared>,
): Promise<LocalizedText> {
  const stored: Partial<Record<SupportedLocale, string>> = {};
  for (const [locale, text] of Object.entries(given)) {
    const prepared = isSupportedLocale(locale) ? await prepare(text) : { code: 'not_supported_locale' };
    if ('text' in prepared) stored[locale as SupportedLocale] = prepared.text;
    else errors.push({ field: `${field}.${locale}`, ...prepared });
  }
  if (given[defaultLocale] === undefined) errors.push({ field: `${field}.${defaultLocale}`, code: 'required' });
  return stored;
}

function titleToStore(text: string): Prepared {
  if (CONTROL_CHARACTER.test(text)) return { code: 'invalid_text' };
  return isBlank(text) ? { code: 'required' } : { text };
}

async function bodyToStore(body: string, format: BodyFormat, prepare: BodyPreparation): Promise<Prepared> {
  try {
    const { text, showsNothing } = await prepare(body, format);
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
