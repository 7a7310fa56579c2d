import { tenantEvent } from '@libs/kernel';
import { laneOf } from '../endpoints/endpoint.events';
import type { DeliveryKind } from './delivery';

interface Turn {
  readonly tenantId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly kind: DeliveryKind;
  /** That is due: the message of one that was made does nothing. */
  readonly turn: number;
  readonly deliverAt?: Date;
}

const PARTS = { event: undefined, redelivery: 'asked', test: 'asked', replay: 'replay' } as const;

/** Has one attempt at a delivery made. Has a lane for its endpoint: one that hangs holds up nothing but itself. */
export class DeliveryDue extends tenantEvent(
  'webhooks.delivery_due',
  ({ id, turn }: Turn) => ({ delivery_id: id, turn }),
  ({ endpointId, kind, deliverAt }) => ({
    lane: laneOf(endpointId, PARTS[kind]),
    ...(deliverAt && { deliverAt }),
  }),
) {}

/** Has the next events of a replay delivered. */
export class ReplayDue extends tenantEvent(
  'webhooks.replay_due',
  ({ id }: { readonly tenantId: string; readonly id: string }) => ({ replay_id: id }),
) {}
