import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** The settings of one tenant that the service itself uses. */
@Injectable()
export class TenantSettings {
  constructor(private readonly database: Database) {}

  /**
   * The value of an active setting for an App: its own, else that of its tenant, else the global one; for a tenant if
   * no App is named. Any JSON; null if there is none.
   */
  async valueFor({ tenantId, appId }: { tenantId: string; appId: string | null }, key: string): Promise<unknown> {
    const [row] = await this.database.read<{ value: unknown }>(
      tenantId,
      `SELECT value FROM settings
        WHERE key = $3 AND status = 'active'
          AND (scope = 'global' OR (tenant_id = $1 AND (scope = 'tenant' OR app_id = $2)))
        ORDER BY app_id IS NULL, tenant_id IS NULL LIMIT 1`,
      [tenantId, appId, key],
    );
    return row?.value ?? null;
  }
}
