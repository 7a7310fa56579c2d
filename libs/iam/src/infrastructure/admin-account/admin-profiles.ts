import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import type { User } from '../../domain/accounts/user';
import { UserSchema } from '../accounts/accounts.schemas';
import { EMAIL_OF_USER } from '../accounts/identifier-views';
import { HAS_TOTP } from '../sign-in/totp';

const FIELDS = ['id', 'displayName', 'locale', 'timeZone', 'lockVersion', 'createdAt'] as const;

/** An administrator's own profile. */
export interface AdminProfile extends Pick<User, (typeof FIELDS)[number]> {
  readonly email: string | null;
  readonly mfaEnabled: boolean;
  readonly roles: readonly string[];
}

/** Profiles of administrators, as they read their own. */
@Injectable()
export class AdminProfiles {
  constructor(private readonly database: Database) {}

  async find(tenantId: string, userId: string): Promise<AdminProfile | null> {
    return this.database.readOne<AdminProfile>(
      tenantId,
      `SELECT ${columnsOf(UserSchema, 'u', FIELDS)}, ${EMAIL_OF_USER} AS email, ${HAS_TOTP} AS "mfaEnabled",
              ARRAY(SELECT ur.role_code FROM user_roles ur
                     WHERE ur.tenant_id = u.tenant_id AND ur.user_id = u.id ORDER BY 1) AS roles
         FROM users u
        WHERE u.tenant_id = $1 AND u.id = $2`,
      [tenantId, userId],
    );
  }
}
