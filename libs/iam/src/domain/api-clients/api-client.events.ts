import { tenantEvent } from '@libs/kernel';

/** A client, as events name it. */
interface ApiClientRef {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
}

const factsOf = ({ id, name }: ApiClientRef) => ({ api_client_id: id, name });

export class ApiClientCreated extends tenantEvent('api_client.created', factsOf) {}

export class ApiClientRotated extends tenantEvent('api_client.rotated', factsOf) {}
