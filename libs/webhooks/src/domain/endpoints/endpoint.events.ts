import { tenantEvent } from '@libs/kernel';
import type { DisabledReason } from './endpoint-settings';

/** In which the attempts at an endpoint are made. What somebody asked for, and waits for, does not rest with the others. */
export function laneOf(endpointId: string, isAskedFor = false): `webhooks:${string}` {
  return `webhooks:${endpointId}${isAskedFor ? '.asked' : ''}`;
}

interface EndpointRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Has what waits for a closed endpoint cancelled. Deleted or disabled: nothing more is sent of what waited then. */
export class EndpointClosed extends tenantEvent('webhooks.endpoint_closed', ({ id }: EndpointRef, closedAt: Date) => ({
  endpoint_id: id,
  closed_at: closedAt.toISOString(),
})) {}

/**
 * The service disabled an endpoint by itself: somebody has to be told. Of its address no more than the host is told: the
 * rest may let somebody in.
 */
export class EndpointDisabled extends tenantEvent(
  'webhook.endpoint_disabled',
  (
    { id, url, createdBy }: EndpointRef & { readonly url: string; readonly createdBy: string },
    reason: DisabledReason,
  ) => ({ endpoint_id: id, host: new URL(url).host, reason, created_by: createdBy }),
) {}
