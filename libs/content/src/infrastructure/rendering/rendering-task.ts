import {
  type BodyFormat,
  prepareBody,
  type PreparedBody,
  renderedBody,
  type RenderedBody,
  RichTextRefusedError,
  type RichTextProblem,
} from '../../domain/texts/rich-text';

/** A task for the rendering thread. */
export interface RenderingTask {
  /** The body in its stored form, or as readers get it. */
  readonly wanted: 'prepared' | 'rendered';
  readonly body: string;
  readonly format: BodyFormat;
}

/** The result of a task. Errors lose their class between threads. */
export type RenderingOutcome =
  | { readonly prepared: PreparedBody }
  | { readonly rendered: RenderedBody }
  | { readonly refused: RichTextProblem; readonly max?: number };

export function perform({ wanted, body, format }: RenderingTask): RenderingOutcome {
  try {
    return wanted === 'prepared' ? { prepared: prepareBody(body, format) } : { rendered: renderedBody(body, format) };
  } catch (error) {
    if (error instanceof RichTextRefusedError) return { refused: error.code, max: error.max };
    // The stack overflowed, or a string exceeded the maximum length.
    if (error instanceof RangeError) return { refused: 'too_complex' };
    throw error;
  }
}
