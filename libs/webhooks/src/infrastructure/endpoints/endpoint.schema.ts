import { EntitySchema } from 'typeorm';
import { WebhookEndpoint } from '../../domain/endpoints/endpoint';

export const WebhookEndpointSchema = new EntitySchema<WebhookEndpoint>({
  name: 'WebhookEndpoint',
  target: WebhookEndpoint,
  tableName: 'webhook_endpoints',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    id: { type: 'uuid', primary: true },
    url: { type: 'text' },
    eventTypes: { type: 'text', name: 'event_types', array: true },
    description: { type: 'text', nullable: true },
    enabled: { type: 'boolean' },
    disabledReason: { type: 'text', name: 'disabled_reason', nullable: true },
    failingSince: { type: 'timestamptz', name: 'failing_since', nullable: true },
    createdBy: { type: 'uuid', name: 'created_by' },
    deletedAt: { type: 'timestamptz', name: 'deleted_at', nullable: true },
    lockVersion: { type: 'integer', name: 'lock_version' },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
    updatedAt: { type: 'timestamptz', name: 'updated_at', updateDate: true },
  },
});
