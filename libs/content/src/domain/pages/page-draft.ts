import { type FieldError, type NewOf, type SupportedLocale, ValidationFailedError, type ValuesOf } from '@libs/kernel';
import { pageContent } from './page-revision';
import { type BodyPreparation, bodyToStore, plainTextToStore, textsToStore } from '../texts/localized-texts';

const RFC_3339_LENGTH = '2026-12-01T00:00:00.000Z'.length;

/** A text being written, in the form in which it will be published. Drafts are stored as JSON. */
export const pageDraft = { ...pageContent, effectiveAt: pageContent.effectiveAt.as<string | null>() };

export type PageDraft = ValuesOf<typeof pageDraft>;
export type WrittenPage = NewOf<typeof pageContent>;

/**
 * Makes a draft of what somebody wrote.
 *
 * @param defaultLocale of the App: title and body must at least be there in it. A text that shows nothing, whether it
 *   is blank or made of markup alone, counts as missing, in any language.
 * @param prepare sanitises HTML, so that nothing else is ever stored.
 * @param isWanted throws if the draft is of no use, however good it is: asked before the bodies are prepared.
 * @throws ValidationFailedError naming the locales whose texts are missing, unknown or too much.
 */
export async function draftOf(
  { title, body, bodyFormat, effectiveAt }: WrittenPage,
  defaultLocale: SupportedLocale,
  prepare: BodyPreparation,
  isWanted: () => Promise<void> = () => Promise.resolve(),
): Promise<PageDraft> {
  const errors: FieldError[] = [];
  const shownTitle = await textsToStore('title', title, defaultLocale, errors, plainTextToStore);
  await isWanted().catch((reason: unknown) => {
    throw errors.length > 0 ? new ValidationFailedError(errors) : reason;
  });
  const shownBody = await textsToStore('body', body, defaultLocale, errors, (text, locale) =>
    bodyToStore(text, bodyFormat, locale, prepare),
  );
  const effective = effectiveAt?.toISOString() ?? null;
  // Years after 9999 and before 0 have another, longer format.
  if (effective !== null && effective.length !== RFC_3339_LENGTH) {
    errors.push({ field: 'effective_at', code: 'not_instant' });
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return { title: shownTitle, body: shownBody, bodyFormat, effectiveAt: effective };
}
