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
  /** Of its HTML, if it may have others than the usual number. */
  readonly maxElements?: number;
}

/** The result of a task. Errors lose their class between threads. */
export type RenderingOutcome =
  | { readonly prepared: PreparedBody }
  | { readonly rendered: RenderedBody }
  | { readonly refused: RichTextProblem; readonly max?: number };

/** What became of a task, and what it cost. */
export interface PerformedTask {
  readonly outcome: RenderingOutcome;
  /** In processor time of its thread. */
  readonly usedMs: number;
}

export function perform(task: RenderingTask): PerformedTask {
  const before = process.threadCpuUsage();
  const outcome = outcomeOf(task);
  const { user, system } = process.threadCpuUsage(before);
  return { outcome, usedMs: (user + system) / 1_000 };
}

function outcomeOf({ wanted, body, format, maxElements }: RenderingTask): RenderingOutcome {
  try {
    return wanted === 'prepared'
      ? { prepared: prepareBody(body, format) }
      : { rendered: renderedBody(body, format, maxElements) };
  } catch (error) {
    if (error instanceof RichTextRefusedError) return { refused: error.code, max: error.max };
    // The stack overflowed, or a string exceeded the maximum length.
    if (error instanceof RangeError) return { refused: 'too_complex' };
    throw error;
  }
}
