import { entityOf } from '@libs/foundation';
import { WebhookEndpoint, webhookEndpoint } from '../../domain/endpoints/endpoint';

export const WebhookEndpointSchema = entityOf(WebhookEndpoint, webhookEndpoint, {
  table: 'webhook_endpoints',
  key: ['tenantId', 'id'],
  columns: { createdAt: { createDate: true }, updatedAt: { updateDate: true } },
});
