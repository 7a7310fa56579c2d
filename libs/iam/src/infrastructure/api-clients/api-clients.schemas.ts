import { entityOf } from '@libs/foundation';
import { ApiClient, apiClient } from '../../domain/api-clients/api-client';

export const ApiClientSchema = entityOf(ApiClient, apiClient, {
  table: 'api_clients',
  key: ['tenantId', 'id'],
  columns: { appIds: { type: 'uuid' } },
});

export const API_CLIENTS_ENTITIES = [ApiClientSchema];
