import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { ResourceNotFoundError } from '@libs/kernel';
import { IsNull } from 'typeorm';
import { WebhookEndpoint } from '../../domain/endpoints/endpoint';
import type { EndpointRepository } from '../../domain/endpoints/endpoint.repository';

/** Keeps others from changing the row, but allows inserting deliveries that refer to it. */
const LOCK = { mode: 'for_no_key_update' } as const;

@Injectable()
export class TypeOrmEndpointRepository implements EndpointRepository {
  constructor(private readonly database: Database) {}

  async lockTenant(tenantId: string): Promise<number> {
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhook endpoints ' || $1, 0))`, [
      tenantId,
    ]);
    // A statement of its own: it sees what the holder before has committed.
    const [row] = await this.database.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM webhook_endpoints WHERE tenant_id = $1 AND deleted_at IS NULL',
      [tenantId],
    );
    return row?.count ?? 0;
  }

  async add(endpoint: WebhookEndpoint): Promise<void> {
    await this.database.manager.insert(WebhookEndpoint, endpoint);
  }

  async getForUpdate(tenantId: string, id: string): Promise<WebhookEndpoint> {
    const where = { tenantId, id, deletedAt: IsNull() };
    const endpoint = await this.database.manager.findOne(WebhookEndpoint, { where, lock: LOCK });
    if (!endpoint) throw new ResourceNotFoundError();
    return endpoint;
  }

  async save(endpoint: WebhookEndpoint): Promise<void> {
    await this.database.manager.save(WebhookEndpoint, endpoint);
  }
}
