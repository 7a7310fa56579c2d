import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import type { Tenant } from '../../domain/accounts/tenant';
import { TenantSchema } from './accounts.schemas';

const FIELDS = ['id', 'code', 'name'] as const;

/** A tenant as the responses of a sign-in show it. */
export type TenantIdentity = Pick<Tenant, (typeof FIELDS)[number]>;

const SELECT = `SELECT ${columnsOf(TenantSchema, 'tenants', FIELDS)}, status = 'active' AS active FROM tenants`;

/** Tenants by code and id, for any caller. */
@Injectable()
export class TenantIdentities {
  constructor(private readonly database: Database) {}

  async find(code: string): Promise<(TenantIdentity & { active: boolean }) | null> {
    return this.database.readOneAsSystem<TenantIdentity & { active: boolean }>(`${SELECT} WHERE code = $1`, [code]);
  }

  async get(id: string): Promise<TenantIdentity & { active: boolean }> {
    const [tenant] = await this.database.read<TenantIdentity & { active: boolean }>(id, `${SELECT} WHERE id = $1`, [
      id,
    ]);
    if (!tenant) throw new Error('The tenant is gone');
    return tenant;
  }
}
