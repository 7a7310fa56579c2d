import { Handles, type OutboxHandler, type OutboxMessage, type Step, type Turn } from '@libs/foundation';
import { EndpointClosed } from '../../domain/endpoints/endpoint.events';
import { DeliveryStore } from '../../infrastructure/deliveries/delivery-store';

/**
 * Cancels what waited for an endpoint when it was deleted or disabled. Nothing of it was sent from that moment: each
 * attempt looks whether the endpoint is open.
 */
@Handles(EndpointClosed.type)
export class ClosedEndpointsHandler implements OutboxHandler {
  constructor(private readonly deliveries: DeliveryStore) {}

  handle({ tenantId, data }: OutboxMessage, turn: Turn): Promise<Step> {
    const closedAt = new Date(String(data['closed_at']));
    return turn.repeat(async () => ({
      more: await this.deliveries.cancel(tenantId, String(data['endpoint_id']), closedAt),
    }));
  }
}
