import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { UserStatus } from '../../domain/accounts/user';
import { PERMISSIONS_OF_USER } from '../roles/role-holders';
import { HAS_TOTP } from './totp';

/** What an administrator's sign-in needs to know about an account. */
export interface AdminAccount {
  readonly userId: string;
  readonly status: UserStatus;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly hasPermissions: boolean;
  readonly hasTotp: boolean;
}

/** The accounts of administrators. */
@Injectable()
export class AdminAccounts {
  constructor(private readonly database: Database) {}

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

  private async find(tenantId: string, id: string, value: string): Promise<AdminAccount | null> {
    return this.database.readOne<AdminAccount>(
      tenantId,
      `SELECT u.id AS "userId", u.status, u.password_hash AS "passwordHash",
              u.password_changed_at AS "passwordChangedAt",
              cardinality(${PERMISSIONS_OF_USER}) > 0 AS "hasPermissions", ${HAS_TOTP} AS "hasTotp"
         FROM users u WHERE u.tenant_id = $1 AND u.id = ${id}`,
      [tenantId, value],
    );
  }
}
