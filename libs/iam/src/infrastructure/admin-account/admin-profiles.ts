import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import { EMAIL_OF_USER } from '../accounts/identifier-views';
import { HAS_TOTP } from '../sign-in/totp';

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

/** What administrators read about themselves. */
@Injectable()
export class AdminProfiles {
  constructor(private readonly database: Database) {}

  async find(tenantId: string, userId: string): Promise<AdminProfile | null> {
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
}
