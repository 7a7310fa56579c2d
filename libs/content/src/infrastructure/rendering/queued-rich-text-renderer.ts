import type { OnApplicationShutdown } from '@nestjs/common';
import { DependencyUnavailableError } from '@libs/kernel';
import {
  type BodyFormat,
  type PreparedBody,
  type RenderedBody,
  RichTextRefusedError,
} from '../../domain/texts/rich-text';
import { RenderingFailedError, RichTextRenderer } from '../../domain/texts/rich-text-renderer';
import type { RenderingOutcome, RenderingTask } from './rendering-task';
import type { RenderingThread } from './rendering-thread';

const MAX_WAITING = 64;
const MAX_WAITING_OF_TENANT = 24;
const WAIT_LIMIT_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

interface Job {
  readonly task: RenderingTask;
  readonly limitMs: number;
  begin(): void;
  done(outcome: RenderingOutcome): void;
  fail(error: Error): void;
}

/**
 * One text at a time, and tenants take turns: many large texts delay their own tenant, and others by one text at most.
 */
export class QueuedRichTextRenderer extends RichTextRenderer implements OnApplicationShutdown {
  /** By tenant, in the order of their turns. */
  private readonly jobs = new Map<string, Job[]>();
  private waiting = 0;
  private isWorking = false;
  private isClosed = false;

  /** @param limitMs of processor time per text. */
  constructor(
    private readonly thread: Pick<RenderingThread, 'run' | 'close'>,
    private readonly limitMs: number,
  ) {
    super();
  }

  async prepare(tenantId: string, body: string, format: BodyFormat): Promise<PreparedBody> {
    const outcome = await this.perform(tenantId, { wanted: 'prepared', body, format }, this.limitMs);
    if ('prepared' in outcome) return outcome.prepared;
    throw refusal(outcome);
  }

  async render(tenantId: string, body: string, format: BodyFormat, patience = 1): Promise<RenderedBody> {
    const outcome = await this.perform(tenantId, { wanted: 'rendered', body, format }, this.limitMs * patience);
    if ('rendered' in outcome) return outcome.rendered;
    throw refusal(outcome);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    for (let job = this.next(); job; job = this.next()) job.fail(unavailable());
    await this.thread.close();
  }

  private perform(tenantId: string, task: RenderingTask, limitMs: number): Promise<RenderingOutcome> {
    const ofTenant = this.jobs.get(tenantId) ?? [];
    const isFull = this.waiting >= MAX_WAITING || ofTenant.length >= MAX_WAITING_OF_TENANT;
    if (this.isClosed || isFull) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const impatience = setTimeout(() => {
        this.remove(tenantId, job);
        reject(unavailable());
      }, WAIT_LIMIT_MS);
      const job: Job = {
        task,
        limitMs,
        begin: () => clearTimeout(impatience),
        done: resolve,
        fail: (error: Error) => {
          clearTimeout(impatience);
          reject(error);
        },
      };
      this.jobs.set(tenantId, [...ofTenant, job]);
      this.waiting++;
      void this.work();
    });
  }

  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    for (let job = this.next(); job; job = this.next()) {
      job.begin();
      try {
        job.done(await this.thread.run(job.task, job.limitMs));
      } catch (error) {
        job.fail(error instanceof RichTextRefusedError ? error : failed(error));
      }
    }
    this.isWorking = false;
  }

  /** The oldest job of the tenant whose turn it is; the tenant then moves to the end. */
  private next(): Job | undefined {
    const [turn] = this.jobs;
    if (!turn) return undefined;
    const [tenantId, [job, ...others]] = turn;
    this.jobs.delete(tenantId);
    if (others.length > 0) this.jobs.set(tenantId, others);
    this.waiting--;
    return job;
  }

  private remove(tenantId: string, job: Job): void {
    const others = this.jobs.get(tenantId)?.filter((other) => other !== job) ?? [];
    if (others.length > 0) this.jobs.set(tenantId, others);
    else this.jobs.delete(tenantId);
    this.waiting--;
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
