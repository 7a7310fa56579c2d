import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { INDISPENSABLE_ROLES, OWNER_ROLE } from '../../domain/roles/built-in-roles';
import type { HeldRole } from '../../domain/roles/grants';

/** The permissions of user `u`. */
export const PERMISSIONS_OF_USER = `coalesce((
  SELECT array_agg(DISTINCT p) FROM user_roles ur
    JOIN roles r ON r.tenant_id = ur.tenant_id AND r.code = ur.role_code
   CROSS JOIN unnest(r.permissions) p
   WHERE ur.tenant_id = u.tenant_id AND ur.user_id = u.id), '{}')`;

/** Users' roles. In the current transaction. */
@Injectable()
export class RoleHolders {
  constructor(private readonly database: Database) {}

  /**
   * Serialises steps that may remove an owner or a platform administrator from the tenant, until the end of the
   * transaction. To be taken before the user's own lock: in the opposite order two of them could deadlock.
   */
  async lockIndispensable(tenantId: string): Promise<void> {
    await this.database.query('SELECT 1 FROM roles WHERE tenant_id = $1 AND code = $2 FOR NO KEY UPDATE', [
      tenantId,
      OWNER_ROLE,
    ]);
  }

  /**
   * The indispensable roles whose only active holders left in the tenant are among the users, and who they are. A user
   * who asked for deletion no longer counts. After `lockIndispensable`.
   */
  async heldAlone(tenantId: string, userIds: readonly string[]): Promise<{ code: string; holders: string[] }[]> {
    return this.database.query<{ code: string; holders: string[] }>(
      `SELECT ur.role_code AS code, array_agg(u.id ORDER BY u.id) AS holders
         FROM user_roles ur JOIN users u ON u.tenant_id = ur.tenant_id AND u.id = ur.user_id
        WHERE ur.tenant_id = $1 AND ur.role_code = ANY ($2) AND u.status = 'active'
          AND NOT EXISTS (SELECT FROM account_deletions d WHERE d.tenant_id = u.tenant_id AND d.user_id = u.id)
        GROUP BY ur.role_code HAVING bool_and(u.id = ANY ($3::uuid[]))`,
      [tenantId, INDISPENSABLE_ROLES, userIds],
    );
  }

  rolesOf(tenantId: string, userId: string): Promise<HeldRole[]> {
    return this.rolesAmong(tenantId, [userId]);
  }

  /** The roles that any of the users has. */
  async rolesAmong(tenantId: string, userIds: readonly string[]): Promise<HeldRole[]> {
    return this.database.query<HeldRole>(
      `SELECT r.code, r.permissions FROM roles r
        WHERE r.tenant_id = $1 AND r.code IN (
          SELECT ur.role_code FROM user_roles ur WHERE ur.tenant_id = $1 AND ur.user_id = ANY ($2::uuid[]))
        ORDER BY r.code`,
      [tenantId, userIds],
    );
  }

  /** Those of the roles that exist; they neither change nor disappear until the end of the transaction. */
  async lockRoles(tenantId: string, codes: readonly string[]): Promise<HeldRole[]> {
    return this.database.query<HeldRole>(
      'SELECT code, permissions FROM roles WHERE tenant_id = $1 AND code = ANY ($2) ORDER BY code FOR SHARE',
      [tenantId, codes],
    );
  }

  async give(tenantId: string, userId: string, codes: readonly string[]): Promise<void> {
    await this.database.query(
      'INSERT INTO user_roles (tenant_id, user_id, role_code) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING',
      [tenantId, userId, codes],
    );
  }

  async take(tenantId: string, userId: string, codes: readonly string[]): Promise<void> {
    await this.database.query('DELETE FROM user_roles WHERE tenant_id = $1 AND user_id = $2 AND role_code = ANY ($3)', [
      tenantId,
      userId,
      codes,
    ]);
  }
}
