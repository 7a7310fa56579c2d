import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { ADMIN_HAS_ACCESS, MUST_ENROL, WITH_ADMIN_OWNERS } from './admin-session-access';
import { EMAIL_OF_USER } from '../accounts/identifier-views';

/** A signed-in administrator, as far as every request must know. */
export interface AdminSession {
  /** The tenant that the request acts in: the administrator's own, or the one that a platform administrator named. */
  readonly tenantId: string;
  readonly homeTenantId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** How the audit log names the administrator. */
  readonly display: string;
  readonly permissions: ReadonlySet<string>;
  /** The tenant asks for a second factor that this administrator has not set up yet: nothing else is open. */
  readonly mustEnrol: boolean;
}

interface SessionRow {
  display_name: string | null;
  email: string | null;
  permissions: string[];
  must_enrol: boolean;
}

/** The permissions of user `u`. */
export const PERMISSIONS_OF_USER = `coalesce((
  SELECT array_agg(DISTINCT p) FROM user_roles ur
    JOIN roles r ON r.tenant_id = ur.tenant_id AND r.code = ur.role_code
   CROSS JOIN unnest(r.permissions) p
   WHERE ur.tenant_id = u.tenant_id AND ur.user_id = u.id), '{}')`;

@Injectable()
export class AdminSessions {
  constructor(private readonly database: Database) {}

  /**
   * The administrator behind the claims of an access token, if session, user and tenant are alive at this moment, and the
   * second factor was proven where the tenant asks for one.
   */
  async findLive(claims: { tenantId: string; userId: string; sessionId: string }): Promise<AdminSession | null> {
    const { tenantId, userId, sessionId } = claims;
    const [row] = await this.database.read<SessionRow>(
      tenantId,
      `SELECT u.display_name, ${EMAIL_OF_USER} AS email, ${PERMISSIONS_OF_USER} AS permissions,
              ${MUST_ENROL} AS must_enrol
         FROM sessions s ${WITH_ADMIN_OWNERS}
        WHERE s.tenant_id = $1 AND s.id = $2 AND s.user_id = $3 AND s.surface = 'admin'
          AND s.revoked_at IS NULL AND s.expires_at > now() AND ${ADMIN_HAS_ACCESS}`,
      [tenantId, sessionId, userId],
    );
    if (!row) return null;
    return {
      tenantId,
      homeTenantId: tenantId,
      userId,
      sessionId,
      display: row.display_name ?? row.email ?? userId,
      permissions: new Set(row.permissions),
      mustEnrol: row.must_enrol,
    };
  }
}
