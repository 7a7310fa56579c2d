import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';

/** How many messages of a tenant there are that are not completed. */
export interface OutboxStateCounts {
  /** Not tried yet, due or later. */
  readonly ready: number;
  /** Being handled. */
  readonly active: number;
  /** Tried in vain, to be tried again. */
  readonly failed: number;
  /** Given up. */
  readonly dead: number;
}

const WAITING = 'm.completed_at IS NULL AND m.dead_at IS NULL';

/** Hops from one lane to the next by the index, and reads what waits for the tenant in each. */
const COUNT = `
  WITH RECURSIVE lanes AS (
    (SELECT m.lane FROM outbox_messages m WHERE ${WAITING} ORDER BY m.lane LIMIT 1)
    UNION ALL
    SELECT following.lane FROM lanes l CROSS JOIN LATERAL (
      SELECT m.lane FROM outbox_messages m WHERE ${WAITING} AND m.lane > l.lane ORDER BY m.lane LIMIT 1) following
  ), waiting AS (
    SELECT m.begun_at IS NOT NULL AS is_active, m.last_error IS NOT NULL AS has_failed
      FROM lanes l JOIN outbox_messages m ON m.lane = l.lane AND m.tenant_id = $1 AND ${WAITING}
  )
  SELECT count(*) FILTER (WHERE NOT is_active AND NOT has_failed)::integer AS ready,
         count(*) FILTER (WHERE is_active)::integer AS active,
         count(*) FILTER (WHERE NOT is_active AND has_failed)::integer AS failed,
         (SELECT count(*)::integer FROM outbox_messages WHERE tenant_id = $1 AND dead_at IS NOT NULL) AS dead
    FROM waiting`;

/** Counts messages, for whoever watches the outbox. */
@Injectable()
export class OutboxCounts {
  constructor(private readonly database: Database) {}

  async of(tenantId: string): Promise<OutboxStateCounts> {
    const [counts] = await this.database.read<OutboxStateCounts & Record<string, unknown>>(tenantId, COUNT, [tenantId]);
    return counts ?? { ready: 0, active: 0, failed: 0, dead: 0 };
  }
}
