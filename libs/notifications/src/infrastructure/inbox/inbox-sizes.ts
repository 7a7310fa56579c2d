import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** As many are counted one by one; of more only a share. */
const COUNTED_ROWS = 2_000_000;
const STATEMENT_SECONDS = 300;

const ESTIMATED_ROWS = `
  SELECT coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 AS rows
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'notification_inbox_items'::regclass`;

/** The numbers of items in the inboxes of members. */
@Injectable()
export class InboxSizes {
  constructor(private readonly database: Database) {}

  /** Rows by tenant, estimated from a share of the pages where there are many; tenants without any are left out. */
  async estimatedByTenant(tenantId: string | null): Promise<ReadonlyMap<string, number>> {
    return this.database.runAsSystem(async () => {
      await this.database.extendLimits(STATEMENT_SECONDS);
      const [estimate] = await this.database.query<{ rows: number }>(ESTIMATED_ROWS);
      const percent = Math.min(100, (100 * COUNTED_ROWS) / Math.max(estimate?.rows ?? 0, 1));
      const counted = await this.database.query<{ tenant_id: string; rows: number }>(
        `SELECT tenant_id, round(count(*) * 100 / $1::float8)::float8 AS rows
           FROM notification_inbox_items TABLESAMPLE SYSTEM ($1::real)
          WHERE $2::uuid IS NULL OR tenant_id = $2 GROUP BY 1`,
        [percent, tenantId],
      );
      return new Map(counted.map(({ tenant_id, rows }) => [tenant_id, rows]));
    });
  }
}
