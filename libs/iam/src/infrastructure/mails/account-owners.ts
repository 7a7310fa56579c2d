import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';

/** The address and locale for mail to the owner of an account. */
export interface AccountOwner {
  readonly email: string;
  /** As saved. */
  readonly locale: SupportedLocale | null;
  readonly timeZone: string | null;
  readonly tenantName: string;
}

@Injectable()
export class AccountOwners {
  constructor(private readonly database: Database) {}

  /** Null when the account is gone, or has no verified address. */
  async find(tenantId: string, userId: string): Promise<AccountOwner | null> {
    return this.database.readOne<AccountOwner & Record<string, unknown>>(
      tenantId,
      `SELECT i.value AS email, u.locale, u.time_zone AS "timeZone", t.name AS "tenantName"
         FROM users u
         JOIN tenants t ON t.id = u.tenant_id
         JOIN login_identifiers i ON i.tenant_id = u.tenant_id AND i.user_id = u.id AND i.type = 'email'
                                 AND i.verified_at IS NOT NULL
        WHERE u.tenant_id = $1 AND u.id = $2 AND u.status <> 'deleted'
        ORDER BY i.is_primary DESC, i.created_at, i.id LIMIT 1`,
      [tenantId, userId],
    );
  }
}
