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
 * @param isWanted throws if the draft is of no use, however good it is: asked before the bodies are prepared.
 * @throws ValidationFailedError naming the locales whose texts are missing, unknown or too much.
 */
export async function pageDraft(
  { title, body, bodyFormat, effectiveAt }: RevisionContent,
  defaultLocale: SupportedLocale,
  prepare: BodyPreparation,
  isWanted: () => Promise<void> = () => Promise.resolve(),
): Promise<PageDraft> {
  const errors: FieldError[] = [];
  const shownTitle = await textsToStore('title', title, defaultLocale, errors, plainTextToStore);
  await isWanted().catch((reason: unknown) => {
    throw errors.length > 0 ? new ValidationFailedError(errors) : reason;
  });
  const shownBody = await textsToStore('body', body, defaultLocale, errors, (text) =>
    bodyToStore(text, bodyFormat, prepare),
  );
  const effective = effectiveAt?.toISOString() ?? null;
  // Years after 9999 and before 0 have another, longer format.
  if (effective !== null && effective.length !== RFC_3339_LENGTH) {
    errors.push({ field: 'effective_at', code: 'not_instant' });
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return { title: shownTitle, body: shownBody, bodyFormat, effectiveAt: effective };
}
