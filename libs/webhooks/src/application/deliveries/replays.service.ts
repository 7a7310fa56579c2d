import { Injectable } from '@nestjs/common';
import { AuditTrail, newId, Outbox, Transactions, ValidationFailedError, valuesIn, wireOf } from '@libs/kernel';
import { ReplayDue } from '../../domain/deliveries/delivery.events';
import { MAX_REPLAYED, replayedTypes, type ReplayRequest, replaySettings } from '../../domain/deliveries/replay';
import { ReplaysWaitingError } from '../../domain/deliveries/replay.errors';
import { Replays } from '../../infrastructure/deliveries/replays';
import { EndpointStore } from '../../infrastructure/endpoints/endpoint-store';

/** Sends the events of a time range again. */
@Injectable()
export class ReplaysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: EndpointStore,
    private readonly replays: Replays,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @returns how many events are sent.
   * @throws ValidationFailedError for a time that ends before it begins, or has too many events.
   * @throws ResourceNotFoundError, EndpointDisabledError, ReplaysWaitingError
   */
  async replay(tenantId: string, endpointId: string, request: ReplayRequest): Promise<number> {
    const replay = valuesIn(replaySettings, request);
    const { from, to, eventTypes } = replay;
    if (to && to <= from) throw ValidationFailedError.of('to', 'not_after_from');
    return this.transactions.run(tenantId, async () => {
      // Replays of one endpoint begin one after the other, so that what waits is within its limit.
      const endpoint = await this.endpoints.getForUpdate(tenantId, endpointId);
      endpoint.expectEnabled();
      const until = to ?? (await this.transactions.now());
      const events = { tenantId, endpointId, types: replayedTypes(endpoint.eventTypes, eventTypes), from, until };
      const count = await this.replays.count(events);
      if (count > MAX_REPLAYED) throw ValidationFailedError.of('from', 'too_many_events', { max: MAX_REPLAYED });
      if (count + (await this.replays.waiting(tenantId, endpointId)) > MAX_REPLAYED) throw new ReplaysWaitingError();
      const id = newId();
      if (count > 0) {
        await this.replays.add(id, events, count);
        await this.outbox.add(new ReplayDue({ tenantId, id }));
      }
      const after = { endpoint_id: endpointId, ...wireOf(replaySettings, replay), count };
      this.audit.record({ resourceType: 'webhook_replay', resourceId: id, before: null, after });
      return count;
    });
  }
}
