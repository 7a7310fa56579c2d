import { DependencyUnavailableError } from '@libs/kernel';
import type { BodyFormat, PreparedBody } from './rich-text';

/** A text had its turn, but what renders did not start, broke, or got no processor. The next try may end like it. */
export class RenderingFailedError extends DependencyUnavailableError {}

/**
 * Makes HTML of what people write, away from everybody's requests: some texts take seconds. Whoever stores a text asks
 * when it is written; whoever reads it finds the HTML stored.
 */
export abstract class RichTextRenderer {
  /**
   * What is to be stored of a body.
   *
   * @param tenantId whose text it is. Tenants take turns.
   * @throws RichTextRefusedError for what takes too much, DependencyUnavailableError when nothing can be rendered now:
   * RenderingFailedError where it was tried.
   */
  abstract prepare(tenantId: string, body: string, format: BodyFormat): Promise<PreparedBody>;

  /**
   * The body as sanitised HTML. Not within a transaction.
   *
   * @param patience how many times the usual limit it may take.
   * @throws as `prepare`.
   */
  abstract render(tenantId: string, body: string, format: BodyFormat, patience?: number): Promise<string>;
}
