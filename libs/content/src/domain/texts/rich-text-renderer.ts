import { DependencyUnavailableError, type LocalizedText } from '@libs/kernel';
import type { ImageSources } from './images';
import type { BodyFormat, PreparedBody, RenderedBody } from './rich-text';

/**
 * Rendering was attempted, but the renderer did not start, broke, or got no processor time. The next attempt may fail
 * likewise.
 */
export class RenderingFailedError extends DependencyUnavailableError {}

/** The bodies of a revision as HTML. */
export interface ShownBodies {
  /** In each of its languages; pictures stand in it as `file:<id>`. */
  readonly html: LocalizedText;
  /** Whether they could have images of other sites. */
  readonly externalImages: boolean;
}

/**
 * Renders HTML from texts, outside the requests of others: some texts take seconds. Texts are rendered when they are
 * written; readers get the stored HTML.
 */
export abstract class RichTextRenderer {
  /**
   * The body in the form in which it is stored.
   *
   * @param tenantId whose text it is. Tenants take turns.
   * @param images that it may have: those of other sites, unless the caller says more.
   * @throws RichTextRefusedError for a text that is too expensive, DependencyUnavailableError when nothing can be
   * rendered now: RenderingFailedError if it was attempted.
   */
  abstract prepare(tenantId: string, body: string, format: BodyFormat, images?: ImageSources): Promise<PreparedBody>;

  /**
   * The body as readers get it. Must not be called within a transaction.
   *
   * @param patience how many times the usual limit rendering may take.
   * @throws as `prepare`.
   */
  abstract render(
    tenantId: string,
    body: string,
    format: BodyFormat,
    patience?: number,
    images?: ImageSources,
  ): Promise<RenderedBody>;
}
