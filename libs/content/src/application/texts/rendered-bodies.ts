import { type FieldError, type LocalizedText, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { bodyProblem } from '../../domain/texts/localized-texts';
import { type BodyFormat, RichTextRefusedError } from '../../domain/texts/rich-text';
import type { RichTextRenderer } from '../../domain/texts/rich-text-renderer';

/** The bodies of a text in its languages, as readers get them. */
export interface RenderedBodies {
  readonly html: LocalizedText;
  /** What there is to read in each of them. */
  readonly texts: readonly string[];
}

/**
 * Renders a body in each of its languages. Must not be called within a transaction.
 *
 * @param patience how many times the usual limit rendering may take.
 * @throws ValidationFailedError naming the bodies that are too expensive to render, DependencyUnavailableError when
 *   nothing can be rendered now.
 */
export async function renderedBodies(
  renderer: RichTextRenderer,
  tenantId: string,
  { body, bodyFormat }: { readonly body: LocalizedText; readonly bodyFormat: BodyFormat },
  patience?: number,
): Promise<RenderedBodies> {
  const html: Partial<Record<SupportedLocale, string>> = {};
  const texts: string[] = [];
  const errors: FieldError[] = [];
  for (const [locale, text] of Object.entries(body)) {
    try {
      const rendered = await renderer.render(tenantId, text, bodyFormat, patience);
      html[locale as SupportedLocale] = rendered.html;
      texts.push(rendered.text);
    } catch (error) {
      if (!(error instanceof RichTextRefusedError)) throw error;
      errors.push({ field: `body.${locale}`, ...bodyProblem(error) });
    }
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return { html, texts };
}
