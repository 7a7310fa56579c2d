import { Injectable } from '@nestjs/common';
import { columnsOf, Database, listPage } from '@libs/foundation';
import { found, likePattern, type ListPage, type PageRequest } from '@libs/kernel';
import { Tenant, type TenantStatus } from '../../domain/accounts/tenant';
import { TenantSchema } from './accounts.schemas';

const COLUMNS = columnsOf(TenantSchema, 'tenants');

/**
 * All tenants, for the platform's administrators: each statement names its tenant, since row-level security does not.
 */
@Injectable()
export class TenantStore {
  constructor(private readonly database: Database) {}

  /** Newest first. At most one tenant has the App with a given id from DCloud. */
  list(
    filter: { q?: string | undefined; status?: TenantStatus | undefined; dcloudAppid?: string | undefined },
    page: PageRequest,
  ): Promise<ListPage<Tenant>> {
    const matches = `($1::text IS NULL OR code ILIKE $1 OR name ILIKE $1) AND ($2::text IS NULL OR status = $2)
      AND ($3::text IS NULL OR id IN (SELECT tenant_id FROM apps WHERE dcloud_appid = $3 AND deleted_at IS NULL))`;
    return listPage<Tenant>(this.database, null, page, {
      matching: `tenants WHERE ${matches}`,
      values: [likePattern(filter.q), filter.status, filter.dcloudAppid],
      select: (limit) => `SELECT ${COLUMNS} FROM tenants WHERE ${matches} ORDER BY created_at DESC, id DESC ${limit}`,
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
