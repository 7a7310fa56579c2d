import { Injectable } from '@nestjs/common';
import { Database, LargeTotals } from '@libs/foundation';

const COUNTED = 'active members of an App';

/** The number of active members of Apps. */
@Injectable()
export class MemberCounts {
  constructor(
    private readonly database: Database,
    private readonly totals: LargeTotals,
  ) {}

  /** By App id; Apps without active members are left out. */
  async of(tenantId: string, appIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const appId of appIds) {
      const known = this.totals.get(tenantId, COUNTED, appId);
      if (known !== undefined) counts.set(appId, known);
    }
    const unknown = appIds.filter((appId) => !counts.has(appId));
    if (unknown.length === 0) return counts;
    const rows = await this.database.readRecent<{ app_id: string; members: number }>(
      tenantId,
      `SELECT app_id, count(*)::integer AS members FROM app_memberships
        WHERE tenant_id = $1 AND app_id = ANY ($2::uuid[]) AND status = 'active' GROUP BY app_id`,
      [tenantId, unknown],
    );
    for (const { app_id: appId, members } of rows) {
      this.totals.set(members, tenantId, COUNTED, appId);
      counts.set(appId, members);
    }
    return counts;
  }
}
