import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { DeliveryDue } from '../../domain/deliveries/delivery.events';
import { SOURCES } from '../../domain/events/catalogue';
import { webhookEventOf } from '../../domain/events/webhook-event';
import { DeliveryStore } from '../../infrastructure/deliveries/delivery-store';
import { Subscriptions } from '../../infrastructure/endpoints/subscriptions';

/**
 * Has the endpoints that subscribe to an event told of it. Where none does, nothing is written and nothing is asked. One
 * that only disabled endpoints subscribe to is kept, to be sent once they are enabled again.
 */
@Handles(SOURCES)
export class EventDispatchHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly subscriptions: Subscriptions,
    private readonly deliveries: DeliveryStore,
    private readonly outbox: Outbox,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    const event = webhookEventOf(message);
    if (!event) return;
    const { tenantId } = event;
    const endpoints = await this.subscriptions.to(tenantId, event.type);
    if (endpoints.length === 0) return;
    await this.transactions.run(tenantId, async () => {
      for (const delivery of await this.deliveries.add(event, endpoints, 'event')) {
        await this.outbox.add(new DeliveryDue({ tenantId, ...delivery, kind: 'event', turn: 0 }));
      }
    });
  }
}
