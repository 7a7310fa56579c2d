import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type OutboxHandler, OutboxHandlers, type OutboxMessage, type Step, type Turn } from '@libs/foundation';
import { ENDPOINT_CLOSED } from '../../domain/endpoints/endpoint.events';
import { DeliveryStore } from '../../infrastructure/deliveries/delivery-store';

/**
 * Cancels what waited for an endpoint when it was deleted or disabled. Nothing of it was sent from that moment: each
 * attempt looks whether the endpoint is open.
 */
@Injectable()
export class ClosedEndpointsHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly deliveries: DeliveryStore,
  ) {}

  onModuleInit(): void {
    this.handlers.register(ENDPOINT_CLOSED, this);
  }

  handle({ tenantId, data }: OutboxMessage, turn: Turn): Promise<Step> {
    const closedAt = new Date(String(data['closed_at']));
    return turn.repeat(async () => ({
      more: await this.deliveries.cancel(tenantId, String(data['endpoint_id']), closedAt),
    }));
  }
}
