import type { DomainEvent } from '@libs/kernel';
import type { DisabledReason } from './endpoint-settings';

/** The type of outbox message that has what waits for a closed endpoint cancelled. */
export const ENDPOINT_CLOSED = 'webhooks.endpoint_closed';

/** In which the attempts at an endpoint are made. What somebody asked for, and waits for, does not rest with the others. */
export function laneOf(endpointId: string, isAskedFor = false): `webhooks:${string}` {
  return `webhooks:${endpointId}${isAskedFor ? '.asked' : ''}`;
}

interface EndpointRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Deleted or disabled: nothing more is sent of what waited then. */
export class EndpointClosed implements DomainEvent {
  readonly type = ENDPOINT_CLOSED;
  readonly tenantId: string;
  readonly appId = null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, id }: EndpointRef, closedAt: Date) {
    this.tenantId = tenantId;
    this.data = { endpoint_id: id, closed_at: closedAt.toISOString() };
  }
}

/** The service disabled an endpoint by itself: somebody has to be told. */
export class EndpointDisabled implements DomainEvent {
  readonly type = 'webhook.endpoint_disabled';
  readonly tenantId: string;
  readonly appId = null;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param endpoint of its address no more than the host is told: the rest may let somebody in. */
  constructor(endpoint: EndpointRef & { readonly url: string; readonly createdBy: string }, reason: DisabledReason) {
    const { tenantId, id, url, createdBy } = endpoint;
    this.tenantId = tenantId;
    this.data = { endpoint_id: id, host: new URL(url).host, reason, created_by: createdBy };
  }
}
