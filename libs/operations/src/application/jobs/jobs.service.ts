import { Injectable } from '@nestjs/common';
import {
  OutboxControl,
  OutboxHandlers,
  type OutboxJob,
  type OutboxJobFilter,
  OutboxJobs,
  QUEUES,
} from '@libs/foundation';
import { AuditTrail, found, type ListPage, type PageRequest, ResourceNotFoundError, Transactions } from '@libs/kernel';
import { expectDeletable, expectPausable, expectRetryable } from '../../domain/jobs/job';
import { maskedPayload, withoutAddresses } from './job-payload';

/** A message of the outbox as administrators see it: without secrets and addresses. */
export interface Job extends Omit<OutboxJob, 'data'> {
  /** The number of failed attempts after which it is given up; null if that depends on, for example, a code's lifetime. */
  readonly maxAttempts: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The jobs of a tenant, for its administrators. */
@Injectable()
export class JobsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: OutboxJobs,
    private readonly control: OutboxControl,
    private readonly handlers: OutboxHandlers,
    private readonly audit: AuditTrail,
  ) {}

  async list(tenantId: string, filter: OutboxJobFilter, page: PageRequest): Promise<ListPage<Job>> {
    const { items, total } = await this.jobs.list(tenantId, filter, page);
    return { items: items.map((job) => this.shown(job)), total };
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<Job> {
    return this.shown(found(await this.jobs.find(tenantId, id)));
  }

  /** Makes the job due at once, with all attempts anew. @throws ResourceNotFoundError, JobStateError */
  retry(tenantId: string, id: string): Promise<Job> {
    return this.transactions.run(tenantId, async () => {
      const job = found(await this.jobs.findForUpdate(tenantId, id));
      expectRetryable(job);
      await this.control.retry(tenantId, id);
      const retried = this.shown(found(await this.jobs.findForUpdate(tenantId, id)));
      this.record(job, stateOf(job), stateOf(retried));
      return retried;
    });
  }

  /** Retries dead letters, oldest first. @returns how many. @throws ResourceNotFoundError for an unknown queue. */
  retryDead(tenantId: string, queue: string, type: string | null, limit: number): Promise<number> {
    expectQueue(queue);
    return this.transactions.run(tenantId, async () => {
      const retried = await this.control.retryDead(tenantId, queue, type, limit);
      this.audit.record({
        resourceType: 'job',
        resourceId: null,
        before: null,
        after: { queue, type, limit, retried },
      });
      return retried;
    });
  }

  /** @throws ResourceNotFoundError, JobStateError, JobNeededError */
  async delete(tenantId: string, id: string): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const job = found(await this.jobs.findForUpdate(tenantId, id));
      expectDeletable(job);
      await this.control.delete(tenantId, id);
      const { type, queue, createdAt } = job;
      this.record(job, { type, queue, created_at: createdAt.toISOString(), ...stateOf(job) }, null);
    });
  }

  /** No process begins a message of a paused queue. @throws ResourceNotFoundError, QueueNotPausableError */
  async pause(tenantId: string, queue: string): Promise<void> {
    expectQueue(queue);
    expectPausable(queue);
    await this.transactions.run(tenantId, async () => {
      this.recordPause(queue, !(await this.control.pause(tenantId, queue)), true);
    });
  }

  /** @throws ResourceNotFoundError */
  async resume(tenantId: string, queue: string): Promise<void> {
    expectQueue(queue);
    await this.transactions.run(tenantId, async () => {
      this.recordPause(queue, await this.control.resume(tenantId, queue), false);
    });
  }

  private shown({ data, ...job }: OutboxJob): Job {
    const error = job.error === null ? null : withoutAddresses(job.error);
    return { ...job, error, maxAttempts: this.handlers.maxAttemptsOf(job.type), payload: maskedPayload(data) };
  }

  private record({ id, appId }: OutboxJob, before: object, after: object | null): void {
    this.audit.record({ resourceType: 'job', resourceId: id, appId, before, after });
  }

  private recordPause(queue: string, before: boolean, after: boolean): void {
    const change = { before: { paused: before }, after: { paused: after } };
    this.audit.record({ resourceType: 'job_queue', resourceId: queue, ...change });
  }
}

function stateOf({ state, attempts, lost }: Pick<OutboxJob, 'state' | 'attempts' | 'lost'>) {
  return { state, attempts, lost };
}

function expectQueue(name: string): void {
  if (!QUEUES.includes(name)) throw new ResourceNotFoundError();
}
