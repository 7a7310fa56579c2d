import {
  type FieldError,
  isSupportedLocale,
  type LocalizedText,
  type SupportedLocale,
  ValidationFailedError,
} from '@libs/kernel';
import type { RevisionContent } from './page-revision';
import { type BodyFormat, bodyToStore, isBlank, renderBody, RichTextLimitError, showsNothing } from './rich-text';

/** In characters, in each language. */
export const MAX_TITLE_LENGTH = 200;

/** In bytes of UTF-8, in each language: all of them fit into one request. */
export const MAX_BODY_BYTES = 500 * 1024;

/** HTML cannot carry them. */
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const RFC_3339_LENGTH = '2026-12-01T00:00:00.000Z'.length;

/** What is being written, as it will be published. */
export interface PageDraft {
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
  /** ISO 8601 UTC with milliseconds: a draft is kept as JSON. */
  readonly effectiveAt: string | null;
}

/** A text of the draft in one language, as it is stored, or why it is refused. */
type Prepared = { readonly text: string } | Pick<FieldError, 'code' | 'params'>;

/**
 * Makes a draft of what somebody wrote. HTML is sanitised here, so that nothing else is ever stored.
 *
 * @param defaultLocale of the App: title and body must at least be there in it. A text that shows nothing, whether it
 *   is blank or made of markup alone, counts as missing, in any language.
 * @throws ValidationFailedError naming the locales whose texts are missing, unknown or too much.
 */
export function pageDraft(
  { title, body, bodyFormat, effectiveAt }: RevisionContent,
  defaultLocale: SupportedLocale,
): PageDraft {
  const errors: FieldError[] = [];
  const draft: PageDraft = {
    title: texts('title', title, defaultLocale, errors, titleToStore),
    body: texts('body', body, defaultLocale, errors, (text) => preparedBody(text, bodyFormat)),
    bodyFormat,
    effectiveAt: effectiveAt?.toISOString() ?? null,
  };
  // The year 10000 has a form of its own, and so has the one before the year 0.
  if (draft.effectiveAt !== null && draft.effectiveAt.length !== RFC_3339_LENGTH) {
    errors.push({ field: 'effective_at', code: 'not_instant' });
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return draft;
}

function texts(
  field: string,
  given: LocalizedText,
  defaultLocale: SupportedLocale,
  errors: FieldError[],
  prepare: (text: string) => Prepared,
): LocalizedText {
  const stored: Partial<Record<SupportedLocale, string>> = {};
  for (const [locale, text] of Object.entries(given)) {
    const prepared = isSupportedLocale(locale) ? prepare(text) : { code: 'not_supported_locale' };
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

/** What readers get is made here once to see that it can be made: readers are not to find out. */
function preparedBody(body: string, format: BodyFormat): Prepared {
  if (CONTROL_CHARACTER.test(body)) return { code: 'invalid_text' };
  try {
    const text = bodyToStore(body, format);
    // Measured as it is stored: sanitising writes some characters in more bytes than the author did.
    if (Buffer.byteLength(text) > MAX_BODY_BYTES) return { code: 'too_large', params: { max: MAX_BODY_BYTES } };
    return showsNothing(format === 'html' ? text : renderBody(text, format)) ? { code: 'required' } : { text };
  } catch (error) {
    if (error instanceof RichTextLimitError) return { code: error.code, params: { max: error.max } };
    throw error;
  }
}
