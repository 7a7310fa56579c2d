import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';

interface PasswordResetRequest {
  readonly tenantId: string;
  readonly id: string;
  readonly email: string;
  readonly locale: SupportedLocale;
}

/** Requests for a reset, until a worker has checked whether the account exists. In the current transaction. */
@Injectable()
export class PasswordResetRequests {
  constructor(private readonly database: Database) {}

  async insert({ tenantId, id, email, locale }: PasswordResetRequest): Promise<void> {
    await this.database.query(
      'INSERT INTO password_reset_requests (tenant_id, id, email, locale) VALUES ($1, $2, $3, $4)',
      [tenantId, id, email, locale],
    );
  }

  /** Removes the request. Null if it was processed before. */
  async take(tenantId: string, id: string): Promise<Pick<PasswordResetRequest, 'email' | 'locale'> | null> {
    return this.database.queryOne<Pick<PasswordResetRequest, 'email' | 'locale'>>(
      'DELETE FROM password_reset_requests WHERE tenant_id = $1 AND id = $2 RETURNING email, locale',
      [tenantId, id],
    );
  }

  /**
   * The administrator to mail to: active, with permissions, and not mailed recently. Locks the row of the user, so that
   * of two concurrent requests only one is answered.
   */
  async recipient(
    tenantId: string,
    email: string,
    cooldownSeconds: number,
    maxPerHour: number,
  ): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(
      `SELECT u.id FROM login_identifiers i
         JOIN users u ON u.tenant_id = i.tenant_id AND u.id = i.user_id
        WHERE i.tenant_id = $1 AND i.type = 'email' AND i.value = $2 AND u.status = 'active'
          AND EXISTS (SELECT FROM user_roles ur WHERE ur.tenant_id = u.tenant_id AND ur.user_id = u.id)
          FOR NO KEY UPDATE OF u`,
      [tenantId, email],
    );
    if (!row) return null;
    const [recent] = await this.database.query<{ lately: number; in_hour: number }>(
      `SELECT count(*) FILTER (WHERE created_at > now() - make_interval(secs => $3))::int AS lately, count(*)::int AS in_hour
         FROM account_links
        WHERE tenant_id = $1 AND user_id = $2 AND purpose = 'password_reset' AND created_at > now() - interval '1 hour'`,
      [tenantId, row.id, cooldownSeconds],
    );
    return recent && recent.lately === 0 && recent.in_hour < maxPerHour ? row.id : null;
  }
}
