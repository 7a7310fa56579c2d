import type { WebhookEndpoint } from './endpoint';

export abstract class EndpointRepository {
  /** How many the tenant has. Until the end of the transaction nobody else adds one. */
  abstract lockTenant(tenantId: string): Promise<number>;

  abstract add(endpoint: WebhookEndpoint): Promise<void>;

  /** @throws ResourceNotFoundError when the tenant has no such endpoint. */
  abstract getForUpdate(tenantId: string, id: string): Promise<WebhookEndpoint>;

  abstract save(endpoint: WebhookEndpoint): Promise<void>;
}
