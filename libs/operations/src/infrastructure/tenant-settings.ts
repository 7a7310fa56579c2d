import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** The settings of one tenant that the service itself follows. */
@Injectable()
export class TenantSettings {
  constructor(private readonly database: Database) {}

  /** Whether an active setting of the tenant says true. */
  async isTrue(tenantId: string, key: string): Promise<boolean> {
    const rows = await this.database.read(
      tenantId,
      `SELECT 1 FROM settings
        WHERE key = $2 AND scope = 'tenant' AND tenant_id = $1 AND status = 'active' AND value = 'true'::jsonb`,
      [tenantId, key],
    );
    return rows.length > 0;
  }
}
