import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { HealthReading } from '../domain/health-gate';

/** Of which release a reading is. */
export interface ReleaseReading extends HealthReading {
  readonly tenantId: string;
  readonly appId: string;
  readonly releaseId: string;
}

/**
 * Gates that can act, with what devices told since the latest publication about what occurred within the window. A
 * release that holds no place reaches nobody, so its gate has nothing to do.
 */
const READINGS = `
  SELECT r.tenant_id AS "tenantId", r.app_id AS "appId", r.id AS "releaseId", r.health_gate AS gate,
         told.failures, told.reports
    FROM releases r
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE s.status = 'failed')::integer AS failures, count(*)::integer AS reports
        FROM release_reports s
       WHERE s.tenant_id = r.tenant_id AND s.release_id = r.id AND s.status IN ('failed', 'first_run_ok')
         AND s.occurred_at > now() - make_interval(mins => (r.health_gate ->> 'windowMinutes')::integer)
         AND s.received_at >= r.published_at
    ) told
   WHERE r.health_gate IS NOT NULL AND r.health_tripped_at IS NULL AND r.deleted_at IS NULL
     AND EXISTS (SELECT FROM release_pointers p WHERE p.tenant_id = r.tenant_id AND r.id IN (p.release_id, p.fallback_release_id))`;

/** How long a message that asks for a check may be under way before it counts as lost. */
const LOST_AFTER = '10 minutes';

/** What the health gates of releases see, and which of them has to be looked at. */
@Injectable()
export class ReleaseHealth {
  constructor(private readonly database: Database) {}

  /** Null where there is no gate that can act. */
  async read(tenantId: string, releaseId: string): Promise<ReleaseReading | null> {
    const [reading] = await this.database.read<ReleaseReading>(
      tenantId,
      `${READINGS} AND r.tenant_id = $1 AND r.id = $2`,
      [tenantId, releaseId],
    );
    return reading ?? null;
  }

  /** All of them, across tenants. */
  readAll(): Promise<ReleaseReading[]> {
    return this.database.readAsSystem<ReleaseReading>(READINGS);
  }

  /**
   * Asks for a check of releases, in the transaction under way. Until that ends no check of them begins.
   *
   * @returns those for which nobody has asked yet.
   */
  async request(tenantId: string, releaseIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ release_id: string }>(
      `INSERT INTO release_health_checks AS c (tenant_id, release_id, requested_at)
       SELECT $1, release_id, now() FROM unnest($2::uuid[]) AS release_id ORDER BY release_id
       ON CONFLICT (tenant_id, release_id) DO UPDATE SET requested_at = now() WHERE c.requested_at IS NULL
       RETURNING release_id`,
      [tenantId, releaseIds],
    );
    return rows.map(({ release_id: id }) => id);
  }

  /** From here on another check may be asked for. What was told before is seen by whoever reads next. */
  async begin(tenantId: string, releaseId: string): Promise<void> {
    await this.database.write(
      tenantId,
      'UPDATE release_health_checks SET requested_at = NULL WHERE tenant_id = $1 AND release_id = $2',
      [tenantId, releaseId],
    );
  }

  /** Nothing remains to be looked at, unless another check has been asked for. */
  async settle(tenantId: string, releaseId: string): Promise<void> {
    await this.database.write(
      tenantId,
      'DELETE FROM release_health_checks WHERE tenant_id = $1 AND release_id = $2 AND requested_at IS NULL',
      [tenantId, releaseId],
    );
  }

  /** Whoever meets the next failure asks again for what no message asks for any more. */
  async forgetLost(): Promise<void> {
    await this.database.runAsSystem(() =>
      this.database.query(
        `UPDATE release_health_checks SET requested_at = NULL WHERE requested_at < now() - interval '${LOST_AFTER}'`,
      ),
    );
  }
}
