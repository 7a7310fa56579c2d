import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type HealthReading, INSTALLATIONS_PER_BLOCK, INSTALLATIONS_PER_NETWORK } from '../domain/health-gate';

/** A release that is neither current nor a fallback reaches nobody, so its gate has nothing to do. */
const CAN_ACT = `r.health_gate IS NOT NULL AND r.health_tripped_at IS NULL AND r.deleted_at IS NULL
   AND EXISTS (SELECT FROM release_pointers p WHERE p.tenant_id = r.tenant_id AND r.id IN (p.release_id, p.fallback_release_id))`;

/** Reports of installations on `r` since the latest publication about events within the window. */
const OUTCOMES = `release_outcomes o
   WHERE o.tenant_id = r.tenant_id AND o.release_id = r.id AND o.received_at >= r.published_at
     AND o.occurred_at > now() - make_interval(mins => (r.health_gate ->> 'windowMinutes')::integer)`;

/** With the place of each in its network: later ones do not displace the first. */
const placed = (condition: string) => `
  SELECT o.status, o.block_id, o.first_received_at, o.installation_id,
         row_number() OVER (PARTITION BY o.network_id ORDER BY o.first_received_at, o.installation_id) AS in_network
    FROM ${OUTCOMES} AND ${condition}`;

/** Those that count: in each network the first, and of these the first in each block of networks, where it is in one. */
const COUNTED = `
  SELECT status FROM (${placed('o.block_id IS NULL')}) single WHERE in_network <= $3
   UNION ALL
  SELECT status
    FROM (SELECT status, row_number() OVER (PARTITION BY block_id ORDER BY first_received_at, installation_id) AS in_block
            FROM (${placed('o.block_id IS NOT NULL')}) of_block WHERE in_network <= $3) first
   WHERE in_block <= $4`;

/** Only where the gate would take a release away, and something failed, is it counted how many installations there are. */
const READING = `
  SELECT r.health_gate AS gate, counted.failures, counted.reports, everybody.installations,
         (SELECT count(*)::integer FROM ${OUTCOMES}) AS heard
    FROM releases r
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'failed')::integer AS failures, count(*)::integer AS reports
        FROM (${COUNTED}) told
    ) counted
    LEFT JOIN LATERAL (
      SELECT count(*)::integer AS installations FROM release_installations i
       WHERE i.tenant_id = r.tenant_id AND i.release_id = r.id
    ) everybody ON r.health_gate ->> 'action' = 'unpublish' AND counted.failures > 0
   WHERE r.tenant_id = $1 AND r.id = $2 AND ${CAN_ACT}`;

export interface CountedReading extends HealthReading {
  /** How many installations were read for it, whether or not they count. */
  readonly heard: number;
}

/** A release whose gate can act. */
export interface GuardedRelease {
  readonly tenantId: string;
  readonly appId: string;
  readonly releaseId: string;
}

/** How long a message that requests a check may take before it is considered lost. */
const LOST_AFTER = '10 minutes';

/** Counting this many takes only a moment. */
const HEARD_WITHOUT_REST = 10_000;

/** A tenth of what one core counts in a second. */
const HEARD_PER_SECOND = 20_000;

/** The readings of health gates, and which gates have to be checked. */
@Injectable()
export class ReleaseHealth {
  constructor(private readonly database: Database) {}

  /** Null if there is no gate that can act. */
  async read(tenantId: string, releaseId: string): Promise<CountedReading | null> {
    const values = [tenantId, releaseId, INSTALLATIONS_PER_NETWORK, INSTALLATIONS_PER_BLOCK];
    return this.database.readOne<CountedReading>(tenantId, READING, values);
  }

  /** All releases whose gates can act, across tenants. */
  guarded(): Promise<GuardedRelease[]> {
    return this.database.readAsSystem<GuardedRelease>(
      `SELECT r.tenant_id AS "tenantId", r.app_id AS "appId", r.id AS "releaseId" FROM releases r WHERE ${CAN_ACT}`,
    );
  }

  /**
   * Requests a check of releases, in the current transaction. Until that ends no check of them begins.
   *
   * @returns those without a pending request, except gates that rest: the next outcome requests their check, or a
   * sweep.
   */
  async request(tenantId: string, releaseIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ release_id: string }>(
      `INSERT INTO release_health_checks AS c (tenant_id, release_id, requested_at)
       SELECT $1, release_id, now() FROM unnest($2::uuid[]) AS release_id ORDER BY release_id
       ON CONFLICT (tenant_id, release_id) DO UPDATE SET requested_at = now()
         WHERE c.requested_at IS NULL AND (c.resting_until IS NULL OR c.resting_until <= now())
       RETURNING release_id`,
      [tenantId, releaseIds],
    );
    return rows.map(({ release_id: id }) => id);
  }

  /** From here on another check may be requested. The next reader sees all earlier reports. */
  async begin(tenantId: string, releaseId: string): Promise<void> {
    await this.database.write(
      tenantId,
      `UPDATE release_health_checks SET requested_at = NULL, resting_until = now() + rest
        WHERE tenant_id = $1 AND release_id = $2`,
      [tenantId, releaseId],
    );
  }

  /**
   * The gate rests between the beginnings of two checks, longer the more installations it has read, so that the checks
   * of one release never take more than a share of the database.
   */
  async rest(tenantId: string, releaseId: string, heard: number): Promise<void> {
    const seconds = heard > HEARD_WITHOUT_REST ? heard / HEARD_PER_SECOND : null;
    await this.database.write(
      tenantId,
      `UPDATE release_health_checks SET rest = make_interval(secs => $3::float8)
        WHERE tenant_id = $1 AND release_id = $2 AND (rest IS NOT NULL OR $3::float8 IS NOT NULL)`,
      [tenantId, releaseId, seconds],
    );
  }

  /** Nothing remains to be checked, unless another check has been requested or the gate rests. */
  async settle(tenantId: string, releaseId: string): Promise<void> {
    await this.database.write(
      tenantId,
      `DELETE FROM release_health_checks
        WHERE tenant_id = $1 AND release_id = $2 AND requested_at IS NULL AND rest IS NULL`,
      [tenantId, releaseId],
    );
  }

  /** Allows a check to be requested again by the next failure, if its message was lost. */
  async forgetLost(): Promise<void> {
    await this.database.runAsSystem(() =>
      this.database.query(
        `UPDATE release_health_checks SET requested_at = NULL WHERE requested_at < now() - interval '${LOST_AFTER}'`,
      ),
    );
  }
}
