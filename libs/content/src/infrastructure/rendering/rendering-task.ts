import {
  type BodyFormat,
  prepareBody,
  type PreparedBody,
  renderBody,
  RichTextRefusedError,
  type RichTextProblem,
} from '../../domain/rich-text';

/** What a rendering thread is asked for. */
export interface RenderingTask {
  /** The body as it is to be stored, or its HTML. */
  readonly wanted: 'prepared' | 'html';
  readonly body: string;
  readonly format: BodyFormat;
}

/** What comes back from it. Errors lose their class on the way. */
export type RenderingOutcome =
  | { readonly prepared: PreparedBody }
  | { readonly html: string }
  | { readonly refused: RichTextProblem; readonly max?: number };

export function perform({ wanted, body, format }: RenderingTask): RenderingOutcome {
  try {
    return wanted === 'prepared' ? { prepared: prepareBody(body, format) } : { html: renderBody(body, format) };
  } catch (error) {
    if (error instanceof RichTextRefusedError) return { refused: error.code, max: error.max };
    // The stack, or the longest string that there can be.
    if (error instanceof RangeError) return { refused: 'too_complex' };
    throw error;
  }
}
