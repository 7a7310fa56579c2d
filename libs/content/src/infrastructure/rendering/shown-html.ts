import { type ImageSources, type PictureSizes, withPictureSizes } from '../../domain/texts/images';
import { type BodyFormat, plainBody } from '../../domain/texts/rich-text';
import { RichTextRefusedError } from '../../domain/texts/rich-text-problem';
import type { RichTextRenderer } from '../../domain/texts/rich-text-renderer';

/** A body as it is shown, and by which rules. */
interface ShownBody {
  readonly tenantId: string;
  readonly body: string;
  readonly format: BodyFormat;
  readonly images: ImageSources;
  readonly sizes: PictureSizes;
  /** How many times the usual limit rendering may take. */
  readonly patience: number;
}

/**
 * The HTML of a body, in which pictures stand as `file:<id>`. What cannot be rendered is shown as it was written.
 *
 * @throws DependencyUnavailableError when nothing can be rendered now.
 */
export async function shownHtml(
  renderer: RichTextRenderer,
  { tenantId, body, format, images, sizes, patience }: ShownBody,
): Promise<string> {
  try {
    const { html } = await renderer.render(tenantId, body, format, patience, images);
    return withPictureSizes(html, sizes);
  } catch (error) {
    if (error instanceof RichTextRefusedError) return plainBody(body);
    throw error;
  }
}
