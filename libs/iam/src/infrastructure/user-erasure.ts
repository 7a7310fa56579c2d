import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/**
 * What is personal about a user beside the row in `users`, in an order that foreign keys allow. What others need as a
 * record (sign-ins, security events, consents) stays without what leads to a person.
 */
const STATEMENTS = [
  'DELETE FROM login_identifiers WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM user_roles WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM otp_challenges WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM otp_requests WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM account_links WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM mfa_challenges WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM user_totp WHERE tenant_id = $1 AND user_id = $2',
  'UPDATE sessions SET device_id = NULL, ip = NULL, user_agent = NULL WHERE tenant_id = $1 AND user_id = $2',
  'UPDATE login_events SET device_id = NULL, ip = NULL, user_agent = NULL WHERE tenant_id = $1 AND user_id = $2',
  'UPDATE security_events SET ip = NULL, user_agent = NULL WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM devices WHERE tenant_id = $1 AND user_id = $2',
];

@Injectable()
export class UserErasure {
  constructor(private readonly database: Database) {}

  /**
   * Erases in the transaction under way. The sessions must have been ended before.
   *
   * @returns the Apps that the user was a member of.
   */
  async erase(tenantId: string, userId: string): Promise<string[]> {
    const memberships = await this.database.query<{ app_id: string }>(
      'DELETE FROM app_memberships WHERE tenant_id = $1 AND user_id = $2 RETURNING app_id',
      [tenantId, userId],
    );
    for (const statement of STATEMENTS) await this.database.query(statement, [tenantId, userId]);
    return memberships.map(({ app_id }) => app_id);
  }
}
