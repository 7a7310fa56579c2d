import { DependencyUnavailableError } from '@libs/kernel';
import type { BodyFormat, PreparedBody, RenderedBody } from './rich-text';

/**
 * Rendering was attempted, but the renderer did not start, broke, or got no processor time. The next attempt may fail
 * likewise.
 */
export class RenderingFailedError extends DependencyUnavailableError {}

/**
 * Renders HTML from texts, outside the requests of others: some texts take seconds. Texts are rendered when they are
 * written; readers get the stored HTML.
 */
export abstract class RichTextRenderer {
  /**
   * The body in the form in which it is stored.
   *
   * @param tenantId whose text it is. Tenants take turns.
   * @throws RichTextRefusedError for a text that is too expensive, DependencyUnavailableError when nothing can be
   * rendered now: RenderingFailedError if it was attempted.
   */
  abstract prepare(tenantId: string, body: string, format: BodyFormat): Promise<PreparedBody>;

  /**
   * The body as readers get it. Must not be called within a transaction.
   *
   * @param patience how many times the usual limit rendering may take.
   * @throws as `prepare`.
   */
  abstract render(tenantId: string, body: string, format: BodyFormat, patience?: number): Promise<RenderedBody>;
}
