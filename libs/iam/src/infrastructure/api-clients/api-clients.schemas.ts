import { EntitySchema } from 'typeorm';
import { ApiClient } from '../../domain/api-clients/api-client';
import { instant, integer, key, nullable, text, uuid } from '../accounts/columns';

export const ApiClientSchema = new EntitySchema<ApiClient>({
  name: 'ApiClient',
  target: ApiClient,
  tableName: 'api_clients',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    name: text('name'),
    description: text('description', nullable),
    scopes: text('scopes', { array: true }),
    allowedCidrs: text('allowed_cidrs', { array: true }),
    expiresAt: instant('expires_at', nullable),
    status: text('status'),
    tokensSince: instant('tokens_since'),
    createdBy: uuid('created_by', nullable),
    lockVersion: integer('lock_version'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});

export const API_CLIENTS_ENTITIES = [ApiClientSchema];
