import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf } from '@libs/foundation';
import { likePattern, type ListPage, type PageRequest, ResourceNotFoundError } from '@libs/kernel';
import type { ManagedSecret, WebhookEndpoint } from '../../domain/endpoints/endpoint';
import { WebhookEndpointSchema } from './endpoint.schema';

const FIELDS = fieldsOf(WebhookEndpointSchema, { without: ['tenantId', 'secrets', 'deletedAt'] });

/** An endpoint as administrators see it. */
export type ManagedEndpoint = Pick<WebhookEndpoint, (typeof FIELDS)[number]> & {
  /** Those that sign now. */
  readonly secrets: readonly ManagedSecret[];
};

export interface EndpointFilter {
  readonly q?: string | undefined;
  readonly enabled?: boolean | undefined;
}

type SecretRow = Readonly<Record<keyof ManagedSecret, string | null>> & {
  readonly id: string;
  readonly createdAt: string;
};
type EndpointRow = Omit<ManagedEndpoint, 'secrets'> & { readonly secrets: readonly SecretRow[] };

const VALID_SECRETS = `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'createdAt', s.created_at, 'expiresAt', s.expires_at)
                             ORDER BY s.expires_at DESC NULLS FIRST), '[]')
     FROM webhook_endpoint_secrets s
    WHERE s.tenant_id = e.tenant_id AND s.endpoint_id = e.id
      AND (s.expires_at IS NULL OR s.expires_at > now())) AS secrets`;

const SELECT = `SELECT ${columnsOf(WebhookEndpointSchema, 'e', FIELDS)}, ${VALID_SECRETS}`;

const FROM_MATCHING = `
  FROM webhook_endpoints e
 WHERE e.tenant_id = $1 AND e.deleted_at IS NULL
   AND ($2::text IS NULL OR e.url ILIKE $2 OR e.description ILIKE $2) AND ($3::boolean IS NULL OR e.enabled = $3)`;

@Injectable()
export class ManagedEndpoints {
  constructor(private readonly database: Database) {}

  /** Newest first. @param filter `q` is a part of the address or of the description. */
  async list(
    tenantId: string,
    { q, enabled }: EndpointFilter,
    { page, pageSize }: PageRequest,
  ): Promise<ListPage<ManagedEndpoint>> {
    const values = [tenantId, likePattern(q), enabled];
    const [count] = await this.database.read<{ total: number }>(
      tenantId,
      `SELECT count(*)::integer AS total ${FROM_MATCHING}`,
      values,
    );
    const rows = await this.database.read<EndpointRow>(
      tenantId,
      `${SELECT} ${FROM_MATCHING} ORDER BY e.created_at DESC, e.id DESC LIMIT $4 OFFSET $5`,
      [...values, pageSize, (page - 1) * pageSize],
    );
    return { items: rows.map(managedOf), total: count?.total ?? 0 };
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<ManagedEndpoint> {
    const [row] = await this.database.read<EndpointRow>(
      tenantId,
      `${SELECT} FROM webhook_endpoints e WHERE e.tenant_id = $1 AND e.id = $2 AND e.deleted_at IS NULL`,
      [tenantId, id],
    );
    if (!row) throw new ResourceNotFoundError();
    return managedOf(row);
  }
}

function managedOf(row: EndpointRow): ManagedEndpoint {
  const secrets = row.secrets.map(({ id, createdAt, expiresAt }) => ({
    id,
    createdAt: new Date(createdAt),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
  return { ...row, secrets };
}
