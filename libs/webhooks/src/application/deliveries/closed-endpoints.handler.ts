import { Handles, type OutboxHandler, type OutboxMessage, type Step, type Turn } from '@libs/foundation';
import { EndpointClosed } from '../../domain/endpoints/endpoint.events';
import { DeliveryStore } from '../../infrastructure/deliveries/delivery-store';
import { Replays } from '../../infrastructure/deliveries/replays';

/**
 * Cancels what waited for an endpoint when it was deleted or disabled. Nothing of it was sent from that moment: each
 * attempt looks whether the endpoint is open.
 */
@Handles(EndpointClosed.type)
export class ClosedEndpointsHandler implements OutboxHandler {
  constructor(
    private readonly deliveries: DeliveryStore,
    private readonly replays: Replays,
  ) {}

  async handle({ tenantId, data }: OutboxMessage, turn: Turn): Promise<Step> {
    const [endpointId, closedAt] = [String(data['endpoint_id']), new Date(String(data['closed_at']))];
    await this.replays.end(tenantId, endpointId, closedAt);
    return turn.repeat(async () => ({ more: await this.deliveries.cancel(tenantId, endpointId, closedAt) }));
  }
}
