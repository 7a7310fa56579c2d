import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** Which Apps a tenant has. */
@Injectable()
export class AppIds {
  constructor(private readonly database: Database) {}

  /** Those that are not deleted, in any status. */
  async of(tenantId: string): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      tenantId,
      'SELECT id FROM apps WHERE tenant_id = $1 AND deleted_at IS NULL',
      [tenantId],
    );
    return rows.map(({ id }) => id);
  }
}
