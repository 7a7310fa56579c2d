import { Injectable } from '@nestjs/common';
import {
  columnsOf,
  Database,
  fieldsOf,
  ListOrder,
  listPage,
  momentInJson,
  nullable,
  sorted,
  sortedCode,
  sortedName,
} from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest, type ValuesOf } from '@libs/kernel';
import { ApiClient } from '../../domain/api-clients/api-client';
import type { apiClientSecret, StoredSecret } from '../../domain/api-clients/client-secret';
import { ApiClientSchema } from './api-clients.schemas';

const FIELDS = fieldsOf(ApiClientSchema, { without: ['tenantId', 'tokensSince'] });

/** A client as administrators see it. */
export interface ApiClientView extends Pick<ApiClient, (typeof FIELDS)[number]> {
  readonly lastUsedAt: Date | null;
  /** Newest first. */
  readonly secrets: readonly ValuesOf<typeof apiClientSecret>[];
}

const SELECT = `
  SELECT ${columnsOf(ApiClientSchema, 'c', FIELDS)}, c.last_used_at AS "lastUsedAt",
         coalesce((SELECT jsonb_agg(jsonb_build_object('id', s.id, 'prefix', s.prefix,
                                      'createdAt', ${momentInJson('s.created_at')},
                                      'expiresAt', ${momentInJson('s.expires_at')},
                                      'lastUsedAt', ${momentInJson('s.last_used_at')})
                                    ORDER BY s.created_at DESC, s.id DESC)
                     FROM api_client_secrets s
                    WHERE s.tenant_id = c.tenant_id AND s.client_id = c.id
                      AND (s.expires_at IS NULL OR s.expires_at > now())), '[]') AS secrets
    FROM api_clients c`;

const LOCK_PLACE = `SELECT pg_advisory_xact_lock(hashtextextended('api clients ' || $1, 0))`;

/** The API clients of a tenant, and their secrets. */
@Injectable()
export class ApiClientStore {
  static readonly order = new ListOrder(
    {
      name: sortedName('c.name'),
      status: sortedCode('c.status'),
      expires_at: nullable(sorted('c.expires_at')),
      last_used_at: nullable(sorted('c.last_used_at')),
      created_at: sorted('c.created_at'),
      updated_at: sorted('c.updated_at'),
    },
    { usual: 'c.created_at DESC, c.id DESC', tie: 'c.id' },
  );

  constructor(private readonly database: Database) {}

  /** Newest first, unless the request says otherwise. @param filter a part of the name or the description, and the status. */
  list(
    tenantId: string,
    { q, status }: { readonly q?: string | undefined; readonly status?: ApiClient['status'] | undefined },
    request: ListRequest,
  ): Promise<ListPage<ApiClientView>> {
    const matches = `c.tenant_id = $1 AND ($2::text IS NULL OR c.name ILIKE $2 OR c.description ILIKE $2)
      AND ($3::text IS NULL OR c.status = $3) AND ($4::uuid[] IS NULL OR c.id = ANY ($4))`;
    return listPage<ApiClientView>(this.database, tenantId, request, {
      matching: `api_clients c WHERE ${matches}`,
      values: [tenantId, likePattern(q), status, request.ids],
      select: (limit) => `${SELECT} WHERE ${matches} ORDER BY ${ApiClientStore.order.of(request)} ${limit}`,
    });
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<ApiClientView> {
    const one = `${SELECT} WHERE c.tenant_id = $1 AND c.id = $2`;
    return found(await this.database.readOne<ApiClientView & Record<string, unknown>>(tenantId, one, [tenantId, id]));
  }

  /** How many the tenant has: no other is added before the current transaction is over. As all methods below, in it. */
  async lockPlace(tenantId: string): Promise<number> {
    await this.database.query(LOCK_PLACE, [tenantId]);
    // A statement of its own: it sees what the holder before has committed.
    const [row] = await this.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM api_clients WHERE tenant_id = $1',
      [tenantId],
    );
    return row?.count ?? 0;
  }

  async add(client: ApiClient): Promise<void> {
    await this.database.manager.insert(ApiClient, { ...client });
  }

  /** @throws ResourceNotFoundError */
  async getForUpdate(tenantId: string, id: string): Promise<ApiClient> {
    const client = await this.database.manager.findOne(ApiClient, {
      where: { tenantId, id },
      lock: { mode: 'for_no_key_update' },
    });
    return found(client);
  }

  async save({ tenantId, id, ...state }: ApiClient): Promise<void> {
    const { scopes, appIds, allowedCidrs } = state;
    const lists = { scopes: [...scopes], appIds: appIds && [...appIds], allowedCidrs: [...allowedCidrs] };
    await this.database.manager.update(ApiClient, { tenantId, id }, { ...state, ...lists });
  }

  async delete(tenantId: string, id: string): Promise<void> {
    await this.database.manager.delete(ApiClient, { tenantId, id });
  }

  async addSecret({ tenantId, id: clientId }: ApiClient, { id, hash, prefix }: StoredSecret): Promise<void> {
    await this.database.query(
      'INSERT INTO api_client_secrets (tenant_id, client_id, id, hash, prefix) VALUES ($1, $2, $3, $4, $5)',
      [tenantId, clientId, id, hash, prefix],
    );
  }

  /** Lets the present secret end after the overlap, and the one before it at once: two can be used at most. */
  async replaceSecrets({ tenantId, id }: ApiClient, overlapSeconds: number): Promise<void> {
    await this.database.query(
      `DELETE FROM api_client_secrets
        WHERE tenant_id = $1 AND client_id = $2 AND (expires_at IS NOT NULL OR $3::integer = 0)`,
      [tenantId, id, overlapSeconds],
    );
    await this.database.query(
      `UPDATE api_client_secrets SET expires_at = now() + make_interval(secs => $3::integer)
        WHERE tenant_id = $1 AND client_id = $2`,
      [tenantId, id, overlapSeconds],
    );
  }
}
