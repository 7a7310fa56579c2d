import type { DomainEvent } from '@libs/kernel';

/** A client, as events name it. */
interface ApiClientRef {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
}

abstract class ApiClientEvent implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId = null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, id, name }: ApiClientRef) {
    this.tenantId = tenantId;
    this.data = { api_client_id: id, name };
  }
}

export class ApiClientCreated extends ApiClientEvent {
  readonly type = 'api_client.created';
}

export class ApiClientRotated extends ApiClientEvent {
  readonly type = 'api_client.rotated';
}
