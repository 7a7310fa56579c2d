import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { ResourceNotFoundError } from '@libs/kernel';
import { IsNull } from 'typeorm';
import { type EndpointSecret, WebhookEndpoint } from '../../domain/endpoints/endpoint';

/** Keeps others from changing the row, but allows inserting deliveries that refer to it. */
const LOCK = { mode: 'for_no_key_update' } as const;

/** The newest first. */
const SELECT_SECRETS = `
  SELECT id, sealed_secret AS sealed, created_at AS "createdAt", expires_at AS "expiresAt"
    FROM webhook_endpoint_secrets
   WHERE tenant_id = $1 AND endpoint_id = $2 ORDER BY expires_at DESC NULLS FIRST`;

/**
 * The one that is replaced gets its end before its successor comes, as only one is without. What is stored stays as it is
 * sealed: it may have been sealed anew meanwhile.
 */
const SAVE_SECRETS = `
  WITH dropped AS (
    DELETE FROM webhook_endpoint_secrets WHERE tenant_id = $1 AND endpoint_id = $2 AND NOT id = ANY ($3::uuid[])
  )
  INSERT INTO webhook_endpoint_secrets AS s (tenant_id, endpoint_id, id, sealed_secret, created_at, expires_at)
  SELECT $1, $2, n.* FROM unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[])
           AS n (id, sealed_secret, created_at, expires_at)
   ORDER BY n.expires_at NULLS LAST
      ON CONFLICT (tenant_id, endpoint_id, id) DO UPDATE SET expires_at = excluded.expires_at
   WHERE s.expires_at IS DISTINCT FROM excluded.expires_at`;

@Injectable()
export class EndpointStore {
  constructor(private readonly database: Database) {}

  /** How many the tenant has. Until the end of the transaction nobody else adds one. */
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
    await this.saveSecrets(endpoint);
  }

  /** @throws ResourceNotFoundError when the tenant has no such endpoint. */
  async getForUpdate(tenantId: string, id: string): Promise<WebhookEndpoint> {
    const where = { tenantId, id, deletedAt: IsNull() };
    const endpoint = await this.database.manager.findOne(WebhookEndpoint, { where, lock: LOCK });
    if (!endpoint) throw new ResourceNotFoundError();
    // A statement of its own: it sees what the holder of the lock before has committed.
    const secrets = await this.database.query<EndpointSecret & Record<string, unknown>>(SELECT_SECRETS, [tenantId, id]);
    return Object.assign(endpoint, { secrets });
  }

  async save(endpoint: WebhookEndpoint): Promise<void> {
    await this.database.manager.save(WebhookEndpoint, endpoint);
    await this.saveSecrets(endpoint);
  }

  private async saveSecrets({ tenantId, id, secrets }: WebhookEndpoint): Promise<void> {
    await this.database.query(SAVE_SECRETS, [
      tenantId,
      id,
      secrets.map((secret) => secret.id),
      secrets.map(({ sealed }) => sealed),
      secrets.map(({ createdAt }) => createdAt),
      secrets.map(({ expiresAt }) => expiresAt),
    ]);
  }
}
