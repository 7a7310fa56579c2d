import { tenantEvent } from '@libs/kernel';
import type { DisabledReason } from './endpoint-settings';

/** Attempts apart from those at what happens now. */
type Part = 'asked' | 'replay';

/**
 * In which the attempts at an endpoint are made. What somebody asked for, and waits for, does not rest with the others, and
 * these do not wait behind the events of a time range that are sent again.
 */
export function laneOf(endpointId: string, part?: Part): `webhooks:${string}` {
  return `webhooks:${endpointId}${part ? `.${part}` : ''}`;
}

/** The lanes that rest when the endpoint hangs, and begin anew with another address. */
export function restingLanesOf(endpointId: string): string[] {
  return [laneOf(endpointId), laneOf(endpointId, 'replay')];
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
