import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf, ListOrder, listPage, nullable, sorted, sortedCode } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
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

const MATCHING = `webhook_endpoints e
 WHERE e.tenant_id = $1 AND e.deleted_at IS NULL
   AND ($2::text IS NULL OR e.url ILIKE $2 OR e.description ILIKE $2) AND ($3::boolean IS NULL OR e.enabled = $3)
   AND ($4::uuid[] IS NULL OR e.id = ANY ($4))`;

@Injectable()
export class ManagedEndpoints {
  static readonly order = new ListOrder(
    {
      url: sortedCode('e.url'),
      enabled: sorted('e.enabled'),
      failing_since: nullable(sorted('e.failing_since')),
      created_at: sorted('e.created_at'),
      updated_at: sorted('e.updated_at'),
    },
    { usual: 'e.created_at DESC, e.id DESC', tie: 'e.id' },
  );

  constructor(private readonly database: Database) {}

  /** Newest first, unless the request says otherwise. @param filter `q` is a part of the address or of the description. */
  async list(
    tenantId: string,
    { q, enabled }: EndpointFilter,
    request: ListRequest,
  ): Promise<ListPage<ManagedEndpoint>> {
    const { items, total } = await listPage<EndpointRow>(this.database, tenantId, request, {
      matching: MATCHING,
      values: [tenantId, likePattern(q), enabled, request.ids],
      select: (limit) => `${SELECT} FROM ${MATCHING} ORDER BY ${ManagedEndpoints.order.of(request)} ${limit}`,
    });
    return { items: items.map(managedOf), total };
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<ManagedEndpoint> {
    const [row] = await this.database.read<EndpointRow>(
      tenantId,
      `${SELECT} FROM webhook_endpoints e WHERE e.tenant_id = $1 AND e.id = $2 AND e.deleted_at IS NULL`,
      [tenantId, id],
    );
    return managedOf(found(row));
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
