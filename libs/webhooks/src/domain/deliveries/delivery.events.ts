import type { DomainEvent } from '@libs/kernel';
import { laneOf } from '../endpoints/endpoint.events';

/** The type of outbox message that has one attempt at a delivery made. */
export const DELIVERY_DUE = 'webhooks.delivery_due';

/** Has a lane for its endpoint: one that hangs holds up nothing but itself. */
export class DeliveryDue implements DomainEvent {
  readonly type = DELIVERY_DUE;
  readonly appId = null;
  readonly lane: `webhooks:${string}`;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param turn that is due: the message of one that was made does nothing. */
  constructor(
    readonly tenantId: string,
    delivery: { readonly id: string; readonly endpointId: string },
    turn: number,
    readonly deliverAt?: Date,
    isAskedFor = false,
  ) {
    this.lane = laneOf(delivery.endpointId, isAskedFor);
    this.data = { delivery_id: delivery.id, turn };
  }
}
