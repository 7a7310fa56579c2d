import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { OWNER_ROLE } from '../../domain/roles/built-in-roles';

const SELECT = `
  WITH maker AS (
    SELECT id FROM users WHERE tenant_id = $1 AND id = $2 AND status = 'active'
       AND EXISTS (SELECT FROM user_roles r WHERE r.tenant_id = $1 AND r.user_id = $2)
  )
  SELECT id FROM maker
  UNION
  SELECT u.id FROM users u JOIN user_roles r ON r.tenant_id = u.tenant_id AND r.user_id = u.id
   WHERE u.tenant_id = $1 AND u.status = 'active' AND r.role_code = $3 AND NOT EXISTS (SELECT FROM maker)
   ORDER BY id`;

const OWNERS = `
  SELECT u.id FROM users u JOIN user_roles r ON r.tenant_id = u.tenant_id AND r.user_id = u.id
   WHERE u.tenant_id = $1 AND u.status = 'active' AND r.role_code = $2 ORDER BY u.id`;

/** Who looks after what an administrator made. */
@Injectable()
export class ResponsibleUsers {
  constructor(private readonly database: Database) {}

  /** The ids of the administrator who made it or, where that one is gone, of the owners of the tenant. */
  async find(tenantId: string, maker: string): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(tenantId, SELECT, [tenantId, maker, OWNER_ROLE]);
    return rows.map(({ id }) => id);
  }

  /** The ids of the owners of the tenant. */
  async owners(tenantId: string): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(tenantId, OWNERS, [tenantId, OWNER_ROLE]);
    return rows.map(({ id }) => id);
  }
}
