import { type FieldError, type LocalizedText, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import type { RevisionContent } from './page-revision';
import { type BodyPreparation, bodyToStore, plainTextToStore, textsToStore } from '../texts/localized-texts';
import type { BodyFormat } from '../texts/rich-text';

const RFC_3339_LENGTH = '2026-12-01T00:00:00.000Z'.length;

/** A text being written, in the form in which it will be published. */
export interface PageDraft {
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
  /** ISO 8601 UTC with milliseconds: drafts are stored as JSON. */
  readonly effectiveAt: string | null;
}

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
    title: await textsToStore('title', title, defaultLocale, errors, plainTextToStore),
    body: await textsToStore('body', body, defaultLocale, errors, (text) => bodyToStore(text, bodyFormat, prepare)),
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
