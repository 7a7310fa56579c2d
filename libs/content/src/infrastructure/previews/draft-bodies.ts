import { Injectable } from '@nestjs/common';
import { InvalidatedCache } from '@libs/foundation';
import { type SupportedLocale, found } from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';
import type { BodyFormat } from '../../domain/texts/rich-text';
import { RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import { ImagePolicy } from '../pictures/image-policy';
import { TextPictures } from '../pictures/text-pictures';
import { HeldOffRenderings } from '../rendering/held-off-renderings';
import { shownHtml } from '../rendering/shown-html';

/** A body of a draft, which its version identifies. */
export interface DraftBody extends ContentScope {
  readonly id: string;
  readonly lockVersion: number;
  readonly locale: SupportedLocale;
  readonly body: string;
  readonly format: BodyFormat;
}

interface Rendered {
  readonly html: string;
}

const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_BESIDE_THE_BODY = 300;

/** A version of a draft never changes: a change makes another one. */
const NOTHING_CHANGES = { live: true, subscribe: () => undefined };

/** The HTML of drafts, rendered once for each version and kept as long as there is room: a link may be opened often. */
@Injectable()
export class DraftBodies {
  private readonly heldOff = new HeldOffRenderings();
  private readonly bodies = new InvalidatedCache<Rendered>(NOTHING_CHANGES, {
    subject: 'content',
    maxBytes: MAX_BYTES,
    sizeOf: ({ html }) => html.length * 2 + BYTES_BESIDE_THE_BODY,
    maxAgeMs: Infinity,
  });

  constructor(
    private readonly renderer: RichTextRenderer,
    private readonly policy: ImagePolicy,
    private readonly pictures: TextPictures,
  ) {}

  /**
   * As publishing would make it; pictures stand in it as `file:<id>`. Must not be called within a transaction.
   *
   * @throws DependencyUnavailableError when nothing can be rendered now.
   */
  async html(draft: DraftBody): Promise<string> {
    const images = await this.policy.sourcesOf(draft);
    const key = `${draft.lockVersion} ${draft.locale} ${images.external}`;
    const rendered = await this.bodies.get(draft.id, key, () =>
      this.heldOff.unlessHeld(`${draft.id} ${key}`, async () => {
        const sizes = await this.pictures.sizesOf(draft, 'draft');
        return { html: await shownHtml(this.renderer, { ...draft, images, sizes, patience: 1 }) };
      }),
    );
    return found(rendered).html;
  }
}
