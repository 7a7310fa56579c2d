import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import type { UserStatus } from '../../domain/accounts/user';
import { PERMISSIONS_OF_USER } from '../sessions/admin-sessions';
import { EMAIL_OF_USER } from '../accounts/identifier-views';

/** A tenant as the answers of a sign-in name it. */
export interface TenantIdentity {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Everything about an account that a sign-in of administrators has to know. */
export interface AdminAccount {
  readonly userId: string;
  readonly status: UserStatus;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly hasPermissions: boolean;
  readonly hasTotp: boolean;
}

/** An administrator as it sees itself. */
export interface AdminProfile {
  readonly id: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly locale: SupportedLocale | null;
  readonly timeZone: string | null;
  readonly mfaEnabled: boolean;
  readonly roles: readonly string[];
  readonly lockVersion: number;
  readonly createdAt: Date;
}

const HAS_TOTP = `EXISTS (SELECT FROM user_totp t
  WHERE t.tenant_id = u.tenant_id AND t.user_id = u.id AND t.confirmed_at IS NOT NULL)`;

@Injectable()
export class AdminAccounts {
  constructor(private readonly database: Database) {}

  async findTenant(code: string): Promise<(TenantIdentity & { active: boolean }) | null> {
    const [tenant] = await this.database.readAsSystem<TenantIdentity & { active: boolean }>(
      `SELECT id, code, name, status = 'active' AS active FROM tenants WHERE code = $1`,
      [code],
    );
    return tenant ?? null;
  }

  async getTenant(id: string): Promise<TenantIdentity & { active: boolean }> {
    const [tenant] = await this.database.read<TenantIdentity & { active: boolean }>(
      id,
      `SELECT id, code, name, status = 'active' AS active FROM tenants WHERE id = $1`,
      [id],
    );
    if (!tenant) throw new Error('The tenant is gone');
    return tenant;
  }

  async findByEmail(tenantId: string, email: string): Promise<AdminAccount | null> {
    return this.find(
      tenantId,
      `(SELECT i.user_id FROM login_identifiers i
      WHERE i.tenant_id = $1 AND i.type = 'email' AND i.value = $2)`,
      email,
    );
  }

  async findById(tenantId: string, userId: string): Promise<AdminAccount | null> {
    return this.find(tenantId, '$2::uuid', userId);
  }

  async findProfile(tenantId: string, userId: string): Promise<AdminProfile | null> {
    const [row] = await this.database.read<AdminProfile>(
      tenantId,
      `SELECT u.id, u.display_name AS "displayName", ${EMAIL_OF_USER} AS email, u.locale, u.time_zone AS "timeZone",
              ${HAS_TOTP} AS "mfaEnabled", u.lock_version AS "lockVersion", u.created_at AS "createdAt",
              ARRAY(SELECT ur.role_code FROM user_roles ur
                     WHERE ur.tenant_id = u.tenant_id AND ur.user_id = u.id ORDER BY 1) AS roles
         FROM users u
        WHERE u.tenant_id = $1 AND u.id = $2`,
      [tenantId, userId],
    );
    return row ?? null;
  }

  private async find(tenantId: string, id: string, value: string): Promise<AdminAccount | null> {
    const [row] = await this.database.read<AdminAccount>(
      tenantId,
      `SELECT u.id AS "userId", u.status, u.password_hash AS "passwordHash",
              u.password_changed_at AS "passwordChangedAt",
              cardinality(${PERMISSIONS_OF_USER}) > 0 AS "hasPermissions", ${HAS_TOTP} AS "hasTotp"
         FROM users u WHERE u.tenant_id = $1 AND u.id = ${id}`,
      [tenantId, value],
    );
    return row ?? null;
  }
}
