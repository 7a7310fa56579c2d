import { Injectable } from '@nestjs/common';
import { columnsOf, Database, ListOrder, listPage, sorted, sortedCode, sortedName } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
import { Tenant, type TenantStatus } from '../../domain/accounts/tenant';
import { TenantSchema } from './accounts.schemas';

const COLUMNS = columnsOf(TenantSchema, 'tenants');

/**
 * All tenants, for the platform's administrators: each statement names its tenant, since row-level security does not.
 */
@Injectable()
export class TenantStore {
  static readonly order = new ListOrder(
    {
      code: sortedCode('code'),
      name: sortedName('name'),
      status: sortedCode('status'),
      created_at: sorted('created_at'),
      updated_at: sorted('updated_at'),
    },
    { usual: 'created_at DESC, id DESC', tie: 'id' },
  );

  constructor(private readonly database: Database) {}

  /** Newest first, unless the request says otherwise. At most one tenant has the App with a given id from DCloud. */
  list(
    filter: { q?: string | undefined; status?: TenantStatus | undefined; dcloudAppid?: string | undefined },
    request: ListRequest,
  ): Promise<ListPage<Tenant>> {
    const matches = `($1::text IS NULL OR code ILIKE $1 OR name ILIKE $1) AND ($2::text IS NULL OR status = $2)
      AND ($3::text IS NULL OR id IN (SELECT tenant_id FROM apps WHERE dcloud_appid = $3 AND deleted_at IS NULL))
      AND ($4::uuid[] IS NULL OR id = ANY ($4))`;
    return listPage<Tenant>(this.database, null, request, {
      matching: `tenants WHERE ${matches}`,
      values: [likePattern(filter.q), filter.status, filter.dcloudAppid, request.ids],
      select: (limit) =>
        `SELECT ${COLUMNS} FROM tenants WHERE ${matches} ORDER BY ${TenantStore.order.of(request)} ${limit}`,
    });
  }

  /** @throws ResourceNotFoundError */
  async get(id: string): Promise<Tenant> {
    return found(await this.database.readOneAsSystem<Tenant>(`SELECT ${COLUMNS} FROM tenants WHERE id = $1`, [id]));
  }

  async platformId(): Promise<string> {
    const [tenant] = await this.database.readAsSystem<{ id: string }>('SELECT id FROM tenants WHERE is_platform');
    if (!tenant) throw new Error('There is no platform tenant');
    return tenant.id;
  }

  /** In the current transaction, as the three methods below. @throws ResourceNotFoundError */
  async getForUpdate(id: string): Promise<Tenant> {
    const lock = { mode: 'for_no_key_update' } as const;
    return found(await this.database.manager.findOne(Tenant, { where: { id }, lock }));
  }

  async isPlatform(id: string): Promise<boolean> {
    return this.database.manager.existsBy(Tenant, { id, isPlatform: true });
  }

  /** @returns whether the code was still free. */
  async insert(tenant: Tenant): Promise<boolean> {
    return this.database.insertIfFree(Tenant, tenant);
  }

  async save(tenant: Tenant): Promise<void> {
    const { id, ...state } = tenant;
    await this.database.manager.update(Tenant, { id }, state);
  }
}
