import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Release } from '../domain/release';
import { type Platform, RELEASE_PLATFORMS, type ReleasePlaces } from '../domain/release-settings';

/**
 * The pointers to the releases that the clients of a platform get. All methods join the current transaction. Pointers
 * of one App are moved by one publication at a time: `lock` comes first.
 */
@Injectable()
export class ReleasePointers {
  constructor(private readonly database: Database) {}

  /** Waits for other publications in the App, and makes later ones wait until the end of the transaction. */
  async lock(tenantId: string, appId: string): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtextextended('release_pointers ' || $1 || $2, 0))`, [
      tenantId,
      appId,
    ]);
  }

  /** Which places the release holds. */
  async placesOf({ tenantId, id }: Release): Promise<ReleasePlaces> {
    const rows = await this.database.query<{ platform: Platform; is_current: boolean }>(
      `SELECT platform, release_id = $2 AS is_current FROM release_pointers
        WHERE tenant_id = $1 AND $2 IN (release_id, fallback_release_id)`,
      [tenantId, id],
    );
    const held = (isCurrent: boolean) =>
      RELEASE_PLATFORMS.filter((platform) =>
        rows.some((row) => row.platform === platform && row.is_current === isCurrent),
      );
    return { current: held(true), fallback: held(false) };
  }

  /**
   * Makes the release current on all its targets. Nothing changes where it already is. What was current there becomes
   * the fallback if every client got it; otherwise the fallback stays, so that a release that was held back reaches
   * nobody.
   */
  async pointTargetsTo({ tenantId, appId, id, packageType, targetPlatforms }: Release): Promise<void> {
    await this.database.query(
      `INSERT INTO release_pointers AS p
         (tenant_id, app_id, platform, package_type, release_id, fallback_release_id, replaced_release_id)
       SELECT $1::uuid, $2::uuid, t.platform, $3, $4::uuid, f.id, f.id
         FROM unnest($5::text[]) AS t (platform)
         LEFT JOIN LATERAL (
           SELECT nullif(CASE WHEN r.rollout_percent >= 100 AND NOT r.rollout_paused THEN r.id
                              ELSE h.fallback_release_id END, $4) AS id
             FROM release_pointers h JOIN releases r ON r.tenant_id = h.tenant_id AND r.id = h.release_id
            WHERE h.tenant_id = $1 AND h.app_id = $2 AND h.platform = t.platform AND h.package_type = $3) f ON true
       ON CONFLICT (tenant_id, app_id, platform, package_type) DO UPDATE
         SET release_id = excluded.release_id, fallback_release_id = excluded.fallback_release_id,
             replaced_release_id = excluded.fallback_release_id, moved_at = now()
         WHERE p.release_id <> excluded.release_id`,
      [tenantId, appId, packageType, id, targetPlatforms],
    );
  }

  /** Leaves nothing current where the release was, and nothing that falls back to it. */
  async removeFrom({ tenantId, id }: Release): Promise<void> {
    await this.database.query('DELETE FROM release_pointers WHERE tenant_id = $1 AND release_id = $2', [tenantId, id]);
    await this.database.query(
      `UPDATE release_pointers SET fallback_release_id = NULL, replaced_release_id = NULL
        WHERE tenant_id = $1 AND fallback_release_id = $2`,
      [tenantId, id],
    );
  }
}
