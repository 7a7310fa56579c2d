import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { DeliveryStore } from '../../infrastructure/deliveries/delivery-store';

/**
 * Forgets what endpoints answered to events about people whose account has been erased: it may repeat what they know of
 * them. The events name nobody but by an id. What is answered to those that still come is gone after its days.
 */
@Handles('user.erased')
export class ErasedUsersHandler implements OutboxHandler {
  constructor(private readonly deliveries: DeliveryStore) {}

  async handle({ tenantId, data }: OutboxMessage): Promise<void> {
    await this.deliveries.forgetAnswers(tenantId, String(data['user_id']));
  }
}
