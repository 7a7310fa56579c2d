import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** A tenant as the answers of a sign-in name it. */
export interface TenantIdentity {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Tenants by code and id, whoever asks. */
@Injectable()
export class TenantIdentities {
  constructor(private readonly database: Database) {}

  async find(code: string): Promise<(TenantIdentity & { active: boolean }) | null> {
    const [tenant] = await this.database.readAsSystem<TenantIdentity & { active: boolean }>(
      `SELECT id, code, name, status = 'active' AS active FROM tenants WHERE code = $1`,
      [code],
    );
    return tenant ?? null;
  }

  async get(id: string): Promise<TenantIdentity & { active: boolean }> {
    const [tenant] = await this.database.read<TenantIdentity & { active: boolean }>(
      id,
      `SELECT id, code, name, status = 'active' AS active FROM tenants WHERE id = $1`,
      [id],
    );
    if (!tenant) throw new Error('The tenant is gone');
    return tenant;
  }
}
