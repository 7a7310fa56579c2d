import type { ImageSources } from '../../domain/texts/images';
import {
  type BodyFormat,
  prepareBody,
  type PreparedBody,
  renderedBody,
  type RenderedBody,
} from '../../domain/texts/rich-text';
import { RichTextRefusedError, type RichTextProblem } from '../../domain/texts/rich-text-problem';

/** A task for the rendering thread. */
export interface RenderingTask {
  /** The body in its stored form, or as readers get it. */
  readonly wanted: 'prepared' | 'rendered';
  readonly body: string;
  readonly format: BodyFormat;
  /** That the body may have; those of other sites if it does not say. */
  readonly images?: ImageSources;
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

function outcomeOf({ wanted, body, format, images, maxElements }: RenderingTask): RenderingOutcome {
  try {
    return wanted === 'prepared'
      ? { prepared: prepareBody(body, format, images) }
      : { rendered: renderedBody(body, format, maxElements, images) };
  } catch (error) {
    if (error instanceof RichTextRefusedError) return { refused: error.code, max: error.max };
    // The stack overflowed, or a string exceeded the maximum length.
    if (error instanceof RangeError) return { refused: 'too_complex' };
    throw error;
  }
}
