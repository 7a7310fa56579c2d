import { type FieldError, type LocalizedText, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { bodyProblem } from '../../domain/texts/localized-texts';
import { type ImageSources, type PictureSizes, withPictureSizes } from '../../domain/texts/images';
import type { BodyFormat } from '../../domain/texts/rich-text';
import { RichTextRefusedError } from '../../domain/texts/rich-text-problem';
import type { RichTextRenderer, ShownBodies } from '../../domain/texts/rich-text-renderer';

/** The bodies of a text in its languages, as readers get them. */
export interface RenderedBodies extends ShownBodies {
  /** What there is to read in each of them. */
  readonly texts: readonly string[];
}

interface Rendering {
  readonly images: ImageSources;
  /** Of the pictures that the text has; others are left out. */
  readonly sizes: PictureSizes;
  /** How many times the usual limit it may take. */
  readonly patience?: number | undefined;
}

/**
 * Renders a body in each of its languages. Must not be called within a transaction.
 *
 * @throws ValidationFailedError naming the bodies that are too expensive to render, DependencyUnavailableError when
 *   nothing can be rendered now.
 */
export async function renderedBodies(
  renderer: RichTextRenderer,
  tenantId: string,
  { body, bodyFormat }: { readonly body: LocalizedText; readonly bodyFormat: BodyFormat },
  { images, sizes, patience }: Rendering,
): Promise<RenderedBodies> {
  const html: Partial<Record<SupportedLocale, string>> = {};
  const texts: string[] = [];
  const errors: FieldError[] = [];
  for (const [locale, text] of Object.entries(body)) {
    try {
      const rendered = await renderer.render(tenantId, text, bodyFormat, patience, images);
      html[locale as SupportedLocale] = withPictureSizes(rendered.html, sizes);
      texts.push(rendered.text);
    } catch (error) {
      if (!(error instanceof RichTextRefusedError)) throw error;
      errors.push({ field: `body.${locale}`, ...bodyProblem(error) });
    }
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return { html, texts, externalImages: images.external };
}
