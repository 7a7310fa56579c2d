import { Injectable } from '@nestjs/common';
import { AuditTrail, Outbox, Transactions } from '@libs/kernel';
import type { AttemptOutcome } from '../../domain/deliveries/delivery';
import { closureAfter } from '../../domain/deliveries/endpoint-health';
import { EndpointClosed, EndpointDisabled } from '../../domain/endpoints/endpoint.events';
import { type CalledEndpoint, EndpointHealth } from '../../infrastructure/endpoints/endpoint-health';

/** What attempts say about their endpoint, which is disabled when nobody looks after it. In the current transaction. */
@Injectable()
export class EndpointFailures {
  constructor(
    private readonly transactions: Transactions,
    private readonly health: EndpointHealth,
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async record(called: CalledEndpoint, outcome: AttemptOutcome): Promise<void> {
    if (outcome.error === null) return this.health.succeeded(called);
    await this.health.failed(called);
    const closure = closureAfter(outcome);
    const closed = await this.health.disable(called, closure);
    if (!closed) return;
    this.audit.record({
      resourceType: 'webhook_endpoint',
      resourceId: closed.id,
      before: { enabled: true, disabled_reason: null },
      after: { enabled: false, disabled_reason: closure.reason },
    });
    await this.outbox.add(new EndpointClosed(closed, await this.transactions.now()));
    await this.outbox.add(new EndpointDisabled(closed, closure.reason));
  }
}
