import { Injectable } from '@nestjs/common';
import { FileUsages } from '@libs/files';
import { type FieldError, isUuid, type LocalizedText, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';
import { type ImageSources, withPictureSizes, withPictureUrls } from '../../domain/texts/images';
import { bodyProblem } from '../../domain/texts/localized-texts';
import type { BodyFormat } from '../../domain/texts/rich-text';
import { RichTextRefusedError } from '../../domain/texts/rich-text-problem';
import { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { ImagePolicy } from '../../infrastructure/pictures/image-policy';
import type { RemovedImage, RemovedImages } from '../pictures/text-bodies';

/** A body that somebody is writing, in some languages. Any of them may be empty. */
interface WrittenText {
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
}

interface BodyPreview extends RemovedImages {
  readonly bodyHtml: LocalizedText;
}

/** A body as publishing it would make it, for whoever writes it. Nothing is stored. */
@Injectable()
export class BodyPreviews {
  constructor(
    private readonly renderer: RichTextRenderer,
    private readonly policy: ImagePolicy,
    private readonly files: FileUsages,
  ) {}

  /**
   * Pictures that the text could not have are left out: saving it will say which. Must not be called within a transaction.
   *
   * @param pictureUrl where whoever writes it loads a picture.
   * @throws ValidationFailedError naming the bodies that are refused for their content or their cost, but not those that
   *   show nothing; DependencyUnavailableError when nothing can be rendered now.
   */
  async render(
    scope: ContentScope,
    { body, bodyFormat }: WrittenText,
    pictureUrl: (fileId: string) => string,
  ): Promise<BodyPreview> {
    const images = await this.policy.sourcesOf(scope);
    const html: Partial<Record<SupportedLocale, string>> = {};
    const removed: RemovedImage[] = [];
    const errors: FieldError[] = [];
    for (const [key, text] of Object.entries(body)) {
      const locale = key as SupportedLocale;
      try {
        const shown = await this.renderOne(scope, text, bodyFormat, images);
        html[locale] = withPictureUrls(shown.html, pictureUrl);
        removed.push(...shown.removed.map((url) => ({ locale, url })));
      } catch (error) {
        if (!(error instanceof RichTextRefusedError)) throw error;
        errors.push({ field: `body.${locale}`, ...bodyProblem(error) });
      }
    }
    if (errors.length > 0) throw new ValidationFailedError(errors);
    return { bodyHtml: html, removed };
  }

  private async renderOne({ tenantId, appId }: ContentScope, body: string, format: BodyFormat, images: ImageSources) {
    const { text, pictures, removed } = await this.renderer.prepare(tenantId, body, format, images);
    const ids = pictures.filter(isUuid);
    const sizes = ids.length > 0 ? await this.files.usableImages(tenantId, ids, 'content_image', appId) : new Map();
    const { html } = await this.renderer.render(tenantId, text, format, undefined, images);
    return { html: withPictureSizes(html, sizes), removed };
  }
}
