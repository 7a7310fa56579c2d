import type { OnApplicationShutdown } from '@nestjs/common';
import { FairTurns } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { EXTERNAL_IMAGES, type ImageSources } from '../../domain/texts/images';
import type { BodyFormat, PreparedBody, RenderedBody } from '../../domain/texts/rich-text';
import { RichTextRefusedError } from '../../domain/texts/rich-text-problem';
import { RenderingFailedError, RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import type { RenderingOutcome, RenderingTask } from './rendering-task';
import type { RenderingThread } from './rendering-thread';

type Thread = Pick<RenderingThread, 'run' | 'close'>;

/** In UTF-16 units. Nearly all pages, articles and messages are shorter, and take some milliseconds. */
const MAX_SMALL_LENGTH = 16 * 1024;
/** Of processor time. A small text that is made to take longer goes to where the large ones wait. */
const SMALL_LIMIT_MS = 250;
const TURNS = { atOnce: 1, eachAtOnce: 1, waiting: 64, eachWaiting: 24, waitMs: 15_000 };
const RETRY_AFTER_SECONDS = 5;

/**
 * One large text at a time, and beside it one small one, which has a thread of its own and never waits for a large one.
 * Tenants take turns by the processor time that their texts have taken: whoever has expensive ones delays himself, and
 * others by one text at most.
 */
export class QueuedRichTextRenderer extends RichTextRenderer implements OnApplicationShutdown {
  private readonly small: Lane;
  private readonly large: Lane;

  /** @param limitMs of processor time per text. */
  constructor(
    threads: { readonly small: Thread; readonly large: Thread },
    private readonly limitMs: number,
  ) {
    super();
    this.small = new Lane(threads.small);
    this.large = new Lane(threads.large);
  }

  async prepare(tenantId: string, body: string, format: BodyFormat, images = EXTERNAL_IMAGES): Promise<PreparedBody> {
    const outcome = await this.perform(tenantId, { wanted: 'prepared', body, format, images }, this.limitMs);
    if ('prepared' in outcome) return outcome.prepared;
    throw refusal(outcome);
  }

  async render(
    tenantId: string,
    body: string,
    format: BodyFormat,
    patience = 1,
    images: ImageSources = EXTERNAL_IMAGES,
  ): Promise<RenderedBody> {
    const limits = patience > 1 ? { maxElements: Infinity } : {};
    const task = { wanted: 'rendered', body, format, images, ...limits } as const;
    const outcome = await this.perform(tenantId, task, this.limitMs * patience);
    if ('rendered' in outcome) return outcome.rendered;
    throw refusal(outcome);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.small.close(), this.large.close()]);
  }

  private async perform(tenantId: string, task: RenderingTask, limitMs: number): Promise<RenderingOutcome> {
    if (task.body.length > MAX_SMALL_LENGTH) return this.large.perform(tenantId, task, limitMs);
    const smallMs = Math.min(SMALL_LIMIT_MS, limitMs);
    try {
      return await this.small.perform(tenantId, task, smallMs);
    } catch (error) {
      if (error instanceof RichTextRefusedError && smallMs < limitMs)
        return this.large.perform(tenantId, task, limitMs);
      throw error;
    }
  }
}

/** A thread, and those who wait for it. */
class Lane {
  private readonly turns = new FairTurns(TURNS);
  private readonly closing = new AbortController();

  constructor(private readonly thread: Thread) {}

  /** @throws RichTextRefusedError above the limits of time and memory. */
  perform(tenantId: string, task: RenderingTask, limitMs: number): Promise<RenderingOutcome> {
    return this.turns.take(
      tenantId,
      async (charge) => {
        // Its turn came with the last thing that happened before.
        this.closing.signal.throwIfAborted();
        try {
          const { outcome, usedMs } = await this.thread.run(task, limitMs);
          charge(usedMs);
          return outcome;
        } catch (error) {
          if (!(error instanceof RichTextRefusedError)) throw failed(error);
          charge(limitMs);
          throw error;
        }
      },
      this.closing.signal,
    );
  }

  async close(): Promise<void> {
    this.closing.abort(unavailable());
    await this.thread.close();
  }
}

function refusal(outcome: RenderingOutcome): Error {
  return 'refused' in outcome
    ? new RichTextRefusedError(outcome.refused, outcome.max)
    : failed(new Error('The rendering thread gave an unexpected answer'));
}

function failed(cause: unknown): RenderingFailedError {
  return new RenderingFailedError({ retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

function unavailable(): DependencyUnavailableError {
  return new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
}
