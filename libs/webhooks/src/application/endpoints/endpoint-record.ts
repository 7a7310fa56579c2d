import { withWireNames } from '@libs/kernel';
import type { WebhookEndpoint } from '../../domain/endpoints/endpoint';

const FIELDS = ['url', 'eventTypes', 'description', 'enabled', 'disabledReason'] as const;

/** An endpoint with the keys of the wire, for the audit log. Of its secrets which there are, without what they are. */
export function recordOf(endpoint: WebhookEndpoint): Readonly<Record<string, unknown>> {
  return {
    ...withWireNames(endpoint, FIELDS),
    signed_by: endpoint.secrets.map(({ id, expiresAt }) => ({ id, expires_at: expiresAt })),
  };
}
