import { tenantEvent } from '@libs/kernel';
import { laneOf } from '../endpoints/endpoint.events';

interface Turn {
  readonly tenantId: string;
  readonly id: string;
  readonly endpointId: string;
  /** That is due: the message of one that was made does nothing. */
  readonly turn: number;
  readonly deliverAt?: Date;
  readonly isAskedFor?: boolean;
}

/** Has one attempt at a delivery made. Has a lane for its endpoint: one that hangs holds up nothing but itself. */
export class DeliveryDue extends tenantEvent(
  'webhooks.delivery_due',
  ({ id, turn }: Turn) => ({ delivery_id: id, turn }),
  ({ endpointId, deliverAt, isAskedFor }) => ({
    lane: laneOf(endpointId, isAskedFor),
    ...(deliverAt && { deliverAt }),
  }),
) {}
