import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { Database, isUnavailable, Logger } from '@libs/foundation';
import {
  type AuditedChange,
  type AuditTrail,
  DependencyUnavailableError,
  DomainError,
  NIL_UUID,
  type SystemAudit,
  type SystemJob,
} from '@libs/kernel';
import { type AuditEntry, entryOf } from '../domain/audit-record';
import type { AuditedRequest, AuditedResult, AuditOutcome } from '../domain/audited-request';
import { changesIn } from '../domain/recorded-changes';
import { AuditWriter } from '../infrastructure/audit-writer';

interface RequestUnderWay {
  readonly request: AuditedRequest;
  /** The changes reported in each attempt at a transaction; those of a failed attempt are dropped with it. */
  readonly attempts: WeakMap<object, AuditedChange[]>;
  hasRecord: boolean;
  expectsNoChange?: true;
}

/** Records every request of an administrator: a success with its transaction, anything else afterwards. */
@Injectable()
export class RequestAudit implements AuditTrail, SystemAudit {
  private readonly current = new AsyncLocalStorage<RequestUnderWay>();

  constructor(
    private readonly database: Database,
    private readonly writer: AuditWriter,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs the request. An exception is recorded and rethrown, in addition to the record of a transaction that was
   * committed before; a success that reported no change gets a record without one. Must not be called within a
   * transaction.
   *
   * @throws what `work` throws, and an error when a success cannot be recorded: nothing goes unrecorded.
   */
  async run<T>(request: AuditedRequest, work: () => Promise<T>): Promise<T> {
    const underWay: RequestUnderWay = { request, attempts: new WeakMap(), hasRecord: false };
    let result: T;
    try {
      result = await this.current.run(underWay, () => this.as(request, work));
    } catch (error) {
      await this.recordRefused(request, error);
      throw error;
    }
    if (!underWay.hasRecord && leavesRecord(request)) {
      if (!isRead(request) && !underWay.expectsNoChange)
        this.logger.error(inLog(request), 'a write reported no change to the audit log');
      await this.write(request, 'success');
    }
    return result;
  }

  /** The current request repeats one whose change is recorded; its own record lists no change. */
  expectNoChange(): void {
    const underWay = this.current.getStore();
    if (underWay) underWay.expectsNoChange = true;
  }

  perform<T>(job: SystemJob, work: () => Promise<T>): Promise<T> {
    const request = requestOf(job);
    return this.current.run({ request, attempts: new WeakMap(), hasRecord: false }, () => this.as(request, work));
  }

  record(change: AuditedChange): void {
    const underWay = this.current.getStore();
    if (!underWay) return;
    const { request, attempts } = underWay;
    // Each attempt at a transaction has a manager of its own.
    const attempt = this.database.manager;
    const told = attempts.get(attempt);
    // They are compared before the commit, piece by piece. By then the resource may have other values, but no value
    // has been changed in place.
    const reported = {
      ...change,
      before: change.before && { ...change.before },
      after: change.after && { ...change.after },
    };
    if (told) {
      told.push(reported);
      return;
    }
    const changes = [reported];
    attempts.set(attempt, changes);
    this.database.beforeCommit(async () => {
      const entries: AuditEntry[] = [];
      for (const those of recordsOf(changes)) entries.push(entryOf(request, await resultOf(request, those)));
      await this.writer.append(...entries);
    });
    this.database.afterCommit(() => (underWay.hasRecord = true));
  }

  /** Records a request that fails outside `run`. Never fails: the original error is the one to report. */
  async recordRefused(request: AuditedRequest, error: unknown): Promise<void> {
    if (!leavesRecord(request)) return;
    const outcome = isDenial(error) ? 'denied' : 'failure';
    const recorded = this.write(request, outcome).catch((failure: unknown) => {
      const stack = failure instanceof Error ? failure.stack : String(failure);
      this.logger.error({ ...inLog(request), outcome, stack }, 'a refused request could not be recorded');
    });
    // An unavailable database has already delayed the answer: it is not delayed again.
    if (!isOfDatabase(error)) await recorded;
  }

  /** Whoever is in the record is who changes the rows. */
  private as<T>({ actor }: AuditedRequest, work: () => Promise<T>): Promise<T> {
    return this.database.actingAs(actor.id ?? NIL_UUID, work);
  }

  private async write(request: AuditedRequest, outcome: AuditOutcome): Promise<void> {
    const { resourceId, appId } = request;
    const entry = entryOf(request, { outcome, resourceType: null, resourceId, appId, changes: [] });
    await this.database.run(request.tenantId, () => this.writer.append(entry));
  }
}

/** The job in the form of a request. */
function requestOf({ tenantId, action, name, id }: SystemJob): AuditedRequest {
  return {
    tenantId,
    actor: { type: 'system', id: null, display: 'system' },
    action,
    method: 'JOB',
    route: name,
    appId: null,
    resourceId: null,
    ip: null,
    userAgent: null,
    requestId: id,
    reason: null,
  };
}

/** What each record tells of. */
function recordsOf(changes: readonly AuditedChange[]): AuditedChange[][] {
  const together = changes.filter(({ isOwnRecord }) => !isOwnRecord);
  const alone = changes.filter(({ isOwnRecord }) => isOwnRecord);
  return [...(together.length > 0 ? [together] : []), ...alone.map((change) => [change])];
}

/** One record names the first resource and contains the changes of all. */
async function resultOf(request: AuditedRequest, changes: readonly AuditedChange[]): Promise<AuditedResult> {
  const { resourceType = null, resourceId = null, appId = request.appId } = changes[0] ?? {};
  return { outcome: 'success', resourceType, resourceId, appId, ...(await changesIn(changes)) };
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof DependencyUnavailableError && isUnavailable(error.cause);
}

function isDenial(error: unknown): boolean {
  return error instanceof DomainError && error.definition.kind === 'forbidden';
}

function isRead({ method, changesNothing = false }: AuditedRequest): boolean {
  return method === 'GET' || method === 'HEAD' || changesNothing;
}

function leavesRecord(request: AuditedRequest): boolean {
  return !isRead(request) || request.recordReads !== false;
}

function inLog({ tenantId, requestId, action, method, route }: AuditedRequest) {
  return { tenant_id: tenantId, request_id: requestId, action, method, route };
}
