import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** The number of active members of Apps. */
@Injectable()
export class MemberCounts {
  constructor(private readonly database: Database) {}

  /** By App id; Apps without active members are left out. */
  async of(tenantId: string, appIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.readRecent<{ app_id: string; members: number }>(
      tenantId,
      `SELECT app_id, count(*)::integer AS members FROM app_memberships
        WHERE tenant_id = $1 AND app_id = ANY ($2::uuid[]) AND status = 'active' GROUP BY app_id`,
      [tenantId, appIds],
    );
    return new Map(rows.map(({ app_id, members }) => [app_id, members]));
  }
}
