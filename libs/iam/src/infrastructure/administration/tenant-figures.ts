import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { TenantStatus } from '../../domain/accounts/tenant';

/** How many people a tenant has, and who of them is signed in. */
export interface TenantFigures {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly status: TenantStatus;
  /** Active at one App at least. */
  readonly members: number;
  /** Active users with a role. */
  readonly administrators: number;
  readonly liveSessions: number;
}

const STATEMENT_SECONDS = 300;

const FIGURES = `
  SELECT t.id, t.code, t.name, t.status, coalesce(m.members, 0)::integer AS members,
         coalesce(a.administrators, 0)::integer AS administrators, coalesce(s.sessions, 0)::integer AS "liveSessions"
    FROM tenants t
    LEFT JOIN (SELECT tenant_id, count(DISTINCT user_id) AS members FROM app_memberships
                WHERE status = 'active' AND ($1::uuid IS NULL OR tenant_id = $1) GROUP BY 1) m ON m.tenant_id = t.id
    LEFT JOIN (SELECT ur.tenant_id, count(DISTINCT ur.user_id) AS administrators
                 FROM user_roles ur JOIN users u ON u.tenant_id = ur.tenant_id AND u.id = ur.user_id
                WHERE u.status = 'active' AND ($1::uuid IS NULL OR ur.tenant_id = $1) GROUP BY 1) a ON a.tenant_id = t.id
    LEFT JOIN (SELECT tenant_id, count(*) AS sessions FROM sessions
                WHERE revoked_at IS NULL AND expires_at > now() AND ($1::uuid IS NULL OR tenant_id = $1) GROUP BY 1) s
           ON s.tenant_id = t.id
   WHERE $1::uuid IS NULL OR t.id = $1
   ORDER BY t.code`;

@Injectable()
export class TenantFiguresQueries {
  constructor(private readonly database: Database) {}

  /** By code. @param tenantId null for all tenants. */
  identities(tenantId: string | null): Promise<Pick<TenantFigures, 'id' | 'code'>[]> {
    return this.database.readAsSystem<{ id: string; code: string }>(
      'SELECT id, code FROM tenants WHERE $1::uuid IS NULL OR id = $1 ORDER BY code',
      [tenantId],
    );
  }

  /** By code. @param tenantId null for all tenants. */
  list(tenantId: string | null): Promise<TenantFigures[]> {
    return this.database.runAsSystem(async () => {
      await this.database.extendLimits(STATEMENT_SECONDS);
      return this.database.query<TenantFigures & Record<string, unknown>>(FIGURES, [tenantId]);
    });
  }
}
